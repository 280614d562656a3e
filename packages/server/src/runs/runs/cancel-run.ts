import { setTimeout as pause } from 'node:timers/promises'
import { giveUp } from './give-up.ts'
import { readJob } from './job.ts'
import type { RunStore } from './run-store.ts'
import type { Runner } from './runner.ts'

/** Stops a run for good: by asking whoever does it, and where nobody answers, without asking. */
export type CancelRun = (id: string) => Promise<void>

/** How long whoever does a run has to stop it; then it is taken away. */
const STOP_PATIENCE_MS = 2000
const STOP_LOOK_MS = 50

export function createCancelRun({
  runs,
  runner,
  now,
}: {
  runs: Pick<RunStore, 'find' | 'seize' | 'events' | 'finish'>
  runner: Pick<Runner, 'stop'>
  now: () => Date
}): CancelRun {
  return async (id) => {
    let row = await runs.find(id)
    if (row?.status === 'running') await runner.stop(id)
    // Not by the clock on the wall: set back, it would be waited out.
    const patience = performance.now() + STOP_PATIENCE_MS
    while (row?.status === 'running' && performance.now() < patience) {
      await pause(STOP_LOOK_MS)
      row = await runs.find(id)
    }
    const fence = await runs.seize(id)
    if (!row || fence === undefined) return
    const events = await runs.events(id)
    const left = { job: readJob(row.request), fence, events, kept: events.length }
    await giveUp(left, { store: runs, at: now(), status: 'cancelled' })
    // Taken up between the look and now, it would go on until its lease is renewed.
    if (fence > row.fence + 1) await runner.stop(id)
  }
}
