import type { NeglectedRun, QueuedRunStore } from '../runs/queued-run-store.ts'
import type { Liveness } from '../config/liveness.ts'
import { createHoldersFirst } from '../runs/holders-first.ts'
import type { RunQueue } from './run-queue.ts'

const BATCH = 200

export interface RequeueDependencies {
  queue: Pick<RunQueue, 'add' | 'depth'>
  /** For what is no answer. */
  background: Pick<RunQueue, 'add' | 'depth'>
  queued: Pick<QueuedRunStore, 'neglected'>
  liveness: Pick<Liveness, 'leaseMs' | 'lookEveryMs' | 'untakenMs'>
  now: () => Date
  onFault: (error: unknown) => void
}

/** Puts back into the queue what the database knows and nobody does: after a killed worker or a flushed Redis. */
export function requeueNeglected(dependencies: RequeueDependencies): () => void {
  const { queue, background, queued, liveness, now, onFault } = dependencies
  const mayJudge = createHoldersFirst(liveness)
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
  const timer = setInterval(() => {
    look().catch(onFault)
  }, liveness.lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
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
