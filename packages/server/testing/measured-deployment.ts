import { fileURLToPath } from 'node:url'
import { describe, inject, vi } from 'vitest'
import { createMigratedPostgresDatabase, dropPostgresDatabase } from './own-database.ts'
import { redisProgram, startRedis, type OwnRedis } from './own-redis.ts'
import { spawnServer, spawnWorker, temporaryFolder, type SpawnedServer } from './spawned-server.ts'
import type { TestServer } from './test-server.ts'

export interface MeasuredDeployment {
  address: string
  send: TestServer['send']
  /** The most processor time, in milliseconds, for which one of its processes answered nobody while something was going on. */
  longestTurn(work: () => Promise<unknown>): Promise<number>
  close(): Promise<void>
}

export type StartMeasured = (env: Record<string, string>) => Promise<MeasuredDeployment>

/**
 * Runs the same tests on the product as people deploy it, in processes of its own: one with SQLite, and a server and a worker with
 * PostgreSQL and a queue. What the tests themselves do, and what other tests left behind, is not measured with it.
 */
export function describeOnMeasuredDeployments(
  name: string,
  tests: (start: StartMeasured, deployment: { hasWorker: boolean }) => void,
): void {
  describe(`${name} on SQLite`, () => {
    tests((env) => deploy(env), { hasWorker: false })
  })
  const postgresUrl = inject('postgresUrl') ?? ''
  describe.runIf(postgresUrl && redisProgram)(`${name} on PostgreSQL and through the queue`, () => {
    tests(async (env) => deploy(env, { postgresUrl, redis: await startRedis() }), { hasWorker: true })
  })
}

async function deploy(
  given: Record<string, string>,
  shared?: { postgresUrl: string; redis: OwnRedis },
): Promise<MeasuredDeployment> {
  const folder = temporaryFolder()
  const databaseUrl = shared && (await createMigratedPostgresDatabase(shared.postgresUrl))
  const env = {
    ...given,
    DATA_DIR: folder.path,
    NODE_OPTIONS: `--require ${fileURLToPath(new URL('report-turns.cjs', import.meta.url))}`,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(shared && { REDIS_URL: shared.redis.url }),
  }
  const server = await spawnServer(env)
  const processes = shared ? [server, await spawnWorker(env)] : [server]
  const turns = async (): Promise<number> => Math.max(...(await Promise.all(processes.map(turnOf))))
  return {
    address: server.url,
    send: sendTo(server.url),
    async longestTurn(work) {
      await turns()
      await work()
      return turns()
    },
    async close() {
      await Promise.all(processes.map((own) => own.stop()))
      await shared?.redis.stop()
      if (databaseUrl) await dropPostgresDatabase(databaseUrl)
      folder.remove()
    },
  }
}

/** What a process says of itself, since it was last asked. */
async function turnOf({ process: child, output }: SpawnedServer): Promise<number> {
  const before = said(output()).length
  child.kill('SIGUSR2')
  return vi.waitFor(
    () => {
      const turn = said(output())[before]
      if (turn === undefined) throw new Error('The server has not said yet how long its turns took')
      return turn
    },
    { timeout: 60_000, interval: 5 },
  )
}

function said(output: string): number[] {
  return [...output.matchAll(/^longest turn (.*)$/gm)].map(([, turn]) => Number(turn))
}

function sendTo(address: string): TestServer['send'] {
  return async (method, url, body, headers = {}) => {
    const response = await fetch(`${address}${url}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: isJson ? JSON.parse(text) : undefined,
      text,
    }
  }
}
