import { AppError } from '@chatwright/contract'
import type { Runner } from '../runner.ts'
import type { CancelWait } from './cancel-wait.ts'
import { goOnJob } from './go-on-job.ts'
import type { WaitRow } from './wait-list.ts'
import type { WaitStore } from './wait-store.ts'
import { every } from '../../../ground/every.ts'

export interface WakeDependencies {
  waits: Pick<WaitStore, 'due' | 'expired' | 'decide' | 'decidedBefore' | 'decided' | 'isOver' | 'close'>
  runner: Pick<Runner, 'enqueue'>
  cancelWait: CancelWait
  /** After how many days waits end by themselves; 0 for never. */
  waitDays: () => number
  now: () => Date
  onFault: (error: unknown) => void
  everyMs?: number | undefined
}

type Due = Pick<WaitRow, 'id' | 'execution_id'>

const EVERY_MS = 1000
/** How long whoever decided has to go on with it before somebody else does. */
const GRACE_MS = 5000
const PAGE = 100
/** So many side by side: each takes the database for a moment only, and questions come in between. */
const AT_ONCE = 8
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
  /** Each says whether it changed what is found: what did not is left for the next look. */
  const enqueue = async (execution: string): Promise<boolean> => {
    const found = await waits.decided(execution)
    if (found) await runner.enqueue(goOnJob(found.from, found.decisions))
    return found !== undefined
  }
  const close = async (execution: string): Promise<boolean> => {
    await waits.close(execution, now())
    return true
  }
  // A branch may have failed since: nobody looks after it any more.
  const goOn = async (execution: string): Promise<boolean> =>
    (await waits.isOver({ execution_id: execution })) ? close(execution) : enqueue(execution)
  const wake = async ({ id, execution_id: execution }: Due): Promise<boolean> => {
    try {
      if (await waits.decide(id, { type: 'timeout' }, now())) await enqueue(execution)
      return true
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'wait-over') throw error
      return close(execution)
    }
  }
  const end = async ({ id, execution_id: execution }: Due): Promise<boolean> =>
    (await cancelWait(id)) || close(execution)

  /** All that are found, page by page, for as long as they become fewer. */
  const all = async <Found>(find: () => Promise<readonly Found[]>, work: (found: Found) => Promise<boolean>) => {
    for (let isMore = true; isMore;) {
      const found = await find()
      let done = 0
      const left = found.values()
      const workAlong = async (): Promise<void> => {
        for (const each of left) {
          try {
            if (await work(each)) done += 1
          } catch (error) {
            // Another process may be quicker: then it is done.
            if (!(error instanceof AppError) || !/^(wait-|decision-kept$)/.test(error.code)) onFault(error)
          }
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, workAlong))
      isMore = found.length === PAGE && done > 0
    }
  }
  const look = async (): Promise<void> => {
    await all(() => waits.due(now(), PAGE), wake)
    const days = waitDays()
    if (days > 0) {
      const before = new Date(now().getTime() - days * DAY_MS)
      await all(() => waits.expired(before, PAGE), end)
    }
    await all(() => waits.decidedBefore(new Date(now().getTime() - GRACE_MS), PAGE), goOn)
  }
  return every(everyMs, look, { onFault })
}
