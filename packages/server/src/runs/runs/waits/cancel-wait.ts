import type { CancelRun } from '../cancel-run.ts'
import type { WaitStore } from './wait-store.ts'

/** Ends the run of a wait, whatever it waits for besides. False where it had ended. */
export type CancelWait = (id: string) => Promise<boolean>

export function createCancelWait({
  waits,
  cancelRun,
  now,
}: {
  waits: Pick<WaitStore, 'cancel'>
  cancelRun: CancelRun
  now: () => Date
}): CancelWait {
  return async (id) => {
    let underWay = await waits.cancel(id, now())
    if (!underWay) return false
    while (underWay && underWay.length > 0) {
      for (const runId of underWay) await cancelRun(runId)
      // One may have come to its next wait just then.
      underWay = await waits.cancel(id, now())
    }
    return true
  }
}
