import type { Logger } from 'pino'
import type { Config } from '../../ground/config/config.ts'
import type { Database } from '../../ground/db/database.ts'
import type { RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import { livenessOf } from '../../ground/config/liveness.ts'
import type { RunStore } from '../runs/run-store.ts'
import type { Runner } from '../runs/runner.ts'
import { inTime } from './in-time.ts'
import { createQueueRunner } from './queue-runner.ts'
import { createQueuedRunStore } from '../runs/queued-run-store.ts'
import { connectRedis } from './redis-connection.ts'
import { requeueNeglected } from './requeue-neglected.ts'
import { countDropped, createParseMessage } from './redis-messages.ts'
import { readEvents } from './run-event-log.ts'
import { createRunFollowers } from './run-followers.ts'
import { createRunQueue } from './run-queue.ts'
import { createSharedRateLimiter } from './shared-rate-limiter.ts'

export interface WebSide {
  runner: Runner
  limiter: RateLimiter
  depth(): Promise<number>
  /** How many messages in Redis could not be read, by all processes. */
  dropped(): Promise<number>
  /** Rejects when Redis does not answer in time. */
  check(): Promise<void>
  close(): Promise<void>
}

const CHECK_LIMIT_MS = 2000

/** A web process among others: hands runs to workers and follows them. */
export function createWebSide(options: {
  redisUrl: string
  config: Pick<Config, 'queueLimit' | 'leaseMs'>
  database: Database
  runs: RunStore
  logger: Logger
}): WebSide {
  const { redisUrl, config, database, runs, logger } = options
  const onFault = (error: unknown): void => logger.warn({ err: error }, 'the queue is in trouble')
  const commands = connectRedis(redisUrl, { onError: onFault })
  const subscriber = connectRedis(redisUrl, { onError: onFault })
  const queued = createQueuedRunStore(database)
  const parseMessage = createParseMessage(commands.client, onFault)
  const liveness = livenessOf(config.leaseMs)
  const queue = createRunQueue(commands.client, { limit: config.queueLimit })
  const background = createRunQueue(commands.client, { limit: config.queueLimit, lane: 'background' })
  const followers = createRunFollowers({
    commands: commands.client,
    subscriber: subscriber.client,
    parseMessage,
    findEnded: (runIds) => runs.ended(runIds),
    liveness,
    onFault,
  })
  const now = (): Date => new Date()
  const runner = createQueueRunner({
    client: commands.client,
    queue,
    background,
    followers,
    store: runs,
    queued,
    now,
    onFault,
  })
  const stopLooking = requeueNeglected({
    queue,
    background,
    queued,
    store: runs,
    async live(runId) {
      const events = await inTime(readEvents(commands.client, parseMessage, runId), CHECK_LIMIT_MS)
      return events.map(({ event }) => event)
    },
    liveness,
    now,
    onFault,
  })
  return {
    runner,
    limiter: createSharedRateLimiter(commands.client),
    depth: () => inTime(queue.depth(), CHECK_LIMIT_MS),
    async dropped() {
      const counts = await inTime(countDropped(commands.client), CHECK_LIMIT_MS)
      return counts.reduce((sum, { count }) => sum + count, 0)
    },
    check: async () => void (await inTime(commands.client.ping(), CHECK_LIMIT_MS)),
    async close() {
      stopLooking()
      await runner.close()
      followers.close()
      await Promise.all([queue.close(), background.close()])
      commands.close()
      subscriber.close()
    },
  }
}
