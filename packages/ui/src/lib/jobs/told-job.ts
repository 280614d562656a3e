import type { Job } from '@chatwright/contract'
import type { RunOutcome } from '@chatwright/core/run'

import { isActive } from './job-list.ts'

/** A job after what its events told. What the server said of its end is better than ours. */
export function toldJob(job: Job, { status, runId, progress, loaded, fault, durationMs }: RunOutcome): Job {
  if (!isActive(job)) return job
  if (status === 'running') {
    return { ...job, state: runId === undefined ? job.state : 'running', progress: progress ?? job.progress }
  }
  return {
    ...job,
    state: status,
    progress: null,
    result: loaded && status === 'done' ? withoutDocuments(loaded) : null,
    fault: fault ? { ...fault } : null,
    durationMs: durationMs ?? null,
    endedDate: new Date().toISOString(),
  }
}

function withoutDocuments({ addedDocs: _, ...counts }: NonNullable<RunOutcome['loaded']>): NonNullable<Job['result']> {
  return counts
}
