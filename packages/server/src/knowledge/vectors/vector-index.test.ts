import type { VectorIndex, VectorRecord } from '@chatwright/core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { clusteredTestVectors } from '../../../testing/clustered-vectors.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { watchDatabase } from '../../../testing/watched-database.ts'
import { createVectorComparison } from './compare-vectors.ts'
import { createVectorIndex } from './vector-index.ts'
import { createVectorThreads, type VectorThreads } from './vector-threads.ts'

const record = (
  id: string,
  vector: number[],
  pageContent = id,
  metadata: Record<string, unknown> = {},
): VectorRecord => ({
  id,
  vector,
  document: { pageContent, metadata },
})

describeOnBothDatabases('The vector index', (start) => {
  let server: TestServer
  let index: VectorIndex
  let threads: VectorThreads
  /** Two collections of each test's own. */
  let c: string
  let other: string
  let tests = 0
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())
  beforeEach(() => {
    tests += 1
    c = `c${tests}`
    other = `other${tests}`
    threads = createVectorThreads(server.config.database)
    index = createVectorIndex(server.database, threads)
  })
  afterEach(() => threads.close())

  const ids = (found: { id?: string }[]) => found.map(({ id }) => id)

  test('finds the nearest first, with their cosine', async () => {
    await index.upsert(c, [record('east', [1, 0]), record('north', [0, 2]), record('between', [1, 1])])
    const found = await index.search(c, [3, 0.1], { k: 2 })
    expect(ids(found)).toEqual(['east', 'between'])
    expect(found[0]?.score).toBeCloseTo(0.9994, 3)
    expect(found[1]?.score).toBeCloseTo(0.7303, 3)
  })

  test('what is named twice is compared once, however many are named', async () => {
    await index.upsert(c, [record('east', [1, 0]), record('north', [0, 1])])
    const { query } = server.database
    const documents = query.selectFrom('vector_document').select('seq').where('collection', '=', c).orderBy('id')
    const [east = 0, north = 0] = (await documents.execute()).map(({ seq }) => seq)
    const named = [east, ...Array.from({ length: 5000 }, (_, at) => north + 1 + at), north, east]
    const found = await createVectorComparison(server.database).these({ collection: c, vector: [1, 0], k: 5 }, named)
    expect(found.map(({ seq }) => seq)).toEqual([east, north])
  })

  test('a record is replaced by its id, and collections do not mix', async () => {
    await index.upsert(c, [record('a', [1, 0], 'old'), record('b', [1, 1])])
    await index.upsert(c, [record('a', [0, 1], 'new', { page: 2 })])
    await index.upsert(other, [record('a', [1, 0], 'elsewhere')])
    expect(await index.count(c)).toBe(2)
    expect(await index.search(c, [1, 0], { k: 5 })).toHaveLength(2)
    const [first] = await index.search(c, [0, 1], { k: 1 })
    expect(first).toMatchObject({ id: 'a', pageContent: 'new', metadata: { page: 2 } })
    expect(await index.searchText(c, 'old', { k: 5 })).toEqual([])
    await index.delete(c, ['a', 'unknown'])
    expect(await index.count(c)).toBe(1)
    expect(await index.count(other)).toBe(1)
    expect(await index.searchText(c, 'new', { k: 5 })).toEqual([])
  })

  test('asked again and again it finds the same, and every change at once', async () => {
    const vectors = Array.from({ length: 1500 }, (_, n) =>
      Array.from({ length: 10 }, (_, i) => Math.sin((n * 10 + i) ** 2)),
    )
    await index.upsert(
      c,
      vectors.map((vector, n) => record(`r${n}`, vector)),
    )
    const search = () => index.search(c, vectors[700] ?? [], { k: 4 })
    const first = await search()
    expect(first[0]).toMatchObject({ id: 'r700', pageContent: 'r700' })
    for (let time = 0; time < 3; time++) {
      const again = await search()
      expect(ids(again)).toEqual(ids(first))
      for (const [n, { score }] of again.entries()) expect(score).toBeCloseTo(first[n]?.score ?? 0, 5)
    }
    await expect(index.search(c, Array<number>(10).fill(Number.NaN), { k: 4 })).rejects.toThrow(
      /isn't a list of numbers/,
    )
    await index.delete(c, ['r700'])
    expect(ids(await search())).toEqual([...ids(first).slice(1), expect.any(String)])
    await index.upsert(c, [record('r700', vectors[700] ?? [], 'back')])
    for (let time = 0; time < 3; time++) expect((await search())[0]).toMatchObject({ id: 'r700', pageContent: 'back' })
    expect(ids(await index.search(c, vectors[700] ?? [], { k: 1, filter: { page: 1 } }))).toEqual([])
  })

  test('filters by metadata: text, numbers, true and false, one of several', async () => {
    await index.upsert(c, [
      record('a', [1, 0], 'a', { source: "it's", page: 1, isDraft: true }),
      record('b', [1, 0.1], 'b', { source: 'x', page: 2, isDraft: false }),
      record('c', [1, 0.2], 'c', { source: 'x', page: 1 }),
    ])
    const search = async (filter: Record<string, unknown>) => ids(await index.search(c, [1, 0], { k: 5, filter }))
    expect(await search({ source: "it's" })).toEqual(['a'])
    expect(await search({ source: 'x', page: 2 })).toEqual(['b'])
    expect(await search({ page: 1 })).toEqual(['a', 'c'])
    expect(await search({ isDraft: true })).toEqual(['a'])
    expect(await search({ isDraft: 1 })).toEqual([])
    expect(await search({ source: ["it's", 'x'], page: 1 })).toEqual(['a', 'c'])
    expect(await search({ missing: 'x' })).toEqual([])
    await expect(search({ source: { $ne: 'x' } })).rejects.toMatchObject({ code: 'bad-input' })
  })

  test('searches words, by their stems, whatever the punctuation says', async () => {
    await index.upsert(c, [
      record('cats', [1], 'Cats are running through the garden'),
      record('dogs', [1], 'Dogs sleep all day; a cat would too'),
      record('birds', [1], 'Birds sing'),
    ])
    expect(ids(await index.searchText(c, 'run', { k: 3 }))).toEqual(['cats'])
    expect(new Set(ids(await index.searchText(c, 'cat "OR" NEAR( * -', { k: 3 })))).toEqual(new Set(['cats', 'dogs']))
    expect(await index.searchText(c, '"*:;()', { k: 3 })).toEqual([])
    expect(await index.searchText(other, 'cat', { k: 3 })).toEqual([])
  })

  test('texts that databases refuse are cleaned, not lost', async () => {
    await index.upsert(c, [record('a', [1], 'be\u0000fore \uD800 after', { title: 'x\u0000y\uDC00', n: null })])
    const [found] = await index.search(c, [1], { k: 1, filter: { title: 'xy\uFFFD' } })
    expect(found).toMatchObject({ pageContent: 'before \uFFFD after', metadata: { title: 'xy\uFFFD', n: null } })
  })

  test('embeddings of another size are a clear error, an empty collection is not', async () => {
    expect(await index.search('empty', [1, 2, 3], { k: 3 })).toEqual([])
    await index.upsert(c, [record('a', [1, 0])])
    await expect(index.search(c, [1, 0, 0], { k: 1 })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('embeddings of length 2'),
    })
    await expect(index.upsert(c, [record('b', [Number.NaN])])).rejects.toMatchObject({ code: 'bad-input' })
    expect(await index.count(c)).toBe(1)
  })

  test('ten thousand embeddings are searched in pages, the same as all at once', async () => {
    const vectors = Array.from({ length: 10_000 }, (_, i) => [Math.cos(i), Math.sin(i), (i % 7) / 7])
    await index.upsert(
      c,
      vectors.map((vector, i) => record(`r${i}`, vector, `text ${i}`)),
    )
    const wanted = [0.3, 0.9, 0.2]
    const cosine = (v: number[]) => {
      const dot = v.reduce((sum, x, i) => sum + x * (wanted[i] ?? 0), 0)
      return dot / (Math.hypot(...v) * Math.hypot(...wanted))
    }
    const expected = vectors
      .map((vector, i) => ({ id: `r${i}`, score: cosine(vector) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, 5)
    const found = await index.search(c, wanted, { k: 5 })
    expect(found.map(({ score }) => score?.toFixed(5))).toEqual(expected.map(({ score }) => score.toFixed(5)))
  })

  test('with the last document its index goes, one part at a time: there may be hundreds of megabytes', async () => {
    await index.upsert(c, [record('a', [1, 0]), record('b', [0, 1])])
    const parts = [0, 1, 2].map((part) => ({ id: 'i', part, collection: c, dimensions: 2, bytes: new Uint8Array(8) }))
    await server.database.query.insertInto('vector_index_part').values(parts).execute()
    const { watched, asked } = watchDatabase(server.database)
    await createVectorIndex(watched, threads).delete(c, ['a', 'b'])
    const deleting = asked().filter(({ sql: text }) => text.startsWith('delete from "vector_index_part"'))
    expect(deleting.map(({ parameters }) => parameters)).toEqual([
      ['i', 0],
      ['i', 1],
      ['i', 2],
    ])
    const left = server.database.query.selectFrom('vector_index_part').selectAll().where('collection', '=', c)
    expect(await left.execute()).toEqual([])
  })

  test('a large collection is left to its thread from the second question on: not one of its vectors is read here', async () => {
    const vectors = clusteredTestVectors(1500, 32)
    await index.upsert(
      c,
      vectors.map((vector, i) => record(`r${i}`, [...vector])),
    )
    const bounded = createVectorThreads(server.config.database, {
      limits: { large: 1000, mostCompared: 10_000, mostBytes: 2 ** 20 },
    })
    const { watched, asked } = watchDatabase(server.database)
    const here = createVectorIndex(watched, bounded)
    const search = () => here.search(c, [...(vectors[77] ?? [])], { k: 1 })
    const read = () => asked().filter(({ sql: text }) => text.includes('vector_embedding'))
    expect(await search()).toMatchObject([{ id: 'r77' }])
    expect(read()).not.toEqual([])
    for (let question = 0; question < 3; question += 1) expect(await search()).toMatchObject([{ id: 'r77' }])
    expect(read()).toEqual([])
    await bounded.close()
  })

  test('more than can be compared while somebody waits is said to be so until there is an index, where they are compared one by one', async () => {
    const vectors = clusteredTestVectors(1500, 32)
    await index.upsert(
      c,
      vectors.map((vector, i) => record(`r${i}`, [...vector])),
    )
    const bounded = createVectorThreads(server.config.database, {
      limits: { large: 1000, mostCompared: 1000, mostBytes: 2 ** 20 },
    })
    const search = () => createVectorIndex(server.database, bounded).search(c, [...(vectors[77] ?? [])], { k: 1 })
    if (!server.database.comparesVectors) {
      await expect(search()).rejects.toMatchObject({ code: 'overloaded', isRetryable: true })
    }
    await expect.poll(search).toMatchObject([{ id: 'r77' }])
    await bounded.close()
  })
})
