import { outcomeOf, requireEnded, type RunEvent } from '@chatwright/core'
import { readJob } from '../runs/job.ts'
import type { RunRow } from '../runs/run-store.ts'
import type { RunHandle } from '../runs/runner.ts'

/** A run that ended, told again from what was kept: the same events under the same numbers. */
export function storedRun(row: Pick<RunRow, 'request'>, events: readonly RunEvent[]): RunHandle {
  return {
    job: readJob(row.request),
    outcome: Promise.resolve(requireEnded(outcomeOf(events))),
    read(reader, afterSeq = 0) {
      for (const [index, event] of events.entries()) if (index >= afterSeq) reader(event, index + 1)
      return () => {}
    },
  }
}
