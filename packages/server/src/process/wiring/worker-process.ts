import { installLastResort } from '../../ground/boot/last-resort.ts'
import { createLogger } from '../../ground/boot/logger.ts'
import { prepareDataFolder } from '../../ground/boot/data-folder.ts'
import { readSecretKey, readSecretKeys } from '../../ground/boot/secret-key.ts'
import type { Config } from '../../ground/config/config.ts'
import { openDatabase } from '../../ground/db/database.ts'
import { createExecution } from './run-execution.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createResources, type ResourceOptions } from './node-resources.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { connectRedis } from '../../runs/queue/redis-connection.ts'
import { startRunWorker } from '../../runs/queue/run-worker.ts'
import { createQueuedRunStore } from '../../runs/runs/queued-run-store.ts'

export interface RunningWorker {
  /** Finishes the runs under way, then lets go of everything. */
  close(): Promise<void>
}

/** `chatwright worker`: a process that does runs and serves nothing. */
export async function startWorker(config: Config): Promise<RunningWorker> {
  if (!config.redisUrl) {
    throw new UserFacingError('A worker needs the same REDIS_URL and DATABASE_URL as the web processes.')
  }
  prepareDataFolder(config.dataDir)
  const logger = createLogger(config.logLevel)
  installLastResort(logger)
  const database = await openDatabase(config.database)
  const worker = await createWorker({
    config,
    redisUrl: config.redisUrl,
    database,
    logger,
    secretKey: readSecretKey(config.secretKey),
    readSecretKeys: () => readSecretKeys(config.secretKey),
  })
  return {
    async close() {
      await worker.close()
      await database.close()
    },
  }
}

/** What such a process does. */
export async function createWorker(options: ResourceOptions & { redisUrl: string }): Promise<RunningWorker> {
  const { config, redisUrl, database, logger } = options
  const onFault = (error: unknown, runId?: string): void => logger.error({ err: error, runId }, 'a run is in trouble')
  const resources = await createResources(options)
  const execution = await createExecution({
    config,
    database,
    resources,
    metrics: createMetrics(),
    readKeys: options.readSecretKeys ?? (() => [options.secretKey]),
  })
  const { execute, holds, runs, describe, now } = execution
  const connections = [0, 1, 2].map(() => connectRedis(redisUrl, { onError: onFault }))
  const [client, blocking, subscriber] = connections.map((connection) => connection.client)
  if (!client || !blocking || !subscriber) throw new Error('Redis connections were not made')
  const worker = await startRunWorker({
    client,
    blocking,
    subscriber,
    concurrency: config.workerConcurrency,
    backgroundConcurrency: config.backgroundConcurrency,
    execute,
    holds,
    store: runs,
    queued: createQueuedRunStore(database),
    describe,
    now,
    onFault,
    times: { leaseMs: config.leaseMs },
  })
  return {
    async close() {
      await worker.close()
      for (const connection of connections) connection.close()
      await execution.close()
      await resources.close()
    },
  }
}
