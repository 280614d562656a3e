import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../src/ground/db/database.ts'
import { startFakeQdrant } from '../testing/fake-qdrant.ts'
import { startFakeVendor, type FakeVendor } from '../testing/fake-vendor.ts'
import { MISSED_SOON, spawnServer, temporaryFolder, type SpawnedServer } from '../testing/spawned-server.ts'

const DOCUMENTS = 2000
const BATCH = 64
const KILLS = [300, 900, 1500]

const folder = temporaryFolder()
let server: SpawnedServer
let vendor: FakeVendor

afterEach(async () => {
  await server.stop('SIGKILL')
  await vendor.close()
  folder.remove()
})

async function send(method: 'GET' | 'POST', path: string, body?: object) {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text) as Record<string, unknown> & { id: string }
}

/** Waited for before any text is embedded: what is looked at meanwhile must not be over. */
let looking: Promise<void> = Promise.resolve()

/** Resolves once so many texts were embedded, and lets no further batch be answered until it is called off. */
function stopAt(embedded: readonly string[], count: number) {
  let goOn = (): void => {}
  const released = new Promise<void>((resolve) => (goOn = resolve))
  const reached = new Promise<void>((resolve) => {
    vendor.script = {
      tokens: [],
      async beforeEmbedding(texts) {
        await looking
        if (embedded.length < count) {
          ;(embedded as string[]).push(...texts)
          return
        }
        resolve()
        await released
      },
    }
  })
  return { reached, goOn }
}

test(
  'a load of 2,000 documents that is killed three times stores each passage once',
  { timeout: 600_000 },
  async () => {
    vendor = await startFakeVendor()
    const env = { DATA_DIR: folder.path, LOG_LEVEL: 'silent', ...MISSED_SOON }
    server = await spawnServer(env)
    const plainDataObj = { openAIApiKey: 'sk-test' }
    const key = await send('POST', '/credentials', { name: 'Key', credentialName: 'openAIApi', plainDataObj })
    const { id: storeId } = await send('POST', '/document-store/store', { name: 'Handbook' })
    const embeddingConfig = { credential: key.id, basepath: vendor.url }
    await send('POST', '/document-store/vectorstore/save', {
      storeId,
      embeddingName: 'openAIEmbeddings',
      embeddingConfig,
    })
    const text = Array.from({ length: DOCUMENTS }, (_, index) => `fact ${index} of the handbook`).join('\n')
    const splitterConfig = { chunkSize: 30, chunkOverlap: 0, separator: '\n' }
    const source = { storeId, loaderId: 'plainText', loaderConfig: { text }, splitterId: 'characterTextSplitter' }
    await send('POST', '/document-store/loader/save', { ...source, splitterConfig })

    const embedded: string[] = []
    let stop = stopAt(embedded, KILLS[0] ?? 0)
    await send('POST', `/document-store/refresh/${storeId}?background=true`, {})
    for (const [round] of KILLS.entries()) {
      await stop.reached
      await server.stop('SIGKILL')
      stop.goOn()
      stop = stopAt(embedded, KILLS[round + 1] ?? Infinity)
      let hasLooked = (): void => {}
      looking = new Promise<void>((resolve) => (hasLooked = resolve))
      server = await spawnServer(env)
      // Nothing of a load that is not whole can be found.
      await expect(send('POST', '/document-store/vectorstore/query', { storeId, query: 'fact' })).rejects.toThrow('yet')
      hasLooked()
    }
    const isReady = async () =>
      expect(await send('GET', `/document-store/store/${storeId}`)).toMatchObject({ status: 'UPSERTED' })
    await vi.waitFor(isReady, { timeout: 300_000, interval: 500 })
    expect(await send('GET', `/document-store/store/${storeId}`)).toMatchObject({ totalChunks: DOCUMENTS })
    // What was on its way when it was killed may be embedded again, and nothing else.
    expect(new Set(embedded).size).toBe(DOCUMENTS)
    expect(embedded.length - DOCUMENTS).toBeLessThanOrEqual(KILLS.length * BATCH)

    await moveAndKill({ storeId, env, isReady })
    await server.stop()
    const database = await openDatabase({ kind: 'sqlite', file: join(folder.path, 'chatwright.sqlite') })
    const rows = await database.query.selectFrom('knowledge_passage').select(['content', 'state']).execute()
    const vectors = await database.query.selectFrom('vector_document').select('content').execute()
    await database.close()
    expect(rows.every(({ state }) => state === 'live')).toBe(true)
    expect([new Set(rows.map(({ content }) => content)).size, rows.length]).toEqual([DOCUMENTS, DOCUMENTS])
    expect([new Set(vectors.map(({ content }) => content)).size, vectors.length]).toEqual([DOCUMENTS, DOCUMENTS])
  },
)

/** Moves the vectors away, is killed half-way and goes on by itself; then they move back. Nothing is embedded. */
async function moveAndKill({
  storeId,
  env,
  isReady,
}: {
  storeId: string
  env: Record<string, string>
  isReady: () => Promise<void>
}): Promise<void> {
  const qdrant = await startFakeQdrant()
  const texts: string[] = []
  vendor.script = { tokens: [], beforeEmbedding: async (some) => void texts.push(...some) }
  const move = (vectorStoreName: string, vectorStoreConfig: object) =>
    send('POST', '/document-store/vectorstore/insert?background=true', { storeId, vectorStoreName, vectorStoreConfig })
  const half = new Promise<void>((resolve) => {
    qdrant.beforeStoring = async () => {
      if (qdrant.points.size < DOCUMENTS / 2) return
      resolve()
      await new Promise(() => {})
    }
  })
  await move('qdrant', { qdrantServerUrl: qdrant.url, qdrantCollection: 'shop' })
  await half
  await server.stop('SIGKILL')
  qdrant.beforeStoring = async () => {}
  server = await spawnServer(env)
  await vi.waitFor(isReady, { timeout: 120_000, interval: 200 })
  expect(qdrant.points.size).toBe(DOCUMENTS)
  await move('builtInVectorStore', {})
  await vi.waitFor(isReady, { timeout: 120_000, interval: 200 })
  expect([qdrant.points.size, texts]).toEqual([0, []])
  await qdrant.close()
}
