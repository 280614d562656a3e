import { describe, inject } from 'vitest'
import { createLogger } from '../src/ground/boot/logger.ts'
import { openDatabase } from '../src/ground/db/database.ts'
import { createWorker } from '../src/process/wiring/worker-process.ts'
import { redisProgram, startRedis } from './own-redis.ts'
import { onPostgres, TEST_SECRET_KEY, testServer, type StartServer } from './test-server.ts'

/** Runs the same tests on a server as people deploy it: with SQLite in one process, with PostgreSQL, and with a queue and a worker. */
export function describeOnEveryDeployment(name: string, tests: (start: StartServer) => void): void {
  describe(`${name} on SQLite`, () => {
    tests(testServer)
  })
  const postgresUrl = inject('postgresUrl')
  describe.runIf(postgresUrl)(`${name} on PostgreSQL`, () => {
    tests(onPostgres(postgresUrl ?? ''))
  })
  describe.runIf(postgresUrl && redisProgram)(`${name} through the queue`, () => {
    tests(throughTheQueue(onPostgres(postgresUrl ?? '')))
  })
}

/** Servers whose runs are done by a worker beside them. */
export function throughTheQueue(start: StartServer): StartServer {
  return async (options) => {
    const redis = await startRedis()
    const server = await start({ ...options, env: { ...options?.env, REDIS_URL: redis.url } })
    const { config } = server
    const database = await openDatabase(config.database)
    const worker = await createWorker({
      config,
      redisUrl: redis.url,
      database,
      logger: createLogger(config.logLevel),
      secretKey: TEST_SECRET_KEY,
    })
    const close = async (): Promise<void> => {
      await worker.close()
      await database.close()
      await server.close()
      await redis.stop()
    }
    return { ...server, close }
  }
}
