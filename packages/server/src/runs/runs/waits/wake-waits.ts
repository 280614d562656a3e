import { AppError } from '@chatwright/contract'
import type { Runner } from '../runner.ts'
import type { CancelWait } from './cancel-wait.ts'
import { goOnJob } from './go-on-job.ts'
import type { WaitStore } from './wait-store.ts'
import { every } from '../../../ground/every.ts'

export interface WakeDependencies {
  waits: Pick<WaitStore, 'due' | 'expired' | 'decide' | 'decidedBefore' | 'decided' | 'isOver' | 'close'>
  runner: Pick<Runner, 'enqueue'>
  cancelWait: CancelWait
  /** After how many days waits end by themselves; 0 for never. */
  waitDays: number
  now: () => Date
  onFault: (error: unknown) => void
  everyMs?: number | undefined
}

const EVERY_MS = 1000
/** How long whoever decided has to go on with it before somebody else does. */
const GRACE_MS = 5000
const AT_ONCE = 100
const DAY_MS = 86_400_000

/** Lets waits whose time has come decide themselves, and goes on with decisions that nobody went on with. */
export function keepWaking({
  waits,
  runner,
  cancelWait,
  waitDays,
  now,
  onFault,
  everyMs = EVERY_MS,
}: WakeDependencies): () => void {
  const goOn = async (execution: string): Promise<void> => {
    // A branch may have failed since: nobody looks after it any more.
    if (await waits.isOver({ execution_id: execution })) return waits.close(execution, now())
    const found = await waits.decided(execution)
    if (found) await runner.enqueue(goOnJob(found.from, found.decisions))
  }
  /** Another process may be quicker: then it is done. */
  const unlessDone = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof AppError) || !/^(wait-|decision-kept$)/.test(error.code)) onFault(error)
    }
  }
  const look = async (): Promise<void> => {
    for (const { id, execution_id: execution } of await waits.due(now(), AT_ONCE)) {
      await unlessDone(async () => {
        if (await waits.isOver({ execution_id: execution })) await waits.close(execution, now())
        else if (await waits.decide(id, { type: 'timeout' }, now())) await goOn(execution)
      })
    }
    if (waitDays > 0) {
      const before = new Date(now().getTime() - waitDays * DAY_MS)
      for (const { id } of await waits.expired(before, AT_ONCE))
        await unlessDone(async () => void (await cancelWait(id)))
    }
    for (const execution of await waits.decidedBefore(new Date(now().getTime() - GRACE_MS), AT_ONCE)) {
      await unlessDone(() => goOn(execution))
    }
  }
  return every(everyMs, look, { onFault })
}
