import type { NodeDescription, RunEvent, RunFault } from '@chatwright/core'
import type { RunLog } from '../run-log.ts'

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
  /** Whether another process may go on from what was told. `isComplete`: nothing of it was lost with Redis. */
  mayGoOn(told: readonly RunEvent[], about: { isComplete: boolean; describe: Describe }): boolean
}

export type Describe = (nodeName: string) => NodeDescription | undefined

export type RunEnd = Extract<RunEvent, { type: 'run-end' }>

export interface WorkOptions {
  signal: AbortSignal
  /** Holds what earlier attempts told. */
  log: RunLog
  clock: () => number
  /** Keeps what was told so far before anything else is done. Throws when another has taken the job over. */
  checkpoint: () => Promise<void>
}

/** Does a job into its log, and gives the end that is not told yet. */
export type Work<Of> = (job: Of, options: WorkOptions) => Promise<RunEnd>
