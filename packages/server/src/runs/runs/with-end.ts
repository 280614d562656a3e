import { outcomeOf, type RunEvent } from '@chatwright/core'

/**
 * What is kept of a run that has ended, with an end. An answer is kept before what could be asked next is thought of, and a turn
 * that is asked anew takes its run along: whoever did it may be gone before the last word.
 */
export function withEnd(runId: string, events: readonly RunEvent[]): readonly RunEvent[] {
  if (events.at(-1)?.type === 'run-end') return events
  const { status: told, durationMs = 0 } = outcomeOf(events)
  const status = told === 'running' ? 'cancelled' : told
  return [...events, { type: 'run-end', runId, at: Date.now(), status, durationMs }]
}
