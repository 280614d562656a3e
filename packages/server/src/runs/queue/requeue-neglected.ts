import type { RunEvent } from '@chatwright/core'
import type { NeglectedRun, QueuedRunStore } from '../runs/queued-run-store.ts'
import type { Liveness } from '../../ground/config/liveness.ts'
import { giveUp } from '../runs/give-up.ts'
import { createHoldersFirst } from '../runs/holders-first.ts'
import { goesOn } from '../runs/kinds/index.ts'
import type { RunStore } from '../runs/run-store.ts'
import type { RunQueue } from './run-queue.ts'
import { every } from '../../ground/every.ts'

const BATCH = 200

export interface RequeueDependencies {
  queue: Pick<RunQueue, 'add' | 'depth'>
  /** For what is no answer. */
  background: Pick<RunQueue, 'add' | 'depth'>
  queued: Pick<QueuedRunStore, 'neglected' | 'lapsed'>
  store: Pick<RunStore, 'events' | 'finish'>
  /** What Redis has of a run, where it answers: half a second more than the database. */
  live(runId: string): Promise<readonly RunEvent[]>
  liveness: Pick<Liveness, 'leaseMs' | 'lookEveryMs' | 'untakenMs'>
  now: () => Date
  onFault: (error: unknown) => void
}

/**
 * Puts back into the queue what the database knows and nobody does: after a killed worker or a flushed Redis. An answer that no
 * worker takes up again ends.
 */
export function requeueNeglected(dependencies: RequeueDependencies): () => void {
  const { queue, background, queued, store, live, liveness, now, onFault } = dependencies
  // Each by answers of its own: one may be waited for while the other comes.
  const mayJudge = createHoldersFirst(liveness)
  const mayEnd = createHoldersFirst(liveness)
  const look = async (): Promise<void> => {
    const runs = await queued.neglected(BATCH)
    if (!mayJudge()) return
    // Several web processes look: within a while their notices are one. Who takes a run is decided by the database.
    const when = Math.floor(now().getTime() / liveness.untakenMs)
    await putBack(
      queue,
      runs.filter(({ isInBackground }) => !isInBackground),
      when,
    )
    await putBack(
      background,
      runs.filter(({ isInBackground }) => isInBackground),
      when,
    )
  }
  /** Where no worker is left, nobody but us can tell those who read. */
  const endUntaken = async (): Promise<void> => {
    const lapsed = await queued.lapsed(2 * liveness.leaseMs, BATCH)
    if (!mayEnd()) return
    for (const { job, fence } of lapsed) {
      if (goesOn(job)) continue
      const stored = await store.events(job.runId)
      const told = await live(job.runId).catch(() => [])
      const events = told.length > stored.length ? told : stored
      await giveUp({ job, fence, events, kept: stored.length }, { store, at: now() })
    }
  }
  const stops = [look, endUntaken].map((work) => every(liveness.lookEveryMs, work, { onFault }))
  return () => {
    for (const stop of stops) stop()
  }
}

async function putBack(
  queue: RequeueDependencies['queue'],
  runs: readonly NeglectedRun[],
  when: number,
): Promise<void> {
  if (runs.length === 0) return
  // While the queue is long, waiting is no sign of being forgotten.
  if (runs.every((run) => run.attempt === 0) && (await queue.depth()) >= runs.length) return
  for (const { runId, flowId, attempt } of runs) await queue.add({ runId, flowId, notice: `${attempt}-${when}` })
}
