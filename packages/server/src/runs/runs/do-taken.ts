import type { ExecuteRun } from './execute-run.ts'
import { giveUp, type LeftRun } from './give-up.ts'
import type { Job } from './job.ts'
import { ruleOf } from './kinds/index.ts'
import type { Describe } from './kinds/job-kind.ts'
import type { RunLog } from './run-log.ts'
import type { RunStore } from './run-store.ts'

export interface TakenJob {
  job: Job
  /** How often it was taken since it last got further. */
  attempt: number
  fence: number
}

export interface DoTakenDependencies {
  execute: ExecuteRun
  store: Pick<RunStore, 'finish'>
  describe: Describe
  now: () => Date
}

/** Does a job that was taken from those who wait or were left behind; what cannot be done again is ended. */
export async function doTaken(
  { job, attempt, fence }: TakenJob,
  how: {
    signal: AbortSignal
    /** Begins with what was told before. */
    log: RunLog
    /** How much of that is stored. */
    kept: number
    /** Nothing that was told is lost. */
    isComplete: boolean
  },
  { execute, store, describe, now }: DoTakenDependencies,
): Promise<void> {
  const { signal, log, kept, isComplete } = how
  const rule = ruleOf(job)
  const left: LeftRun = { job, fence, events: [...log.events], kept }
  if (attempt > rule.maxAttempts) {
    log.append((await giveUp(left, { store, at: now(), fault: rule.poisonous })).end)
  } else if (fence === 1 || rule.mayGoOn(left.events, { isComplete, describe })) {
    await execute(job, { signal, fence, log, kept })
  } else log.append((await giveUp(left, { store, at: now() })).end)
}
