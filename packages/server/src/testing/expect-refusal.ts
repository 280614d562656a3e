import { ErrorBody } from '@chatwright/contract'
import { expect } from 'vitest'
import { z } from 'zod'

const JsonRpcFault = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  error: z.looseObject({ code: z.int(), message: z.string() }),
})

/** The parts of an answer every refusal must have right. */
export interface RawAnswer {
  statusCode: number
  headers: Record<string, unknown>
  body: string
}

const inside = /\n\s+at |node_modules|\.(ts|js):\d+|\/src\/|\/dist\/|SQLITE_|\bselect\b.+\bfrom\b|ZodError|\btmp\//i

/** One envelope, a status the caller can act on, and nothing of the inside. `label` says which attack. */
export function expectRefusal(answer: RawAnswer, label: string): void {
  expect(answer.statusCode, `${label}: ${answer.body.slice(0, 300)}`).toBeGreaterThanOrEqual(400)
  expectNoFault(answer, label)
}

/** Whatever the answer is, it is none of ours that broke. */
export function expectNoFault(answer: RawAnswer, label: string): void {
  expect(answer.statusCode, `${label}: ${answer.body.slice(0, 300)}`).toBeLessThan(500)
  if (answer.statusCode < 400) return
  expect(answer.headers['content-type'], label).toBe('application/json; charset=utf-8')
  expect(answer.body, label).not.toMatch(inside)
  const body: unknown = JSON.parse(answer.body)
  // Clients of MCP read the envelope of their protocol.
  if (JsonRpcFault.safeParse(body).success) return
  expect(answer.headers['x-request-id'], label).toBe(ErrorBody.parse(body).requestId)
}
