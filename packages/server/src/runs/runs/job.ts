import type { PlannedFlow } from '../../flows/flows/flow-library.ts'
import type { KnowledgeJob } from './kinds/knowledge.ts'
import type { LoadJob } from './kinds/load.ts'
import type { RunJob } from './run-job.ts'

/** Anything that is done with a lease, told in events and kept as a run: an answer, or work nobody waits for. */
export type Job = RunJob | LoadJob | KnowledgeJob

/** Whether a job answers a question, or another's. */
export function isAnswering(job: Job): job is RunJob {
  return job.kind !== 'load' && job.kind !== 'knowledge'
}

/** The plan that a job is done by, for whoever begins it where it is done: made to check it, and not made again. */
export type PlannedJob<Of extends Job> = PlannedFlow<Of extends LoadJob ? 'vector-store' : 'chat'>

/** A question as rows of earlier releases hold it: its message was called `question`, and its question `prompt`. */
interface EarlierQuestion extends Omit<RunJob, 'kind' | 'message'> {
  /** The first release knew no other kind, and did not say so. */
  kind?: RunJob['kind']
  prompt: string
}

/** A job as its row holds it: what was asked stands in it once. */
export function jobInRow(job: Job): object {
  if (!isAnswering(job) || job.question !== job.message) return job
  const { question: _, ...rest } = job
  return rest
}

/** A job out of its row. */
export function readJob(request: string): Job {
  const job = JSON.parse(request) as Job | EarlierQuestion
  if (!('prompt' in job)) {
    if (isAnswering(job)) job.question ??= job.message
    return job
  }
  const { kind = 'question', question: message, prompt: question, ...rest } = job
  return { kind, message, question, ...rest }
}

/** The job of a run that answers, out of its row. */
export function readQuestion(request: string): RunJob {
  const job = readJob(request)
  if (!isAnswering(job)) throw new Error('This run answers no question')
  return job
}
