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
  if (answer.statusCode < 400) expect(answer.statusCode, wordsOf(answer, label)).toBeGreaterThanOrEqual(400)
  expectNoFault(answer, label)
}

/**
 * Whatever the answer is, it is none of ours that broke. Tens of thousands are looked at: what is right is not asserted, which
 * takes as long as asking, but what is wrong.
 */
export function expectNoFault(answer: RawAnswer, label: string): void {
  const { statusCode, headers } = answer
  if (statusCode >= 500) expect(statusCode, wordsOf(answer, label)).toBeLessThan(500)
  if (statusCode < 400) return
  if (headers['content-type'] !== TYPE) expect(headers['content-type'], label).toBe(TYPE)
  if (inside.test(answer.body)) expect(answer.body, label).not.toMatch(inside)
  const body: unknown = JSON.parse(answer.body)
  // Clients of MCP read the envelope of their protocol.
  if (JsonRpcFault.safeParse(body).success) return
  const { requestId } = ErrorBody.parse(body)
  if (headers['x-request-id'] !== requestId) expect(headers['x-request-id'], label).toBe(requestId)
}

const TYPE = 'application/json; charset=utf-8'

function wordsOf(answer: RawAnswer, label: string): string {
  return `${label}: ${answer.body.slice(0, 300)}`
}
