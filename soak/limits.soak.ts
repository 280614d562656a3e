import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '../packages/server/src/db/database.ts'
import { startFakeVendor, type FakeVendor } from '../packages/server/src/testing/fake-vendor.ts'
import { drawConversation } from '../packages/server/src/testing/conversation-flow.ts'
import { startPostgres, type OwnPostgres } from '../packages/server/src/testing/own-postgres.ts'
import { startRedis, type OwnRedis } from '../packages/server/src/testing/own-redis.ts'
import {
  MISSED_SOON,
  spawnServer,
  spawnWorker,
  temporaryFolder,
  type SpawnedServer,
} from '../packages/server/src/testing/spawned-server.ts'
import { storeFlow } from '../packages/server/src/testing/store-flow.ts'

const RUNS = Number(process.env['SOAK_RUNS'] ?? 2000)
const KILLS = 8
const AT_ONCE = 400
const PATIENCE = { timeout: 600_000, interval: 100 }
/** Seven tokens are read, sixty written. */
const CALL = 67
/** Room for a quarter of them. */
const MOST = Math.floor(RUNS / 4) * CALL

const folder = temporaryFolder()
let vendor: FakeVendor
let redis: OwnRedis
let postgres: OwnPostgres
let database: Database
let env: Record<string, string>
const processes: { start: typeof spawnServer; running: SpawnedServer }[] = []

beforeAll(async () => {
  vendor = await startFakeVendor({ tokens: Array.from({ length: 60 }, () => 'word ') })
  redis = await startRedis()
  const started = await startPostgres()
  if (!started) throw new Error('PostgreSQL is not installed')
  postgres = started
  env = {
    DATA_DIR: folder.path,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    LOG_LEVEL: 'silent',
    ...MISSED_SOON,
  }
  for (const start of [spawnServer, spawnServer, spawnWorker, spawnWorker])
    processes.push({ start, running: await start(env) })
  database = await openDatabase({ kind: 'postgres', url: postgres.url })
})

afterAll(async () => {
  await Promise.all(processes.map(({ running }) => running.stop('SIGKILL')))
  await database.close()
  await vendor.close()
  await redis.stop()
  await postgres.stop()
  folder.remove()
})

test(`${RUNS} runs on two servers and two workers, killed ${KILLS} times, never cost more than their limit`, async () => {
  const url = () => processes[randomInt(2)]?.running.url ?? ''
  const flowId = await storeFlow(url(), {
    name: 'Limited',
    draw: (catalogue, credentialId) =>
      drawConversation(catalogue, { vendorUrl: vendor.url, inputs: { chatOpenAI_0: { maxTokens: 60 } } }, credentialId),
  })
  await post(`${url()}/api/v1/limits`, { scope: 'instance', period: 'month', unit: 'tokens', amount: MOST })
  const ended = { answered: 0, refused: 0, failed: 0, cut: 0 }
  const others = new Set<string>()
  let asked = 0
  let highest = 0
  const askAll = async (): Promise<void> => {
    while (asked < RUNS) {
      asked += 1
      const answer = await post(`${url()}/api/v1/prediction/${flowId}`, { question: 'Hi' }).catch(() => undefined)
      if (!answer) {
        // Its server was killed: somebody else is asked, once there is one.
        ended.cut += 1
        asked -= 1
        await vi.waitFor(async () => expect((await fetch(`${url()}/health/ready`)).ok).toBe(true), PATIENCE)
      } else if (answer.ok) ended.answered += 1
      else if (answer.body.includes('is reached')) ended.refused += 1
      else {
        ended.failed += 1
        others.add(answer.body.slice(0, 200))
      }
    }
  }
  const hasAsked = (many: number): boolean => asked >= many
  const killNow = async (): Promise<void> => {
    for (let kill = 0; kill < KILLS && !hasAsked(RUNS); kill += 1) {
      const due = Math.floor(((kill + 1) * RUNS) / (KILLS + 2))
      await vi.waitFor(() => expect(hasAsked(due)).toBe(true), { ...PATIENCE, interval: 5 })
      const killed = processes[randomInt(processes.length)]
      if (!killed) continue
      await killed.running.stop('SIGKILL')
      killed.running = await killed.start(env)
    }
  }
  const watch = async (): Promise<void> => {
    while (!hasAsked(RUNS)) highest = Math.max(highest, await taken())
  }
  await Promise.all([...Array.from({ length: AT_ONCE }, askAll), killNow(), watch()])
  const isOver = async () =>
    (await database.query.selectFrom('run').select('id').where('status', 'in', ['running', 'queued']).execute())
      .length === 0
  await vi.waitFor(async () => expect(await isOver()).toBe(true), PATIENCE)
  highest = Math.max(highest, await taken())
  const spent = vendor.requests.length * CALL
  console.log({ ...ended, asked: vendor.requests.length, most: MOST, highest, spent, others: [...others].slice(0, 5) })
  expect(highest).toBeLessThanOrEqual(MOST)
  expect(spent).toBeLessThanOrEqual(MOST)
  expect(ended.refused).toBeGreaterThan(0)

  // What the killed ones have reserved is given back when its lease is over.
  await database.query.updateTable('ledger_hold').set({ until: '2020-01-01T00:00:00.000Z' }).execute()
  await fetch(`${url()}/api/v1/limits`)
  const rows = await database.query.selectFrom('ledger').selectAll().execute()
  expect(rows.map(({ reserved }) => reserved)).toEqual([0])
  expect(await database.query.selectFrom('ledger_hold').selectAll().execute()).toEqual([])
})

/** Used and reserved of the one limit there is. */
async function taken(): Promise<number> {
  const rows = await database.query.selectFrom('ledger').select(['used', 'reserved']).execute()
  return rows.reduce((sum, { used, reserved }) => sum + used + reserved, 0)
}

async function post(address: string, body: object): Promise<{ ok: boolean; body: string }> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { ok: answer.ok, body: await answer.text() }
}
