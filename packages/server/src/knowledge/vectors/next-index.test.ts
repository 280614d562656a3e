import type { VectorRecord } from '@chatwright/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../../ground/db/database.ts'
import { clusteredTestVectors } from '../../../testing/clustered-vectors.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import type { Match } from './best-matches.ts'
import { buildIndex } from './build-index.ts'
import { createVectorComparison } from './compare-vectors.ts'
import { createIndexStore, type IndexStore } from './index-store.ts'
import { createIndexedSearch } from './indexed-search.ts'
import { createVectorIndex } from './vector-index.ts'
import { createVectorThreads, type VectorThreads } from './vector-threads.ts'

const DIMENSIONS = 16
const COUNT = 300
const vectors = clusteredTestVectors(COUNT + 1, DIMENSIONS)
const records = vectors.map((vector, at): VectorRecord => ({
  id: `r${at}`,
  vector: [...vector],
  document: { pageContent: `passage ${at}`, metadata: {} },
}))
const last = vectors[COUNT] ?? new Float32Array()

describeOnBothDatabases('While the next index is read', (start) => {
  let server: TestServer
  let threads: VectorThreads
  beforeAll(async () => {
    server = await start()
    // No index is made but here.
    threads = createVectorThreads(server.config.database, {
      limits: { large: Infinity, mostCompared: 0, mostBytes: 2 ** 20 },
    })
  })
  afterAll(async () => {
    await threads.close()
    await server.close()
  })

  async function replacedUnderSearch(collection: string) {
    const index = createVectorIndex(server.database, threads)
    const store = createIndexStore(server.database)
    const name = { collection, dimensions: DIMENSIONS }
    const build = async () => {
      const wanted = { ...name, insteadOf: (await store.current(name)).id }
      // Who makes an index holds it until the connection ends.
      const own = await connectDatabase(server.config.database, { connections: 1 })
      await buildIndex(wanted, createIndexStore(own), new AbortController().signal)
      await own.close()
    }
    let letRead = (): void => undefined
    let mayBeRead = Promise.resolve()
    const read: string[] = []
    let isFailing = false
    const heldBack: IndexStore = {
      ...store,
      async isThere(...place) {
        // Later than the read that is under way beside it.
        await expect.poll(() => !isFailing || read.length > 1).toBe(true)
        if (isFailing) throw new Error('gone')
        return store.isThere(...place)
      },
      async read(id) {
        await mayBeRead
        read.push(id)
        if (isFailing) throw new Error('gone')
        return store.read(id)
      },
    }
    const indexed = createIndexedSearch({
      comparison: createVectorComparison(server.database),
      store: heldBack,
      onWanted: () => undefined,
      large: COUNT,
      mostCompared: 0,
      mostBytes: 2 ** 20,
    })
    const nearest = async (vector: Float32Array): Promise<Match | undefined> =>
      (await indexed.search({ collection, vector, k: 1 }))?.[0]
    await index.upsert(collection, records.slice(0, COUNT))
    await build()
    expect((await nearest(vectors[5] ?? last))?.score).toBeCloseTo(1, 5)
    mayBeRead = new Promise((resolve) => (letRead = resolve))
    const fail = (): void => void (isFailing = true)
    return { index, store, build, nearest, read, fail, letRead: () => letRead() }
  }

  test('the one before it answers, with all that was written since', async () => {
    const { index, store, build, nearest, read, letRead } = await replacedUnderSearch('swapped')
    await build()
    expect((await nearest(vectors[7] ?? last))?.score).toBeCloseTo(1, 5)
    await index.upsert('swapped', records.slice(COUNT))
    expect((await nearest(last))?.score).toBeCloseTo(1, 5)
    expect(read).toHaveLength(1)
    letRead()
    const { id } = await store.current({ collection: 'swapped', dimensions: DIMENSIONS })
    await expect.poll(() => read).toEqual([read[0], id])
    expect((await nearest(last))?.score).toBeCloseTo(1, 5)
  })

  test('where it is gone when it comes to be read, the one before it goes on answering', async () => {
    const { store, nearest, letRead, read } = await replacedUnderSearch('replaced')
    const name = { collection: 'replaced', dimensions: DIMENSIONS }
    const { id = '' } = await store.current(name)
    // As it stands while another server puts the next in its place.
    await server.database.query.updateTable('vector_index').set({ id: 'not-there' }).where('id', '=', id).execute()
    letRead()
    for (const at of [3, 4, 5]) expect((await nearest(vectors[at] ?? last))?.score).toBeCloseTo(1, 5)
    expect(read).toContain('not-there')
  })

  test('one that cannot be read, and a question about it that fails, end no thread', async () => {
    const { build, fail, nearest, letRead } = await replacedUnderSearch('failing')
    await build()
    fail()
    letRead()
    await expect(nearest(last)).rejects.toThrow('gone')
  })

  test('whoever asks for a collection that was deleted and filled again waits for it', async () => {
    const { index, build, nearest, letRead } = await replacedUnderSearch('refilled')
    const others = records.map((record, at) => ({ ...record, vector: [...(vectors[COUNT - at] ?? [])] }))
    await index.delete(
      'refilled',
      records.slice(0, COUNT).map(({ id }) => id),
    )
    // Counted from below what the old index saw last: it would take nothing of this for new.
    const begun = { collection: 'refilled', changed: 0, removed: 0 }
    await server.database.query.insertInto('vector_collection').values(begun).execute()
    await index.upsert('refilled', others.slice(0, COUNT))
    await build()
    const answer = nearest(last)
    letRead()
    expect((await answer)?.score).toBeCloseTo(1, 5)
  })
})
