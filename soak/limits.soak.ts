import { randomInt } from 'node:crypto'
import { loadavg } from 'node:os'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '../packages/server/src/ground/db/database.ts'
import { startFakeVendor, type FakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { drawAgentFlow } from '../packages/server/testing/agent-flow.ts'
import { drawConversation } from '../packages/server/testing/conversation-flow.ts'
import { startPostgres, type OwnPostgres } from '../packages/server/testing/own-postgres.ts'
import { startRedis, type OwnRedis } from '../packages/server/testing/own-redis.ts'
import {
  MISSED_SOON,
  spawnServer,
  spawnWorker,
  temporaryFolder,
  type SpawnedServer,
} from '../packages/server/testing/spawned-server.ts'
import { storeFlow } from '../packages/server/testing/store-flow.ts'

const RUNS = Number(process.env['SOAK_RUNS'] ?? 2000)
const KILLS = 8
const AT_ONCE = 400
const PATIENCE = { timeout: 600_000, interval: 100 }
/** Seven tokens are read, sixty written. */
const CALL = 67
const WRITTEN = 60
/** Millionths of a dollar for a call, of the node's own model and of the cheaper one. */
const PRICES = { 'gpt-4o-mini': 7 * 0.15 + WRITTEN * 0.6, tiny: CALL * 0.1 }

const folder = temporaryFolder()
let vendor: FakeVendor
let redis: OwnRedis
let postgres: OwnPostgres
let database: Database
let env: Record<string, string>
const processes: { start: typeof spawnServer; running: SpawnedServer }[] = []

beforeAll(async () => {
  vendor = await startFakeVendor({ tokens: Array.from({ length: WRITTEN }, () => 'word ') })
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

beforeEach(async () => {
  vendor.requests.length = 0
  const { items } = await read<{ items: { id: string }[] }>('/limits')
  for (const { id } of items) await fetch(`${url()}/api/v1/limits/${id}`, { method: 'DELETE' })
})

const url = (): string => processes[randomInt(2)]?.running.url ?? ''
const read = async <Answer>(path: string): Promise<Answer> =>
  (await (await fetch(`${url()}/api/v1${path}`)).json()) as Answer
const smallTalk = (): Promise<string> =>
  storeFlow(url(), {
    name: 'Limited',
    draw: (catalogue, credentialId) =>
      drawConversation(
        catalogue,
        { vendorUrl: vendor.url, inputs: { chatOpenAI_0: { maxTokens: WRITTEN } } },
        credentialId,
      ),
  })
/** One that can wait at a limit. */
const oneStep = (): Promise<string> =>
  storeFlow(url(), {
    name: 'Limited steps',
    columns: { type: 'AGENTFLOW' },
    draw: (catalogue, credentialId) => {
      const model = { FLOWISE_CREDENTIAL_ID: credentialId, basepath: vendor.url, modelName: 'gpt-4o-mini' }
      const llm = {
        llmModel: 'chatOpenAI',
        llmModelConfig: { llmModel: 'chatOpenAI', ...model, maxTokens: WRITTEN },
        llmMessages: [{ role: 'system', content: '<p>Answer {{ question }}</p>' }],
        llmEnableMemory: false,
      }
      return drawAgentFlow(catalogue, { steps: { llmAgentflow_0: llm }, edges: ['startAgentflow_0 > llmAgentflow_0'] })
    },
  })

test(`${RUNS} runs on two servers and two workers, killed ${KILLS} times, never cost more than their limit`, async () => {
  // Room for a quarter of them.
  const most = Math.floor(RUNS / 4) * CALL
  const limitId = await limit({ scope: 'instance', period: 'month', unit: 'tokens', amount: most })
  const { refused, highest } = await askAndKill(await smallTalk(), { runs: RUNS, kills: KILLS, limitId })
  const spent = vendor.requests.length * CALL
  console.log({ at: 'stop', most, spent, load: loadavg()[0] })
  expect(highest).toBeLessThanOrEqual(most)
  expect(spent).toBeLessThanOrEqual(most)
  expect(refused).toBeGreaterThan(0)
  await expectNothingReserved(limitId)
})

test('the same with a cheaper model from four fifths on: both together stay below the limit, each within its part', async () => {
  await fetch(`${url()}/api/v1/prices`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'tiny', since: '2020-01-01', input: 0.1, output: 0.1 }),
  })
  const runs = Math.floor(RUNS / 2)
  const most = Math.floor((runs / 5) * PRICES['gpt-4o-mini'])
  const cheaper = { atLimit: 'cheaper', cheaperModel: 'tiny' }
  const limitId = await limit({ scope: 'instance', period: 'month', unit: 'micro', amount: most, ...cheaper })
  const { refused, highest } = await askAndKill(await smallTalk(), { runs, kills: KILLS / 2, limitId })
  const asked = { 'gpt-4o-mini': 0, tiny: 0 }
  for (const { body } of vendor.requests) asked[body.model as keyof typeof asked] += 1
  const own = asked['gpt-4o-mini'] * PRICES['gpt-4o-mini']
  const spent = own + asked.tiny * PRICES.tiny
  console.log({ at: 'cheaper', most, spent, own, asked, load: loadavg()[0] })
  expect(highest).toBeLessThanOrEqual(most)
  expect(spent).toBeLessThanOrEqual(most)
  expect(own).toBeLessThanOrEqual(most * 0.8)
  expect(Math.min(refused, ...Object.values(asked))).toBeGreaterThan(0)
  await expectNothingReserved(limitId)
})

test('the same where a person is asked: runs wait, cost no more than was allowed, and all of them end', async () => {
  const runs = Math.floor(RUNS / 10)
  const most = Math.floor(runs / 4) * CALL
  const limitId = await limit({ scope: 'instance', period: 'month', unit: 'tokens', amount: most, atLimit: 'ask' })
  const flowId = await oneStep()
  const { highest } = await askAndKill(flowId, { runs, kills: KILLS / 2, limitId })
  expect(highest).toBeLessThanOrEqual(most)
  expect(vendor.requests.length * CALL).toBeLessThanOrEqual(most)
  let allowedTimes = 0
  let waited = 0
  for (let waits = await waitsOf(flowId); waits.length > 0; waits = await waitsOf(flowId)) {
    const before = await allowed(limitId)
    waited ||= waits.length
    // All of them at once: whoever comes first makes room for the others.
    await Promise.all(waits.map(({ id }) => post(`${url()}/api/v1/waits/${id}/decision`, { type: 'proceed' })))
    await expectOver()
    expect(await allowed(limitId)).toBeGreaterThan(before)
    expect(await taken(limitId)).toBeLessThanOrEqual(most + (await allowed(limitId)))
    expect(vendor.requests.length * CALL).toBeLessThanOrEqual(most + (await allowed(limitId)))
    allowedTimes += 1
    expect(allowedTimes).toBeLessThan(20)
  }
  const ends = await database.query.selectFrom('run').select('status').where('chatflow_id', '=', flowId).execute()
  const counted: Record<string, number> = {}
  for (const { status } of ends) counted[status] = (counted[status] ?? 0) + 1
  const spent = vendor.requests.length * CALL
  console.log({ at: 'ask', most, allowed: await allowed(limitId), waited, allowedTimes, spent, runs: counted })
  expect(waited).toBeGreaterThan(0)
  expect(Object.keys(counted).filter((status) => !['done', 'waiting'].includes(status))).toEqual([])
  await expectNothingReserved(limitId)
})

/** Asks a flow so often, from many at once, while processes are killed. Returns how it went, and the most that was taken at any time. */
async function askAndKill(
  flowId: string,
  { runs, kills, limitId }: { runs: number; kills: number; limitId: string },
): Promise<{ answered: number; refused: number; highest: number }> {
  const ended = { answered: 0, refused: 0, failed: 0, cut: 0 }
  const others = new Set<string>()
  let asked = 0
  let highest = 0
  const askAll = async (): Promise<void> => {
    while (asked < runs) {
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
    for (let kill = 0; kill < kills && !hasAsked(runs); kill += 1) {
      const due = Math.floor(((kill + 1) * runs) / (kills + 2))
      await vi.waitFor(() => expect(hasAsked(due)).toBe(true), { ...PATIENCE, interval: 5 })
      const killed = processes[randomInt(processes.length)]
      if (!killed) continue
      await killed.running.stop('SIGKILL')
      killed.running = await killed.start(env)
    }
  }
  const watch = async (): Promise<void> => {
    while (!hasAsked(runs)) highest = Math.max(highest, await taken(limitId))
  }
  await Promise.all([...Array.from({ length: Math.min(AT_ONCE, runs / 4) }, askAll), killNow(), watch()])
  await expectOver()
  highest = Math.max(highest, await taken(limitId))
  console.log({ ...ended, asked: vendor.requests.length, highest, others: [...others].slice(0, 5) })
  return { ...ended, highest }
}

async function expectOver(): Promise<void> {
  const underWay = database.query.selectFrom('run').select('id').where('status', 'in', ['running', 'queued'])
  await vi.waitFor(async () => expect(await underWay.execute()).toEqual([]), PATIENCE)
}

/** What the killed ones have reserved is given back when its lease is over. */
async function expectNothingReserved(limitId: string): Promise<void> {
  await database.query.updateTable('ledger_hold').set({ until: '2020-01-01T00:00:00.000Z' }).execute()
  await read('/limits')
  expect((await ledgersOf(limitId)).map(({ reserved }) => reserved)).toEqual([0])
  expect(await database.query.selectFrom('ledger_hold').selectAll().execute()).toEqual([])
}

function ledgersOf(limitId: string) {
  return database.query.selectFrom('ledger').selectAll().where('limit_id', '=', limitId).execute()
}

/** Used and reserved of a limit. */
async function taken(limitId: string): Promise<number> {
  return (await ledgersOf(limitId)).reduce((sum, { used, reserved }) => sum + used + reserved, 0)
}

/** What persons have allowed beyond it. */
async function allowed(limitId: string): Promise<number> {
  return (await ledgersOf(limitId)).reduce((sum, row) => sum + row.allowed, 0)
}

async function waitsOf(flowId: string): Promise<{ id: string }[]> {
  return (await read<{ items: { id: string }[] }>(`/waits?chatflowId=${flowId}&limit=100`)).items
}

async function limit(body: object): Promise<string> {
  const made = await post(`${url()}/api/v1/limits`, body)
  expect(made.ok, made.body).toBe(true)
  return (JSON.parse(made.body) as { id: string }).id
}

async function post(address: string, body: object): Promise<{ ok: boolean; body: string }> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { ok: answer.ok, body: await answer.text() }
}
