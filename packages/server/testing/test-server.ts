import type { FastifyInstance, InjectOptions } from 'fastify'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, inject } from 'vitest'
import { createLogger } from '../src/ground/boot/logger.ts'
import { readConfig, type Config } from '../src/ground/config/config.ts'
import { openDatabase, type Database } from '../src/ground/db/database.ts'
import { createServices, type ServiceOptions, type Services } from '../src/process/wiring/whole-server.ts'
import { lendApp } from './lent-app.ts'
import { lendPostgresDatabase } from './lent-databases.ts'
import { openOwnDatabase } from './own-database.ts'
import { startRedis } from './own-redis.ts'

export interface TestServer {
  app: FastifyInstance
  services: Services
  database: Database
  config: Config
  /** Sends a request through the whole stack and parses the answer. */
  send(method: Method, url: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>
  /** Listens for real, for tests of streams and sockets. */
  listen(): Promise<string>
  close(): Promise<void>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

export interface TestAnswer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  /** Parsed when the answer is JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert the shape of what they read
  body: any
  text: string
}

export interface TestServerOptions {
  env?: Record<string, string>
  databaseUrl?: string
  secretKey?: Buffer
  /** How often whatever may be due is looked for, where a test waits for it. */
  lookEveryMs?: number
  /** Answers where requests leave this machine. */
  dispatch?: ServiceOptions['dispatch']
}

export type StartServer = (options?: TestServerOptions) => Promise<TestServer>

/** What test servers encrypt with, and whoever reads what they stored. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 7)

/** The real server over a real database, everything of its own and gone after. */
export async function testServer({
  env = {},
  databaseUrl,
  secretKey = TEST_SECRET_KEY,
  lookEveryMs,
  dispatch,
}: TestServerOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-test-'))
  const config = readConfig({
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...env,
  })
  const logger = createLogger(config.logLevel)
  const database = await openOwnDatabase(config.database)
  let isShuttingDown = false
  const services = await createServices({
    config,
    database,
    logger,
    secretKey,
    version: '0.0.0-test',
    isShuttingDown: () => isShuttingDown,
    lookEveryMs,
    dispatch,
  })
  const { app, listen, giveBack } = await lendApp({
    config,
    logger,
    access: services.access,
    audit: services.audit,
    flowGate: services.flowGate,
    handlers: services.handlers,
    metrics: services.metrics,
    isShuttingDown: () => isShuttingDown,
  })
  return {
    app,
    services,
    database,
    config,
    async send(method, url, body, headers = {}) {
      const request: InjectOptions = {
        method,
        url,
        headers: { host: 'localhost', ...headers },
        ...(body !== undefined && { payload: body as InjectOptions['payload'] & object }),
      }
      const response = await app.inject(request)
      const isJson = String(response.headers['content-type'] ?? '').includes('json')
      return {
        status: response.statusCode,
        headers: response.headers,
        body: isJson && response.body !== '' ? JSON.parse(response.body) : undefined,
        text: response.body,
      }
    },
    listen,
    async close() {
      isShuttingDown = true
      await services.drain()
      await giveBack()
      await services.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Runs the same tests on both real databases; each server gets a database of its own. `npm run soak queue` asks some of them
 * through a queue and a worker, too.
 */
export function describeOnBothDatabases(name: string, tests: (start: StartServer) => void): void {
  describe(`${name} on SQLite`, () => {
    tests((options) => testServer(options))
  })
  const postgresUrl = inject('postgresUrl')
  describe.runIf(postgresUrl !== undefined)(`${name} on PostgreSQL`, () => {
    tests(onPostgres(postgresUrl ?? ''))
  })
  describe.runIf(postgresUrl !== undefined && process.env['CHATWRIGHT_TEST_QUEUE'] !== undefined)(
    `${name} through the queue`,
    () => {
      tests(throughTheQueue(onPostgres(postgresUrl ?? '')))
    },
  )
}

/** Servers with a database of their own each. */
export function onPostgres(postgresUrl: string): StartServer {
  return async (options) => {
    const { url, giveBack } = await lendPostgresDatabase(postgresUrl)
    const server = await testServer({ ...options, databaseUrl: url })
    const close = async (): Promise<void> => {
      await server.close()
      await giveBack()
    }
    return { ...server, close }
  }
}

/** Servers whose runs are done by a worker beside them. */
export function throughTheQueue(start: StartServer): StartServer {
  return async (options) => {
    const redis = await startRedis()
    const server = await start({ ...options, env: { ...options?.env, REDIS_URL: redis.url } })
    const { config } = server
    const database = await openDatabase(config.database)
    // Loaded by those who need it: most tests start no worker.
    const { createWorker } = await import('../src/process/wiring/worker-process.ts')
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
