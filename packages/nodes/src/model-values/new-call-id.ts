import { randomUUID } from 'node:crypto'

/** For a tool call that came without one. Never a number: the calls of an agent's next step would be taken for these. */
export function newCallId(): string {
  return `call_${randomUUID()}`
}
