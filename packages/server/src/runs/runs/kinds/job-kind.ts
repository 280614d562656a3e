import type { EndedOutcome, NodeDescription, RunEvent, RunFault, ValueKind } from '@chatwright/core'
import type { BatchedWrites } from '../../../ground/db/batched-writes.ts'
import type { Database } from '../../../ground/db/database.ts'
import type { LoadChanges } from '../../../ground/db/load-changes.ts'
import type { WriteStep } from '../../../ground/db/write-step.ts'
import type { PlannedFlow } from '../../../flows/flows/flow-library.ts'
import type { RunJob } from '../run-job.ts'
import type { RunLog } from '../run-log.ts'
import type { ComparedJob } from './comparison-job.ts'

/** All that is to be known of a kind of job. */
export interface JobKind<Of, Want extends ValueKind, Dependencies> {
  rule: JobRule<Of>
  work: (dependencies: Dependencies) => Work<Of, Want>
  rows: (database: Database, write: BatchedWrites['write']) => JobRows<Of>
  /** What its run belongs to. */
  subject: 'flow' | 'store'
  /** Whether it answers: it stands in a chat, and in the list of runs. */
  isAnswer: boolean
}

/** What the runners must know of a kind of job, wherever it is done. */
export interface JobRule<Of> {
  /** How long it goes on when nobody reads it; `resumeMs` is what a reader has to come back. */
  unreadMs(job: Of, resumeMs: number): number
  /** How many takings it may have, since it last got further, before it is given up. */
  maxAttempts: number
  /** Why it is given up then. */
  poisonous: RunFault
  /** Why it broke off when its process is gone. */
  stopped: RunFault
  /** The question whose answer is followed by suggestions of what to ask next, where they are wanted. */
  suggestsFor(job: Of): RunJob | undefined
  /** Under which its answer is kept as a message. */
  messageId(job: Of): string | undefined
  /** Whether it shows that its flow is used. */
  isUse: boolean
  /** Whether another process may go on from what was told. `isComplete`: nothing of it was lost with Redis. */
  mayGoOn(told: readonly RunEvent[], about: { isComplete: boolean; describe: Describe }): boolean
}

export type Describe = (nodeName: string) => NodeDescription | undefined

/** It rests until a run has ended that begins with its rest. */
export interface Rest {
  type: 'rest'
  until: ComparedJob
}

export type RunEnd = Extract<RunEvent, { type: 'run-end' }>

export interface WorkOptions<Want extends ValueKind> {
  /** Missing where a job is taken up that another process began. */
  planned?: PlannedFlow<Want> | undefined
  signal: AbortSignal
  /** Holds what earlier attempts told. */
  log: RunLog
  clock: () => number
  /** Keeps what was told so far before anything else is done. Throws when another has taken the job over. */
  checkpoint: () => Promise<void>
}

/** Does a job into its log, and gives the end that is not told yet. */
export type Work<Of, Want extends ValueKind> = (job: Of, options: WorkOptions<Want>) => Promise<RunEnd | Rest>

/** What a kind of job writes beside its run. */
export interface JobRows<Of> {
  /** The job as its row keeps it where it is done by whoever began it: they have its files. */
  withoutFiles(job: Of): object
  /** Writes the step that begins the run, together with what the kind begins with. */
  begin(job: Of, start: { at: string; run: WriteStep; changes?: LoadChanges | undefined }): Promise<void>
  /** What the run's row says it came to. */
  answer(outcome: EndedOutcome): string
  /** What is written together with the end of the run. */
  end(job: Of, how: { outcome: EndedOutcome; at: string; told?: (() => readonly RunEvent[]) | undefined }): WriteStep[]
}
