import type { Transaction } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createLocalBlobStore } from '../../ground/blobs/local-blob-store.ts'
import { UNDO_RECORDS } from '../../ground/db/load-changes.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { describeOnEveryDeployment } from '../../../testing/every-deployment.ts'
import type { FakeVendor } from '../../../testing/fake-vendor.ts'
import type { TestAnswer, TestServer } from '../../../testing/test-server.ts'
import { KNOWLEDGE_ROOT as root, textDataUrl, useKnowledge } from '../../../testing/use-knowledge.ts'

const LONG_AGO = '2020-01-01T00:00:00.000Z'
const FAR_AWAY = '2999-01-01T00:00:00.000Z'

describeOnEveryDeployment('Loads whose process is gone', (start) => {
  const { atHand, get, save, refresh, upsert, vectors } = useKnowledge(start)
  let server: TestServer
  let vendor: FakeVendor
  let storeId: string
  beforeEach(() => {
    ;({ server, vendor, storeId } = atHand)
  })

  const loader = { name: 'textFile', config: { txtFile: [textDataUrl('a.txt', 'Lamps are upstairs.')] } }
  const keptFiles = async () => {
    const keys: string[] = []
    for await (const key of createLocalBlobStore(server.config.dataDir).list())
      if (key.startsWith('files/')) keys.push(key)
    return keys
  }
  const stores = async () => {
    const rows = await server.database.query.selectFrom('knowledge_store').select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  }
  const kept = () =>
    server.database.query.selectFrom('record').selectAll().where('namespace', '=', UNDO_RECORDS).execute()
  const sourceRow = () =>
    server.database.query
      .selectFrom('knowledge_source')
      .selectAll()
      .where('store_id', '=', storeId)
      .executeTakeFirstOrThrow()

  /** What is done in one moment while a load is embedding, before anybody hears of it. */
  const whileEmbedding = async (
    ask: () => Promise<TestAnswer>,
    work: (transaction: Transaction<Schema>) => Promise<void>,
  ): Promise<TestAnswer> => {
    let go = () => {}
    const isLetGo = new Promise<void>((resolve) => (go = resolve))
    const asked = new Promise<Promise<TestAnswer>[]>((resolve) => {
      vendor.script = { tokens: ['ok'], beforeEmbedding: () => (resolve([answer]), isLetGo) }
      const answer = ask()
    })
    const [answer] = await asked
    await server.database.transactDurably(work)
    const answered = await answer
    vendor.script = { tokens: ['ok'] }
    go()
    if (!answered) throw new Error('Nobody asked')
    return answered
  }

  /** As it is after a process was killed once too often in the middle of it. */
  const giveUp = async (transaction: Transaction<Schema>) => {
    const run = await transaction
      .selectFrom('run')
      .selectAll()
      .where('status', '=', 'running')
      .where('id', 'in', (e) => e.selectFrom('record').select('key').where('namespace', '=', UNDO_RECORDS))
      .executeTakeFirstOrThrow()
    const fault = JSON.stringify({ code: 'refused', message: 'Given up.' })
    await transaction
      .updateTable('run')
      .set({ status: 'failed', fault, ended_date: LONG_AGO, fence: run.fence + 1 })
      .where('id', '=', run.id)
      .execute()
    return run
  }

  /** A load that is given up, and that nobody takes back until its record is put back. */
  const leaveBehind = async (ask: () => Promise<TestAnswer>) => {
    const left: Awaited<ReturnType<typeof kept>> = []
    const answer = await whileEmbedding(ask, async (transaction) => {
      await giveUp(transaction)
      for (const row of await transaction.selectFrom('record').selectAll().execute())
        if (row.namespace === UNDO_RECORDS) left.push(row)
      // Who waits cannot take it back: as if they were gone too.
      await transaction.deleteFrom('record').where('namespace', '=', UNDO_RECORDS).execute()
    })
    expect(answer).toMatchObject({ body: { message: expect.stringContaining('Given up.') } })
    expect(left).toHaveLength(1)
    return async () => {
      await server.database.query.insertInto('record').values(left).execute()
      await server.services.takeBackLoads()
      expect(await kept()).toEqual([])
    }
  }

  test('a source that was brought goes, also where another load began before it could be taken back', async () => {
    const files = await keptFiles()
    const other = `other-${storeId}`
    const answer = await whileEmbedding(
      () => upsert({ loader }),
      async (transaction) => {
        const run = await giveUp(transaction)
        await transaction
          .insertInto('run')
          .values({ ...run, id: other, lease_until: FAR_AWAY })
          .execute()
        await transaction.updateTable('knowledge_store').set({ load_job: other }).where('id', '=', storeId).execute()
      },
    )
    expect(answer).toMatchObject({ body: { message: expect.stringContaining('Given up.') } })
    await server.services.takeBackLoads()
    expect((await get()).loaders).toHaveLength(1)

    const done = { status: 'done', ended_date: LONG_AGO } as const
    await server.database.query.updateTable('run').set(done).where('id', '=', other).execute()
    await server.services.takeBackLoads()
    expect(await get()).toMatchObject({ loaders: [], totalChunks: 0 })
    await expect.poll(vectors, { timeout: 60_000 }).toEqual([])
    expect(await keptFiles()).toEqual(files)
    expect(await kept()).toEqual([])
  })

  test('a store that was made goes, although nobody is there any more who waits for it', async () => {
    const [before, files] = [await stores(), await keptFiles()]
    const create = () => upsert({ loader, createNewDocStore: true })
    const takeBack = await leaveBehind(create)
    expect(await stores()).toHaveLength(before.length + 1)
    await takeBack()
    expect([await stores(), await keptFiles(), await kept()]).toEqual([before, files, []])

    expect((await create()).status).toBe(200)
    await server.services.takeBackLoads()
    expect(await stores()).toHaveLength(before.length + 1)
    expect(await kept()).toEqual([])
  })

  test('what is done stays, although a worker of before did not say so', async () => {
    expect((await upsert({ loader })).status).toBe(200)
    const [{ id, updated_date: updatedDate }, before, files] = [await sourceRow(), await get(), await keptFiles()]
    const key: string = before.job.id
    const undo = { sources: [{ id, updatedDate, before: null }], files: [before.loaders[0].files[0].id] }
    const { query: db } = server.database
    const value = JSON.stringify({ storeId, undo })
    await db.insertInto('record').values({ namespace: UNDO_RECORDS, key, value, expires_date: null }).execute()
    await db.updateTable('run').set({ ended_date: LONG_AGO }).where('id', '=', key).execute()
    await server.services.takeBackLoads()
    const { loaders, status } = await get()
    expect({ loaders, status }).toEqual({ loaders: before.loaders, status: 'UPSERTED' })
    expect([await keptFiles(), await kept()]).toEqual([files, []])
  })

  test('what somebody has loaded since stays, with the index that it is in', async () => {
    const embedding = { name: 'openAIEmbeddings', config: { modelName: 'text-embedding-3-large' } }
    const takeBack = await leaveBehind(() => upsert({ loader, embedding }))
    expect((await refresh()).status).toBe(200)
    const seen = async () => {
      const { loaders, status, embeddingConfig } = await get()
      return { loaders, status, embeddingConfig, files: await keptFiles() }
    }
    const before = await seen()
    expect(before).toMatchObject({ status: 'UPSERTED', loaders: [{}], embeddingConfig: embedding })
    await takeBack()
    expect(await seen()).toEqual(before)
    expect((await vectors()).map(({ content }) => content)).toEqual(['Lamps are upstairs.'])
  })

  test('what was read before a load was stopped is counted, and read anew with the settings of before', async () => {
    const { docId } = (await upsert({ loader })).body
    const before = await sourceRow()
    const config = { txtFile: [textDataUrl('b.txt', 'Lamps are in the cellar.')] }
    const replacing = { docId, replaceExisting: true, loader: { name: 'textFile', config } }
    const takeBack = await leaveBehind(() => upsert(replacing))
    // As it is once its load is settled, and only old vectors are left to be deleted.
    const settled = { loaded_date: FAR_AWAY, passages: 7, characters: 70 }
    await server.database.query.updateTable('knowledge_source').set(settled).where('id', '=', docId).execute()
    await takeBack()
    expect(await sourceRow()).toEqual({ ...before, ...settled, loaded_date: null })
  })

  test('a store that was made stays with what somebody else put into it', async () => {
    const before = await stores()
    const takeBack = await leaveBehind(() => upsert({ loader, createNewDocStore: true }))
    const made = (await stores()).find((id) => !before.includes(id))
    const { id } = await save('Chairs are downstairs.', { storeId: made })
    await takeBack()
    const { loaders } = (await server.send('GET', `${root}/store/${made}`)).body
    expect(loaders).toMatchObject([{ id }])
  })

  test('who waits for a load that made a store hears why it failed, and the store is gone by then', async () => {
    const before = await stores()
    vendor.script = { tokens: [], status: 401 }
    const { status, body } = await upsert({ loader, createNewDocStore: true })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.message).toMatch(/key/i)
    expect([await stores(), await kept()]).toEqual([before, []])
  })
})
