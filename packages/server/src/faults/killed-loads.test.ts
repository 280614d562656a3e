import type { Job } from '@chatwright/contract'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/database.ts'
import type { Config } from '../config/config.ts'
import { startFakeVendor, type FakeVendor } from '../testing/fake-vendor.ts'
import { createKnowledge } from '../testing/knowledge-flow.ts'
import { startPostgres } from '../testing/own-postgres.ts'
import { startSharedServices } from '../testing/shared-services.ts'
import {
  MISSED_SOON,
  spawnServer,
  spawnWorker,
  temporaryFolder,
  type SpawnedServer,
} from '../testing/spawned-server.ts'

const DOCUMENTS = 500
/** In which batches, counted as the vendor hears them, whoever loads is killed. */
const KILLED_IN = [3, 5, 8]
const PATIENCE = { timeout: 120_000, interval: 50 }

let folder: ReturnType<typeof temporaryFolder>
let vendor: FakeVendor
let heard: (readonly string[])[]
const cleanups: (() => Promise<unknown> | void)[] = []
beforeEach(async () => {
  folder = temporaryFolder()
  heard = []
  vendor = await startFakeVendor({
    tokens: ['Found it'],
    async beforeEmbedding(texts) {
      heard.push(texts)
      // Killed before it hears the answer.
      if (KILLED_IN.includes(heard.length)) await new Promise(() => undefined)
    },
  })
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  await vendor.close()
  folder.remove()
})

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

/** Starts a load, kills its process in three places, and looks at what it came to. */
async function killThreeTimes({
  start,
  url,
  database,
}: {
  /** The process that loads. */
  start: () => Promise<SpawnedServer>
  /** Of a process that answers while that one runs. */
  url: (loader: SpawnedServer) => string
  database: Config['database']
}): Promise<Loaded> {
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
  for (const batch of KILLED_IN) {
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
  const answered = heard.filter((_, index) => !KILLED_IN.includes(index + 1)).flat()
  return {
    result: job.result,
    stored: [rows.length, new Set(rows.map(({ content }) => content)).size, vectors.length, history.length],
    embedded: [answered.length, new Set(answered).size],
  }
}

test('a load killed three times stores each of 500 documents once', async () => {
  const env = { DATA_DIR: folder.path, LOG_LEVEL: 'silent' }
  const file = join(folder.path, 'chatwright.sqlite')
  const start = (): Promise<SpawnedServer> => startLoader(() => spawnServer(env))
  const loaded = await killThreeTimes({ start, url: (loader) => loader.url, database: { kind: 'sqlite', file } })
  expect(loaded).toEqual(EACH_ONCE)
}, 240_000)

test('so it does on PostgreSQL, where others may be alive', async (context) => {
  const postgres = await startPostgres()
  if (!postgres) return context.skip('PostgreSQL is not installed')
  cleanups.push(() => postgres.stop())
  const env = { DATA_DIR: folder.path, LOG_LEVEL: 'silent', DATABASE_URL: postgres.url, ...MISSED_SOON }
  const start = (): Promise<SpawnedServer> => startLoader(() => spawnServer(env))
  const loaded = await killThreeTimes({
    start,
    url: (loader) => loader.url,
    database: { kind: 'postgres', url: postgres.url },
  })
  expect(loaded).toEqual(EACH_ONCE)
}, 300_000)

test('so it does in workers', async (context) => {
  const services = await startSharedServices(cleanups)
  if (!services) return context.skip('PostgreSQL or Redis is not installed')
  const env = { DATA_DIR: folder.path, LOG_LEVEL: 'silent', ...services, ...MISSED_SOON }
  const web = await startLoader(() => spawnServer(env))
  const start = (): Promise<SpawnedServer> => startLoader(() => spawnWorker(env))
  const loaded = await killThreeTimes({
    start,
    url: () => web.url,
    database: { kind: 'postgres', url: services.DATABASE_URL },
  })
  expect(loaded).toEqual(EACH_ONCE)
}, 300_000)

async function startLoader(spawn: () => Promise<SpawnedServer>): Promise<SpawnedServer> {
  const started = await spawn()
  cleanups.push(() => started.stop('SIGKILL'))
  return started
}
