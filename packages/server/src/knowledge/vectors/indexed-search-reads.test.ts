import { createVectorTable } from '@chatwright/core'
import { expect, test } from 'vitest'
import { clusteredTestVectors } from '../../../testing/clustered-vectors.ts'
import { learnCentres } from './centres.ts'
import { createCodedLists, type CodedLists } from './coded-lists.ts'
import type { VectorComparison } from './compare-vectors.ts'
import type { IndexStore } from './index-store.ts'
import { createIndexedSearch } from './indexed-search.ts'

const COUNT = 4000
const DIMENSIONS = 192
const vectors = clusteredTestVectors(COUNT, DIMENSIONS)
const questions = vectors.filter((_, seq) => seq % 150 === 7)
const table = createVectorTable(DIMENSIONS)
for (const vector of vectors) table.add(vector)
const lists = createCodedLists(DIMENSIONS, learnCentres(vectors.slice(0, 2000), 60))
for (const [seq, vector] of vectors.entries()) lists.add(vector, { seq, metadata: {} })
const [firstQuestion = new Float32Array()] = questions

/** An index of all of them, searched with a database that counts what is asked of it. */
function openSearch(isLeft: (row: number) => boolean = () => true, held: CodedLists = lists) {
  const asked = { current: 0, read: 0, seqs: new Set<number>() }
  const kept = { id: 'kept', lists: held, upTo: { change: 1, seq: 1 }, learned: held.size, removed: 0 }
  const store: Partial<IndexStore> = {
    current: async () => {
      asked.current += 1
      return { id: 'kept', changed: 1 }
    },
    read: async () => kept,
    next: async () => [],
  }
  const comparison: Partial<VectorComparison> = {
    async these({ vector, k }, seqs) {
      asked.read += seqs.length
      const wanted = new Set(seqs)
      for (const seq of seqs) asked.seqs.add(seq)
      return table
        .nearest(vector, k, (row) => isLeft(row) && wanted.has(row))
        .map(({ row, score }) => ({ seq: row, score }))
    },
  }
  const indexed = createIndexedSearch({
    store: store as IndexStore,
    comparison: comparison as VectorComparison,
    onWanted: () => undefined,
    large: 1000,
    mostCompared: 0,
    mostBytes: 0,
  })
  const search = async (vector: Float32Array): Promise<number[]> => {
    const matches = await indexed.search({ collection: 'c', vector, k: 10 })
    return (matches ?? []).map(({ seq }) => seq)
  }
  return { asked, search }
}

test('a few vectors are read for each that is wanted, and the nearest are found', async () => {
  const { asked, search } = openSearch()
  let found = 0
  for (const question of questions) {
    const seqs = new Set(await search(question))
    found += table.nearest(question, 10).filter(({ row }) => seqs.has(row)).length
  }
  expect(found / (questions.length * 10)).toBeGreaterThan(0.98)
  expect(asked.read / questions.length).toBe(40)
})

test('where most of what seems nearest is gone, more is read until enough of it is there', async () => {
  const left = (row: number): boolean => row % 5 === 0
  const { asked, search } = openSearch(left)
  expect(await search(firstQuestion)).toEqual(table.nearest(firstQuestion, 10, left).map(({ row }) => row))
  expect(asked.read).toBe(160)
})

test('where there are just enough among many that are gone, more are looked for once', async () => {
  const near = new Set(lists.nearest(firstQuestion, { k: 40 }).slice(0, 12))
  const { asked, search } = openSearch((row) => near.has(row))
  expect(await search(firstQuestion)).toHaveLength(10)
  expect(asked.read).toBe(80)
})

test('however few are left, no search reads more than its bound, and none is read twice', async () => {
  const many = createCodedLists(8, [new Float32Array(8)])
  const short = clusteredTestVectors(20_000, 8)
  for (const [seq, vector] of short.entries()) many.add(vector, { seq, metadata: {} })
  const { asked, search } = openSearch(() => false, many)
  expect(await search(short[0] ?? new Float32Array())).toEqual([])
  expect(asked.read).toBe(12_800)
  expect(asked.seqs.size).toBe(asked.read)
})

test('those who ask at once are answered by one look at which index there is, those who ask later by another', async () => {
  const { asked, search } = openSearch()
  await Promise.all(questions.slice(0, 8).map((question) => search(question)))
  expect(asked.current).toBe(1)
  await search(questions[0] ?? new Float32Array())
  expect(asked.current).toBe(2)
})
