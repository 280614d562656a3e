import type { PlannedFlow } from '../flows/flow-library.ts'
import type { LoadJob } from './kinds/load.ts'
import type { RunJob } from './run-job.ts'

/** Anything that is done with a lease, told in events and kept as a run: an answer, or work nobody waits for. */
export type Job = RunJob | LoadJob

/** The plan that a job is done by, for whoever begins it where it is done: made to check it, and not made again. */
export type PlannedJob<Of extends Job> = PlannedFlow<Of extends LoadJob ? 'vector-store' : 'chat'>

/** A job out of its row. Those of the first releases were all questions, and did not say so. */
export function readJob(request: string): Job {
  const job = JSON.parse(request) as Job | Omit<RunJob, 'kind'>
  return 'kind' in job ? job : { ...job, kind: 'question' }
}
