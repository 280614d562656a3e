import { AppError } from '@chatwright/contract'
import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { runKeys } from './run-keys.ts'

/** Background work stands in a queue apart: however long it is, no question waits behind it. */
export const QUEUE_NAMES = { answers: 'chatwright-runs', background: 'chatwright-jobs' } as const
export type Lane = keyof typeof QUEUE_NAMES

export interface QueuedRun {
  runId: string
  flowId: string
  /** Tells notices of one run apart: the queue drops one it has already, even when the worker that holds it is gone. */
  notice: string
}

export interface RunQueue {
  /** Throws when more runs wait than the operator allows. */
  checkRoom(): Promise<void>
  add(run: QueuedRun): Promise<void>
  depth(): Promise<number>
  close(): Promise<void>
}

/** BullMQ's largest priority; beyond a million waiting runs of one flow, fairness ends. */
const MAX_PRIORITY = 2_097_152
const WAITING_KEPT_SECONDS = 3600

/**
 * The queue holds ids, the database holds runs. Each run's place is how many of its own flow wait before it, so that a flow
 * with a thousand waiting runs and a flow with one take turns.
 */
export function createRunQueue(client: Redis, { limit, lane = 'answers' }: { limit: number; lane?: Lane }): RunQueue {
  const queue = new Queue<{ flowId: string }>(QUEUE_NAMES[lane], {
    connection: client,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
  })
  const depth = (): Promise<number> => queue.getJobCountByTypes('wait', 'prioritized')
  return {
    depth,
    async checkRoom() {
      if ((await depth()) >= limit) throw new AppError('queue-full', { retryAfterSeconds: 5 })
    },
    async add({ runId, flowId, notice }) {
      const key = runKeys.waiting(lane, flowId)
      const waiting = await client.incr(key)
      await client.expire(key, WAITING_KEPT_SECONDS)
      await queue.add(
        runId,
        { flowId },
        { jobId: `${runId}-${notice}`, priority: Math.min(Math.max(1, waiting), MAX_PRIORITY) },
      )
    },
    close: () => queue.close(),
  }
}

/** A run of this flow no longer waits. */
export async function noteStarted(client: Redis, lane: Lane, flowId: string): Promise<void> {
  const key = runKeys.waiting(lane, flowId)
  // Below zero after a flush: the counter starts again.
  if ((await client.decr(key)) <= 0) await client.del(key)
}
