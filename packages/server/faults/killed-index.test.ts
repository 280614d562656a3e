import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '../src/ground/db/database.ts'
import { startFakeVendor, type FakeVendor } from '../testing/fake-vendor.ts'
import { spawnServer, temporaryFolder, type SpawnedServer } from '../testing/spawned-server.ts'
import { toBytes } from '../src/knowledge/vectors/vector-bytes.ts'

/** With the one passage that is loaded, more than are compared one by one. */
const MORE = 10_000
const AT_ONCE = 500

const folder = temporaryFolder()
let server: SpawnedServer
let vendor: FakeVendor

afterEach(async () => {
  await server.stop('SIGKILL')
  await vendor.close()
  folder.remove()
})

async function send(path: string, body: object) {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text) as { id: string; docs: { pageContent: string }[] }
}

async function inDatabase<Value>(work: (database: Database) => Promise<Value>): Promise<Value> {
  const database = await openDatabase({ kind: 'sqlite', file: join(folder.path, 'chatwright.sqlite') })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const indexIds = () =>
  inDatabase(async ({ query: db }) => {
    const heads = await db.selectFrom('vector_index').select('id').execute()
    const parts = await db.selectFrom('vector_index_part').select('id').distinct().execute()
    return { heads: heads.map(({ id }) => id), parts: parts.map(({ id }) => id) }
  })

const placeOf = ({ query: db }: Pick<Database, 'query'>) =>
  db.selectFrom('vector_embedding').select(['collection', 'dimensions', 'change']).executeTakeFirstOrThrow()

/** Fills the collection of the store up, so that the next search has an index made for it. */
function fillUp(): Promise<void> {
  return inDatabase(async (database) => {
    const { collection, dimensions, change } = await placeOf(database)
    for (let at = 0; at < MORE; at += AT_ONCE) {
      const numbers = Array.from({ length: AT_ONCE }, (_, each) => at + each + 1)
      await database.transact(async (transaction) => {
        const documents = await transaction
          .insertInto('vector_document')
          .values(numbers.map((each) => ({ collection, id: `more-${each}`, metadata: '{}', content: 'More' })))
          .returning('seq')
          .execute()
        const embeddings = documents.map(({ seq }) => {
          // Away from every text there is, each in a direction of its own.
          const vector = Array.from({ length: dimensions }, (_, axis) => -1 - Math.abs(Math.sin(seq * (axis + 1))))
          return { seq, collection, dimensions, embedding: toBytes(vector), change }
        })
        await transaction.insertInto('vector_embedding').values(embeddings).execute()
      })
    }
  })
}

/** As if no search had wanted one yet. */
function forgetIndex(): Promise<void> {
  return inDatabase(async ({ query: db }) => {
    await db.deleteFrom('vector_index').execute()
    await db.deleteFrom('vector_index_part').execute()
  })
}

/** What an index that was being written when the process died leaves behind. */
function leavePart(): Promise<void> {
  return inDatabase(async (database) => {
    const { collection, dimensions } = await placeOf(database)
    const part = { id: 'unfinished', part: 0, collection, dimensions, bytes: new Uint8Array(16) }
    await database.query.insertInto('vector_index_part').values(part).execute()
  })
}

test('a server killed while it makes an index finds the same afterwards, and makes it whole', async () => {
  vendor = await startFakeVendor()
  const env = { DATA_DIR: folder.path, LOG_LEVEL: 'silent' }
  server = await spawnServer(env)
  const plainDataObj = { openAIApiKey: 'sk-test' }
  const key = await send('/credentials', { name: 'Key', credentialName: 'openAIApi', plainDataObj })
  const { id: storeId } = await send('/document-store/store', { name: 'Handbook' })
  const embeddingConfig = { credential: key.id, basepath: vendor.url }
  await send('/document-store/vectorstore/save', { storeId, embeddingName: 'openAIEmbeddings', embeddingConfig })
  const loaderConfig = { text: 'Lamps are in the cellar.' }
  await send('/document-store/loader/save', { storeId, loaderId: 'plainText', loaderConfig })
  await send(`/document-store/refresh/${storeId}`, {})
  const find = async () => {
    const inputs = { topK: 1 }
    const { docs } = await send('/document-store/vectorstore/query', { storeId, query: 'Lamps', inputs })
    return docs.map(({ pageContent }) => pageContent)
  }
  await fillUp()
  // The search that wants an index is answered without it, and its making begins; again, until one is killed before its end.
  for (;;) {
    expect(await find()).toEqual(['Lamps are in the cellar.'])
    await server.stop('SIGKILL')
    if ((await indexIds()).heads.length === 0) break
    await forgetIndex()
    server = await spawnServer(env)
  }
  await leavePart()

  server = await spawnServer(env)
  expect(await find()).toEqual(['Lamps are in the cellar.'])
  const isWhole = async () => expect((await indexIds()).heads).toHaveLength(1)
  await vi.waitFor(isWhole, { timeout: 60_000, interval: 100 })
  await vi.waitFor(async () => expect(await indexIds()).toMatchObject({ parts: (await indexIds()).heads }))
  expect(await find()).toEqual(['Lamps are in the cellar.'])
})
