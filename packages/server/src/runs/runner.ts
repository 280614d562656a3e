import type { EndedOutcome } from '@chatwright/core'
import type { RunJob } from './run-job.ts'
import type { RunReader } from './run-log.ts'

/** Does runs, here or elsewhere. The web side knows only this. */
export interface Runner {
  /** Keeps the question, then starts. Resolves once the run is under way. */
  start(job: RunJob): Promise<RunHandle>
  /** A run that can still be followed. */
  find(runId: string): Promise<RunHandle | undefined>
  /** Stops every run of a chat at once; returns how many there were. */
  cancel(chat: { flowId: string; chatId: string }): Promise<number>
  /** How many runs are under way. */
  readonly active: number
  /** Lets runs finish for a while, then interrupts the rest. */
  drain(): Promise<void>
  close(): Promise<void>
}

export interface RunHandle {
  readonly job: RunJob
  /** It was stopped, or nobody reads it any more, and its end is not told yet. Missing where only a worker knows. */
  readonly isStopping?: boolean
  /** Follows the run from after an event. When the last reader leaves, so does the run, sooner or later. */
  read(reader: RunReader, afterSeq?: number): () => void
  /** Resolves when the run has ended and is stored. */
  readonly outcome: Promise<EndedOutcome>
}
