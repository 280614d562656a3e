import { outcomeOf } from '@chatwright/core'
import { expect, test, vi } from 'vitest'
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

/** A world of a test's own, so that all of them can wait at once for what was missed. */
interface World {
  vendor: FakeVendor
  env: Record<string, string>
  cleanups: (() => Promise<unknown> | void)[]
  start(spawn: typeof spawnServer, more?: Record<string, string>): Promise<SpawnedServer>
}

async function startWorld(onTestFinished: (end: () => Promise<void>) => void): Promise<World> {
  const folder = temporaryFolder()
  const vendor = await startFakeVendor({ tokens: WORDS, delayMs: 5 })
  const env = { DATA_DIR: folder.path, LOG_LEVEL: 'silent' }
  const cleanups: World['cleanups'] = [() => folder.remove(), () => vendor.close()]
  onTestFinished(async () => {
    for (const cleanUp of cleanups.toReversed()) await cleanUp()
  })
  return {
    vendor,
    env,
    cleanups,
    async start(spawn, more = {}) {
      const started = await spawn({ ...env, ...more })
      cleanups.push(() => started.stop('SIGKILL'))
      return started
    },
  }
}

const read = async <Answer>(url: string, path: string): Promise<Answer> =>
  (await (await fetch(`${url}/api/v1${path}`)).json()) as Answer

/** Kills the one process there is in the middle of ten answers; `npm run soak` does so again and again. */
async function killServers({ vendor, start }: World, more: Record<string, string> = {}) {
  let server = await start(spawnServer, more)
  const flowId = await drawFlow(server.url, vendor.url)
  const kill = async (): Promise<void> => {
    await server.stop('SIGKILL')
    server = await start(spawnServer, more)
  }
  const killed = await killAtRandomPoints({ url: () => server.url, flowId, kill, readersStay: false }, 1)
  return { killed, flowId, url: server.url }
}

test.concurrent('an answer is kept while it is written: what was said half a second ago is in the database', async (context) => {
  const { vendor, start } = await startWorld(context.onTestFinished)
  vendor.script = { tokens: WORDS, holdAfter: 50 }
  const { url } = await start(spawnServer)
  const flowId = await drawFlow(url, vendor.url)
  const listener = new Listener(`${url}/api/v1/prediction/${flowId}`, { body: { question: 'Count', chatId: 'c' } })
  const said = WORDS.slice(0, 50).join('')
  await vi.waitFor(() => expect(listener.text).toBe(said), PATIENCE)
  await vi.waitFor(async () => {
    const { status, events } = await read<StoredRun>(url, `/runs/${listener.runId}`)
    expect({ status, text: outcomeOf(events).text }).toEqual({ status: 'running', text: said })
  }, PATIENCE)
}, 120_000)

test.concurrent('killed at ten points of streamed answers: what was committed is kept, told again, and gone on with', async (context) => {
  const world = await startWorld(context.onTestFinished)
  const { killed, flowId, url } = await killServers(world)
  expect(killed).toBe(10)
  const [, broken] = await read<{ id: string; content: string }[]>(url, `/chatmessage/${flowId}?chatId=chat-0-0`)
  world.vendor.script = { tokens: ['and the rest'] }
  const rest = await new Listener(`${url}/api/v1/prediction/${flowId}`, {
    body: { continue: broken?.id, chatId: 'chat-0-0' },
  }).over()
  expect(rest.text).toBe(`${broken?.content}and the rest`)
}, 300_000)

test.concurrent('the same at ten points on PostgreSQL', async (context) => {
  const world = await startWorld(context.onTestFinished)
  const databaseUrl = await shareDatabase(world.cleanups)
  if (databaseUrl === undefined) return context.skip('PostgreSQL is not installed')
  expect((await killServers(world, { DATABASE_URL: databaseUrl, ...MISSED_SOON })).killed).toBe(10)
}, 300_000)

test.concurrent('the same at ten points through the queue: the worker is killed, and every reader is told without coming back', async (context) => {
  const { vendor, cleanups, start } = await startWorld(context.onTestFinished)
  const services = await startSharedServices(cleanups)
  if (!services) return context.skip('PostgreSQL or Redis is not installed')
  const shared = { ...services, WORKER_CONCURRENCY: '10', ...MISSED_SOON }
  const { url } = await start(spawnServer, shared)
  let worker = await start(spawnWorker, shared)
  const flowId = await drawFlow(url, vendor.url)
  const kill = async (): Promise<void> => {
    await worker.stop('SIGKILL')
    worker = await start(spawnWorker, shared)
  }
  expect(await killAtRandomPoints({ url: () => url, flowId, kill, readersStay: true }, 1)).toBe(10)
}, 600_000)
