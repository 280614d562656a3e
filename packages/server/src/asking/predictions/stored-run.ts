import { outcomeOf, requireEnded, type RunEvent } from '@chatwright/core'
import { readJob } from '../../runs/runs/job.ts'
import type { RunRow } from '../../runs/runs/run-store.ts'
import type { RunHandle } from '../../runs/runs/runner.ts'
import { withEnd } from '../../runs/runs/with-end.ts'

/** A run that ended, told again from what was kept: the same events under the same numbers. */
export function storedRun(row: Pick<RunRow, 'request'>, events: readonly RunEvent[]): RunHandle {
  const job = readJob(row.request)
  const told = withEnd(job.runId, events)
  return {
    job,
    outcome: Promise.resolve(requireEnded(outcomeOf(told))),
    read(reader, afterSeq = 0) {
      for (const [index, event] of told.entries()) if (index >= afterSeq) reader(event, index + 1)
      return () => {}
    },
  }
}
