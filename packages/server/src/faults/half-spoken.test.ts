import { outcomeOf } from '@chatwright/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawFlow } from '../testing/crash-rounds.ts'
import { startFakeVendor, type FakeVendor } from '../testing/fake-vendor.ts'
import { killAtRandomPoints, PATIENCE, WORDS, type StoredRun } from '../testing/half-spoken.ts'
import { Listener } from '../testing/listener.ts'
import { shareDatabase, startSharedServices } from '../testing/shared-services.ts'
import {
  MISSED_SOON,
  spawnServer,
  spawnWorker,
  temporaryFolder,
  type SpawnedServer,
} from '../testing/spawned-server.ts'

let folder: ReturnType<typeof temporaryFolder>
let vendor: FakeVendor
let server: SpawnedServer | undefined
let worker: SpawnedServer | undefined
const cleanups: (() => Promise<unknown> | void)[] = []
beforeEach(async () => {
  folder = temporaryFolder()
  vendor = await startFakeVendor({ tokens: WORDS, delayMs: 5 })
})
afterEach(async () => {
  await worker?.stop('SIGKILL')
  await server?.stop('SIGKILL')
  worker = undefined
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
  await vendor.close()
  folder.remove()
})

const url = (): string => server?.url ?? ''

const read = async <Answer>(path: string): Promise<Answer> =>
  (await (await fetch(`${url()}/api/v1${path}`)).json()) as Answer

/** Kills the one process there is in the middle of ten answers; `npm run soak` does so again and again. */
async function killServers(env: Record<string, string>): Promise<number> {
  server = await spawnServer(env)
  const flowId = await drawFlow(server.url, vendor.url)
  const kill = async (): Promise<void> => {
    await server?.stop('SIGKILL')
    server = await spawnServer(env)
  }
  return killAtRandomPoints({ url, flowId, kill, readersStay: false }, 1)
}

test('an answer is kept while it is written: what was said half a second ago is in the database', async () => {
  vendor.script = { tokens: WORDS, holdAfter: 50 }
  server = await spawnServer({ DATA_DIR: folder.path, LOG_LEVEL: 'silent' })
  const flowId = await drawFlow(server.url, vendor.url)
  const listener = new Listener(`${url()}/api/v1/prediction/${flowId}`, { body: { question: 'Count', chatId: 'c' } })
  const said = WORDS.slice(0, 50).join('')
  await vi.waitFor(() => expect(listener.text).toBe(said), PATIENCE)
  await vi.waitFor(async () => {
    const { status, events } = await read<StoredRun>(`/runs/${listener.runId}`)
    expect({ status, text: outcomeOf(events).text }).toEqual({ status: 'running', text: said })
  }, PATIENCE)
}, 120_000)

test('killed at ten points of streamed answers: what was committed is kept, told again, and gone on with', async () => {
  const env = { DATA_DIR: folder.path, LOG_LEVEL: 'silent' }
  expect(await killServers(env)).toBe(10)
  const flowId = (await read<{ id: string }[]>('/chatflows'))[0]?.id ?? ''
  const [, broken] = await read<{ id: string; content: string }[]>(`/chatmessage/${flowId}?chatId=chat-0-0`)
  vendor.script = { tokens: ['and the rest'] }
  const rest = await new Listener(`${url()}/api/v1/prediction/${flowId}`, {
    body: { continue: broken?.id, chatId: 'chat-0-0' },
  }).over()
  expect(rest.text).toBe(`${broken?.content}and the rest`)
}, 300_000)

test('the same at ten points on PostgreSQL', async (context) => {
  const databaseUrl = await shareDatabase(cleanups)
  if (databaseUrl === undefined) return context.skip('PostgreSQL is not installed')
  const env = { DATA_DIR: folder.path, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', ...MISSED_SOON }
  expect(await killServers(env)).toBe(10)
}, 300_000)

test('the same at ten points through the queue: the worker is killed, and every reader is told without coming back', async (context) => {
  const services = await startSharedServices(cleanups)
  if (!services) return context.skip('PostgreSQL or Redis is not installed')
  const env = {
    DATA_DIR: folder.path,
    ...services,
    LOG_LEVEL: 'silent',
    WORKER_CONCURRENCY: '10',
    ...MISSED_SOON,
  }
  server = await spawnServer(env)
  worker = await spawnWorker(env)
  const flowId = await drawFlow(server.url, vendor.url)
  const kill = async (): Promise<void> => {
    await worker?.stop('SIGKILL')
    worker = await spawnWorker(env)
  }
  expect(await killAtRandomPoints({ url, flowId, kill, readersStay: true }, 1)).toBe(10)
}, 600_000)
