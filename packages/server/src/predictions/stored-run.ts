import { outcomeOf, requireEnded, type EndedOutcome, type RunEvent } from '@chatwright/core'
import { readJob } from '../runs/job.ts'
import type { RunRow } from '../runs/run-store.ts'
import type { RunHandle } from '../runs/runner.ts'

/** A run that ended, told again from what was kept: the same events under the same numbers. */
export function storedRun(row: Pick<RunRow, 'request'>, events: readonly RunEvent[]): RunHandle {
  const job = readJob(row.request)
  const outcome = requireEnded(outcomeOf(events))
  const told = events.at(-1)?.type === 'run-end' ? events : [...events, endOf(job.runId, outcome)]
  return {
    job,
    outcome: Promise.resolve(outcome),
    read(reader, afterSeq = 0) {
      for (const [index, event] of told.entries()) if (index >= afterSeq) reader(event, index + 1)
      return () => {}
    },
  }
}

/** An answer is kept before what could be asked next is thought of: whoever thought of it was gone before the last word. */
function endOf(runId: string, { status, durationMs }: EndedOutcome): RunEvent {
  return { type: 'run-end', runId, at: Date.now(), status, durationMs }
}
