import type { Job } from '@chatwright/contract'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '../src/ground/db/database.ts'
import type { Config } from '../src/ground/config/config.ts'
import { startFakeVendor, type FakeVendor } from './fake-vendor.ts'
import { createKnowledge } from './knowledge-flow.ts'
import { shareDatabase, startSharedServices } from './shared-services.ts'
import { MISSED_SOON, spawnServer, spawnWorker, temporaryFolder, type SpawnedServer } from './spawned-server.ts'

const DOCUMENTS = 500
const PATIENCE = { timeout: 240_000, interval: 50 }

/** A world of a test's own, so that all of them can wait at once for what was missed. */
interface World {
  folder: string
  vendor: FakeVendor
  killedIn: readonly number[]
  heard: (readonly string[])[]
  cleanups: (() => Promise<unknown> | void)[]
}

async function startWorld(
  killedIn: readonly number[],
  onTestFinished: (end: () => Promise<void>) => void,
): Promise<World> {
  const folder = temporaryFolder()
  const heard: World['heard'] = []
  const vendor = await startFakeVendor({
    tokens: ['Found it'],
    async beforeEmbedding(texts) {
      heard.push(texts)
      // Killed before it hears the answer.
      if (killedIn.includes(heard.length)) await new Promise(() => undefined)
    },
  })
  const cleanups: World['cleanups'] = []
  onTestFinished(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup()
    await vendor.close()
    folder.remove()
  })
  return { folder: folder.path, vendor, killedIn, heard, cleanups }
}

/** What a load came to. */
interface Loaded {
  result: Job['result']
  /** Texts in the store, those that differ, their vectors, and lines of the history. */
  stored: number[]
  /** Texts that the vendor embedded and was heard, and those that differ. */
  embedded: number[]
}

const EACH_ONCE: Loaded = {
  result: expect.objectContaining({ numAdded: DOCUMENTS, numUpdated: 0, numSkipped: 0, failures: [] }),
  stored: [DOCUMENTS, DOCUMENTS, DOCUMENTS, 1],
  // Only what was under way when its process was killed is embedded once more.
  embedded: [DOCUMENTS, DOCUMENTS],
}

/** Starts a load, kills its process in the middle, and looks at what it came to. */
async function killLoads(
  { vendor, killedIn, heard }: World,
  {
    start,
    url,
    database,
  }: {
    /** The process that loads. */
    start: () => Promise<SpawnedServer>
    /** Of a process that answers while that one runs. */
    url: (loader: SpawnedServer) => string
    database: Config['database']
  },
): Promise<Loaded> {
  let loader = await start()
  const address = (): string => `${url(loader)}/api/v1`
  const flowId = await createKnowledge(url(loader), { vendorUrl: vendor.url, documents: DOCUMENTS })
  const accepted = await fetch(`${address()}/vector/internal-upsert/${flowId}?background=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(accepted.status).toBe(202)
  const { id } = (await accepted.json()) as Job
  for (const batch of killedIn) {
    await vi.waitFor(() => expect(heard).toHaveLength(batch), PATIENCE)
    await loader.stop('SIGKILL')
    loader = await start()
  }
  const job = await vi.waitFor(async () => {
    const found = (await (await fetch(`${address()}/jobs/${id}`)).json()) as Job
    expect(found.state).toBe('done')
    return found
  }, PATIENCE)
  await loader.stop()

  const opened = await openDatabase(database)
  const rows = await opened.query.selectFrom('vector_document').select('content').execute()
  const vectors = await opened.query.selectFrom('vector_embedding').select('seq').execute()
  const history = await opened.query.selectFrom('upsert_history').select('id').execute()
  await opened.close()
  const answered = heard.filter((_, index) => !killedIn.includes(index + 1)).flat()
  return {
    result: job.result,
    stored: [rows.length, new Set(rows.map(({ content }) => content)).size, vectors.length, history.length],
    embedded: [answered.length, new Set(answered).size],
  }
}

/** In which batches, counted as the vendor hears them, whoever loads is killed, where each is deployed. */
interface KilledIn {
  alone: readonly number[]
  onPostgres: readonly number[]
  inWorkers: readonly number[]
}

/** Whoever loads is killed in these batches, and each document is stored once. */
export function testKilledLoads({ alone, onPostgres, inWorkers }: KilledIn): void {
  test.concurrent('a load that is killed stores each of 500 documents once', async ({ onTestFinished }) => {
    const world = await startWorld(alone, onTestFinished)
    const env = { DATA_DIR: world.folder, LOG_LEVEL: 'silent' }
    const loaded = await killLoads(world, {
      start: () => startLoader(world, () => spawnServer(env)),
      url: (loader) => loader.url,
      database: { kind: 'sqlite', file: join(world.folder, 'chatwright.sqlite') },
    })
    expect(loaded).toEqual(EACH_ONCE)
  }, 480_000)

  test.concurrent('so it does on PostgreSQL, where others may be alive', async (context) => {
    const world = await startWorld(onPostgres, context.onTestFinished)
    const url = await shareDatabase(world.cleanups)
    if (url === undefined) return context.skip('PostgreSQL is not installed')
    const env = { DATA_DIR: world.folder, LOG_LEVEL: 'silent', DATABASE_URL: url, ...MISSED_SOON }
    const loaded = await killLoads(world, {
      start: () => startLoader(world, () => spawnServer(env)),
      url: (loader) => loader.url,
      database: { kind: 'postgres', url },
    })
    expect(loaded).toEqual(EACH_ONCE)
  }, 480_000)

  test.concurrent('so it does in workers', async (context) => {
    const world = await startWorld(inWorkers, context.onTestFinished)
    const services = await startSharedServices(world.cleanups)
    if (!services) return context.skip('PostgreSQL or Redis is not installed')
    const env = { DATA_DIR: world.folder, LOG_LEVEL: 'silent', ...services, ...MISSED_SOON }
    const web = await startLoader(world, () => spawnServer(env))
    const loaded = await killLoads(world, {
      start: () => startLoader(world, () => spawnWorker(env)),
      url: () => web.url,
      database: { kind: 'postgres', url: services.DATABASE_URL },
    })
    expect(loaded).toEqual(EACH_ONCE)
  }, 480_000)
}

async function startLoader({ cleanups }: World, spawn: () => Promise<SpawnedServer>): Promise<SpawnedServer> {
  const started = await spawn()
  cleanups.push(() => started.stop('SIGKILL'))
  return started
}
