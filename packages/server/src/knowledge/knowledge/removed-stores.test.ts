import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MISSED_SOON, spawnServer, temporaryFolder } from '../../../testing/spawned-server.ts'
import { describeOnBothDatabases, testServer, type TestServer } from '../../../testing/test-server.ts'
import { openDatabase, type Database } from '../../ground/db/database.ts'
import { createPassageStore } from './passage-store.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }

/** A source of so many passages, as a load leaves them. */
async function fillSource(
  { query: db }: Database,
  { storeId, sourceId, count, indexed = 0 }: { storeId: string; sourceId: string; count: number; indexed?: number },
): Promise<void> {
  const AT_ONCE = 500
  for (let from = 0; from < count; from += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => ({
      id: `${sourceId}-${from + at}`,
      store_id: storeId,
      source_id: sourceId,
      document: 'Handbook',
      seq: from + at,
      content: `Passage ${from + at}`,
      metadata: '{}',
      is_on: 1 as const,
      is_edited: 0 as const,
      state: 'live' as const,
      indexed,
    }))
    await db.insertInto('knowledge_passage').values(rows).execute()
  }
  await db.updateTable('knowledge_source').set({ passages: count }).where('id', '=', sourceId).execute()
}

async function makeStore(send: TestServer['send'], database: Database, count: number, indexed?: number) {
  const { id: storeId } = (await send('POST', '/api/v1/document-store/store', { name: 'Handbook' })).body
  const source = { storeId, loaderId: 'plainText', loaderConfig: { text: 'Lamps are in the cellar.' } }
  const { id: sourceId } = (await send('POST', '/api/v1/document-store/loader/save', source)).body
  await fillSource(database, { storeId, sourceId, count, ...(indexed !== undefined && { indexed }) })
  return { storeId: storeId as string, sourceId: sourceId as string }
}

describeOnBothDatabases('A large store or source that is deleted', (start) => {
  let server: TestServer
  beforeEach(async () => {
    server = await start()
  })
  afterEach(() => server.close())

  const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    server.send(method, `/api/v1${path}`, body)
  const passages = async () =>
    (await server.database.query.selectFrom('knowledge_passage').select('id').execute()).length
  const lastJob = async () => (await send('GET', '/jobs?kind=knowledge')).body.items[0]

  test('is gone from the lists at once, and in a while from the database', async () => {
    const { storeId, sourceId } = await makeStore(server.send, server.database, 2500)
    const other = { storeId, loaderId: 'plainText', loaderConfig: { text: 'Chairs are in the attic.' } }
    const { id: kept } = (await send('POST', '/document-store/loader/save', other)).body
    await fillSource(server.database, { storeId, sourceId: kept, count: 3 })

    const view = await send('DELETE', `/document-store/loader/${storeId}/${sourceId}`)
    expect([view.status, view.body.loaders.map(({ id }: { id: string }) => id)]).toEqual([200, [kept]])
    expect((await send('DELETE', `/document-store/loader/${storeId}/${sourceId}`)).status).toBe(404)
    await vi.waitFor(async () => expect((await lastJob()).state).toBe('done'), PATIENCE)
    expect(await passages()).toBe(3)
    expect(await server.database.query.selectFrom('knowledge_source').select('id').execute()).toEqual([{ id: kept }])

    await fillSource(server.database, { storeId, sourceId: kept, count: 0 })
    await server.database.query.updateTable('knowledge_source').set({ passages: 2000 }).execute()
    expect((await send('DELETE', `/document-store/store/${storeId}`)).status).toBe(200)
    expect((await send('GET', '/document-store/store')).body).toEqual([])
    expect((await send('GET', `/document-store/store/${storeId}`)).status).toBe(404)
    await vi.waitFor(async () => expect((await lastJob()).state).toBe('done'), PATIENCE)
    expect(await lastJob()).toMatchObject({ chatflowId: storeId, chatflowName: 'Handbook' })
    expect(await server.database.query.selectFrom('knowledge_store').select('id').execute()).toEqual([])
    expect(await passages()).toBe(0)
  })

  test('is in no search and in no answer while it is being deleted', async () => {
    const { sourceId, storeId } = await makeStore(server.send, server.database, 3)
    const found = createPassageStore(server.database)
    const all = async () => {
      const pages = []
      for await (const page of found.visibleIn(storeId)) pages.push(...page)
      return [pages.length, (await found.visible([0, 1, 2].map((at) => `${sourceId}-${at}`))).length]
    }
    expect(await all()).toEqual([3, 3])
    await server.database.query.updateTable('knowledge_source').set({ removed_by: 'a job' }).execute()
    expect(await all()).toEqual([0, 0])
  })

  test('is seen again, with the reason, where its index cannot be reached; it goes all the same when forced', async () => {
    const { storeId } = await makeStore(server.send, server.database, 1500, 1)
    const built = {
      embedding: { name: 'openAIEmbeddings', config: {} },
      vectorStore: { name: 'qdrant', config: { qdrantServerUrl: 'http://127.0.0.1:9', qdrantCollection: 'gone' } },
    }
    await server.database.query
      .updateTable('knowledge_store')
      .set({ index_built: JSON.stringify(built), generation: 1 })
      .execute()
    expect((await send('DELETE', `/document-store/store/${storeId}`)).status).toBe(200)
    await vi.waitFor(async () => expect((await lastJob()).state).toBe('failed'), PATIENCE)
    expect((await lastJob()).fault.message).not.toBe('')
    expect((await send('GET', `/document-store/store/${storeId}`)).status).toBe(200)
    expect(await passages()).toBe(1500)

    expect((await send('DELETE', `/document-store/store/${storeId}?force=true`)).status).toBe(200)
    await vi.waitFor(async () => expect((await lastJob()).state).toBe('done'), PATIENCE)
    expect(await passages()).toBe(0)
  })
})

test('a deletion that is killed goes on after the next start, and nothing of it is seen meanwhile', async () => {
  const folder = temporaryFolder()
  const env = { DATA_DIR: folder.path, ...MISSED_SOON }
  const file = join(folder.path, 'chatwright.sqlite')
  const count = async (): Promise<number> => {
    const database = await openDatabase({ kind: 'sqlite', file })
    try {
      return (await database.query.selectFrom('knowledge_passage').select('id').execute()).length
    } finally {
      await database.close()
    }
  }
  const first = await testServer({ env })
  const { storeId } = await makeStore(first.send, first.database, 20_000)
  await first.close()
  let server = await spawnServer(env)
  try {
    const deleted = await fetch(`${server.url}/api/v1/document-store/store/${storeId}`, { method: 'DELETE' })
    expect(deleted.status).toBe(200)
    await server.stop('SIGKILL')
    expect(await count()).toBeGreaterThan(0)
    server = await spawnServer(env)
    expect(await (await fetch(`${server.url}/api/v1/document-store/store`)).json()).toEqual([])
    await vi.waitFor(async () => expect(await count()).toBe(0), PATIENCE)
    // Its end is written after its last passage.
    await vi.waitFor(async () => {
      const { items } = (await (await fetch(`${server.url}/api/v1/jobs?kind=knowledge`)).json()) as {
        items: { state: string }[]
      }
      expect(items.map(({ state }) => state)).toEqual(['done'])
    }, PATIENCE)
  } finally {
    await server.stop()
    folder.remove()
  }
})
