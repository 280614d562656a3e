import type { VectorIndex, VectorRecord } from '@chatwright/core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clusteredTestVectors } from '../../../testing/clustered-vectors.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { createVectorComparison } from './compare-vectors.ts'
import { createVectorIndex } from './vector-index.ts'
import { createVectorThreads, type VectorThreads } from './vector-threads.ts'

const COUNT = 2000
const DIMENSIONS = 32
const vectors = clusteredTestVectors(COUNT * 2, DIMENSIONS)
const questions = Array.from({ length: 20 }, (_, at) => vectors[at * 90 + 5] ?? new Float32Array())
const limits = { large: 1000, mostCompared: 100_000, mostBytes: 1024 }

const record = (at: number, metadata: Record<string, unknown> = { page: at % 100 }): VectorRecord => ({
  id: `r${at}`,
  vector: [...(vectors[at] ?? [])],
  document: { pageContent: `word${at % 7} passage ${at}`, metadata },
})

describeOnBothDatabases('An index of a large collection', (start) => {
  let server: TestServer
  let threads: VectorThreads
  let index: VectorIndex
  const open = () => {
    threads = createVectorThreads(server.config.database, { limits })
    index = createVectorIndex(server.database, threads)
  }
  beforeAll(async () => {
    server = await start()
    open()
    await index.upsert(
      'c',
      Array.from({ length: COUNT }, (_, at) => record(at)),
    )
    await index.search('c', [...(questions[0] ?? [])], { k: 1 })
    await vi.waitFor(async () => {
      if ((await indexId()) === undefined) throw new Error('The index is not made yet')
    })
  })
  afterAll(async () => {
    await threads.close()
    await server.close()
  })

  async function indexId(): Promise<string | undefined> {
    const row = await server.database.query.selectFrom('vector_index').select('id').executeTakeFirst()
    return row?.id
  }

  const partIds = () => server.database.query.selectFrom('vector_index_part').select('id').distinct().execute()

  /** The share of the true ten that is found. */
  async function share(filter?: Record<string, unknown>): Promise<number> {
    let found = 0
    let wanted = 0
    for (const vector of questions) {
      const exact =
        (await createVectorComparison(server.database).all({ collection: 'c', vector, k: 10, filter })) ?? []
      const matches = (await threads.search({ collection: 'c', vector, k: 10, filter })) ?? []
      const seqs = new Set(matches.map(({ seq }) => seq))
      found += exact.filter(({ seq }) => seqs.has(seq)).length
      wanted += exact.length
      expect(matches[0]?.score).toBeCloseTo(exact[0]?.score ?? 0, 4)
    }
    return found / wanted
  }

  test('finds what comparing with each finds, with a filter and without', async () => {
    expect(await share()).toBeGreaterThan(0.97)
    expect(await share({ page: 7 })).toBe(1)
    expect(await share({ page: [1, 2, 3, 4] })).toBeGreaterThan(0.97)
    const nothing = await index.search('c', [...(questions[0] ?? [])], { k: 3, filter: { page: 1000 } })
    expect(nothing).toEqual([])
    const words = await index.searchText('c', 'word3 passage', { k: 5 })
    expect(words).toHaveLength(5)
    await expect(index.search('c', [1, 2], { k: 3 })).rejects.toMatchObject({ code: 'bad-input' })
  })

  test('what is written, changed and deleted is so in the next search', async () => {
    const vector = record(COUNT).vector
    const first = async () => (await index.search('c', vector, { k: 1 }))[0]
    expect((await first())?.id).not.toBe(`r${COUNT}`)
    await index.upsert('c', [record(COUNT, { page: 'new' })])
    expect(await first()).toMatchObject({ id: `r${COUNT}`, metadata: { page: 'new' } })
    await index.upsert('c', [{ ...record(COUNT, { page: 'newer' }), id: `r${COUNT}` }])
    expect(await index.search('c', vector, { k: 3, filter: { page: 'new' } })).toEqual([])
    expect(await index.search('c', vector, { k: 3, filter: { page: 'newer' } })).toHaveLength(1)
    await index.delete('c', [`r${COUNT}`])
    expect((await first())?.id).not.toBe(`r${COUNT}`)
  })

  test('whoever asks after a write finds it, however many ask and write at once', async () => {
    const own = (at: number): VectorRecord => ({ ...record(COUNT + at), id: `own${at}` })
    const writers = Array.from({ length: 40 }, async (_, at) => {
      const mine = own(at)
      await index.upsert('c', [mine])
      return (await index.search('c', mine.vector, { k: 3 })).some(({ id }) => id === mine.id)
    })
    expect((await Promise.all(writers)).filter((isFound) => !isFound)).toEqual([])
    await index.delete(
      'c',
      writers.map((_, at) => `own${at}`),
    )
  })

  test('a server that starts again takes up the index that is kept', async () => {
    await threads.close()
    const before = await indexId()
    open()
    expect(await share()).toBeGreaterThan(0.97)
    expect(await indexId()).toBe(before)
  })

  test('one that is not whole is never searched: it is made again, and what was left half-made goes', async () => {
    await threads.close()
    const before = await indexId()
    const half = { id: 'half-made', part: 0, collection: 'c', dimensions: DIMENSIONS, bytes: new Uint8Array([1]) }
    await server.database.query.insertInto('vector_index_part').values(half).execute()
    await server.database.query
      .deleteFrom('vector_index_part')
      .where('id', '=', before ?? '')
      .execute()
    open()
    expect(await share()).toBe(1)
    await expect.poll(indexId).not.toBe(before)
    expect(await share()).toBeGreaterThan(0.97)
    await expect.poll(partIds).toEqual([{ id: await indexId() }])
  })

  test('grown by much it is made anew beside the old one; deleted with the last document', async () => {
    const before = await indexId()
    const more = Array.from({ length: COUNT - 1 }, (_, at) => record(COUNT + at))
    await index.upsert('c', more)
    expect(await share()).toBeGreaterThan(0.97)
    threads.follow({ collection: 'c', dimensions: DIMENSIONS })
    await expect.poll(indexId).not.toBe(before)
    expect(await share()).toBeGreaterThan(0.97)
    await expect.poll(partIds).toEqual([{ id: await indexId() }])

    const ids = [...Array(COUNT * 2).keys()].map((at) => `r${at}`)
    await index.delete('c', ids)
    expect(await index.search('c', record(1).vector, { k: 3 })).toEqual([])
    for (const table of ['vector_collection', 'vector_index', 'vector_index_part', 'vector_embedding'] as const) {
      expect(await server.database.query.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })
})
