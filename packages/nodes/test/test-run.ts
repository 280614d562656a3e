import type { Run, RunEvent } from '@chatwright/core'

/** A run for tests; `events` collects what was emitted. */
export function testRun(overrides: Partial<Run> = {}): Run & { events: RunEvent[] } {
  const events: RunEvent[] = []
  return {
    id: 'run-1',
    session: { flowId: 'flow-1', chatId: 'chat-1', sessionId: 'session-1', origin: 'internal' },
    question: 'What is a wright?',
    attachments: [],
    history: [],
    state: new Map(),
    signal: new AbortController().signal,
    emit: (event) => events.push(event),
    now: () => Date.now(),
    ...overrides,
    events,
  }
}
