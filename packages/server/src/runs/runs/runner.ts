import type { EndedOutcome } from '@chatwright/core'
import type { LoadChanges } from '../../ground/db/load-changes.ts'
import type { Job, PlannedJob } from './job.ts'
import { isAnswering } from './kinds/index.ts'
import type { RunJob } from './run-job.ts'
import type { RunReader } from './run-log.ts'

/** Does jobs, here or elsewhere. The web side knows only this. */
export interface Runner {
  /** Keeps a job that is read and starts it, by the plan it was checked with. Resolves once it is under way. */
  start<Of extends Job>(job: Of, planned?: PlannedJob<Of>): Promise<RunHandle<Of>>
  /** Whether jobs are done by the plan they are started with. Elsewhere they are planned again, from what is kept. */
  readonly usesPlans: boolean
  /** Keeps a job that goes on without a reader, and what changes with a load; it is done when there is room for it. */
  enqueue(job: Job, changes?: LoadChanges): Promise<void>
  /** A job that can still be followed. */
  find(runId: string): Promise<RunHandle | undefined>
  /** Stops every run of a chat at once; returns how many there were. */
  cancel(chat: { flowId: string; chatId: string }): Promise<number>
  /** Asks whoever does a job to stop it. */
  stop(runId: string): Promise<void>
  /** How many jobs are under way. */
  readonly active: number
  /** Lets runs finish for a while, then interrupts the rest. */
  drain(): Promise<void>
  close(): Promise<void>
}

export interface RunHandle<Of extends Job = Job> {
  readonly job: Of
  /** It was stopped, or its last reader has left it, and its end is not told yet; as far as that is known here. */
  readonly isStopping?: boolean
  /** It ended, and is read from what is stored. */
  readonly isStored?: true
  /** Follows the run from after an event. When the last reader leaves, so does the run, sooner or later. */
  read(reader: RunReader, afterSeq?: number): () => void
  /** Resolves when the run has ended and is stored. */
  readonly outcome: Promise<EndedOutcome>
}

/** The handle of a question, or of one gone on with. */
export type AnswerHandle = RunHandle<RunJob>

export function isAnswer(handle: RunHandle): handle is AnswerHandle {
  return isAnswering(handle.job)
}
