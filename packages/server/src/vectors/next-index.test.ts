import type { VectorRecord } from '@chatwright/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clusteredTestVectors } from '../testing/clustered-vectors.ts'
import { describeOnBothDatabases, type TestServer } from '../testing/test-server.ts'
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
      await buildIndex(wanted, store, new AbortController().signal)
    }
    let letRead = (): void => undefined
    let mayBeRead = Promise.resolve()
    const read: string[] = []
    const heldBack: IndexStore = {
      ...store,
      async read(id) {
        await mayBeRead
        read.push(id)
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
    return { index, store, build, nearest, read, letRead: () => letRead() }
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

  test('whoever asks for a collection that was deleted and filled again waits for it', async () => {
    const { index, build, nearest, letRead } = await replacedUnderSearch('refilled')
    const others = records.map((record, at) => ({ ...record, vector: [...(vectors[COUNT - at] ?? [])] }))
    await index.delete(
      'refilled',
      records.slice(0, COUNT).map(({ id }) => id),
    )
    await index.upsert('refilled', others.slice(0, COUNT))
    await build()
    let isAnswered = false
    const answer = nearest(last).finally(() => (isAnswered = true))
    // Its own read of what is current has long come back by then.
    for (let turn = 0; turn < 20; turn += 1)
      await createIndexStore(server.database).count({ collection: 'refilled', dimensions: DIMENSIONS })
    expect(isAnswered).toBe(false)
    letRead()
    expect((await answer)?.score).toBeCloseTo(1, 5)
  })
})
