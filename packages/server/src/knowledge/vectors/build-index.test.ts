import type { VectorRecord } from '@chatwright/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../../ground/db/database.ts'
import { clusteredTestVectors } from '../../../testing/clustered-vectors.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { buildIndex } from './build-index.ts'
import { createVectorComparison } from './compare-vectors.ts'
import { createIndexStore, type IndexStore, type WantedIndex } from './index-store.ts'
import { createIndexedSearch } from './indexed-search.ts'
import { createVectorIndex } from './vector-index.ts'
import { createVectorThreads, type VectorThreads } from './vector-threads.ts'

const DIMENSIONS = 16
const FEW = 400
const vectors = clusteredTestVectors(FEW * 4, DIMENSIONS)
const records = vectors.map((vector, at): VectorRecord => ({
  id: `r${at}`,
  vector: [...vector],
  document: { pageContent: `passage ${at}`, metadata: {} },
}))
const name = { collection: 'c', dimensions: DIMENSIONS }

describeOnBothDatabases('An index that is made during a load', (start) => {
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

  test('holds all of it, and is made anew at once, with lists for so many', async () => {
    const index = createVectorIndex(server.database, threads)
    const store = createIndexStore(server.database)
    await index.upsert('c', records.slice(0, FEW))
    let isLoaded = false
    const loadedMeanwhile: Pick<IndexStore, 'next'> = {
      async next(...asked) {
        if (!isLoaded) {
          isLoaded = true
          await index.upsert('c', records.slice(FEW))
        }
        return store.next(...asked)
      },
    }
    /** How many lists the index that is searched has, and whether it wants to be made anew. */
    const searched = async (): Promise<{ lists: number; wanted: number }> => {
      let wanted = 0
      const indexed = createIndexedSearch({
        comparison: createVectorComparison(server.database),
        store,
        onWanted: () => (wanted += 1),
        large: FEW,
        mostCompared: 0,
        mostBytes: 2 ** 20,
      })
      const [vector = new Float32Array()] = vectors
      expect(await indexed.search({ collection: 'c', vector, k: 1 })).toHaveLength(1)
      const { id = '' } = await store.current(name)
      const kept = await store.read(id)
      expect(kept?.lists.size).toBe(records.length)
      // How many a group of them gets is rounded: by which vectors came first, it is one more or less.
      return { lists: Math.round((kept?.lists.written().sizes.length ?? 0) / 10) * 10, wanted }
    }

    const build = async (wanted: WantedIndex, during: Partial<IndexStore> = {}) => {
      // Who makes an index holds it until the connection ends.
      const own = await connectDatabase(server.config.database, { connections: 1 })
      await buildIndex(wanted, { ...createIndexStore(own), ...during }, new AbortController().signal)
      await own.close()
    }
    await build({ ...name, insteadOf: undefined }, loadedMeanwhile)
    expect(await searched()).toEqual({ lists: 20, wanted: 1 })
    const outgrown = { ...name, insteadOf: (await store.current(name)).id }
    await build(outgrown)
    expect(await searched()).toEqual({ lists: 40, wanted: 0 })
    const { id } = await store.current(name)
    // Wanted once more by somebody who had not seen the new one yet.
    await build(outgrown)
    expect((await store.current(name)).id).toBe(id)
  })
})
