import { ErrorBody } from '@chatwright/contract'
import { expect } from 'vitest'

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
  const body = ErrorBody.parse(JSON.parse(answer.body))
  expect(answer.headers['x-request-id'], label).toBe(body.requestId)
  expect(answer.body, label).not.toMatch(inside)
}
