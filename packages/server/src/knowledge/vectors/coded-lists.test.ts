import { expect, test } from 'vitest'
import { createVectorTable } from '@chatwright/core'
import { learnCentres } from './centres.ts'
import { createCodedLists, readCodedLists } from './coded-lists.ts'
import { wantedFacts } from './fact-bits.ts'
import { clusteredTestVectors } from '../../../testing/clustered-vectors.ts'

const COUNT = 6000
const DIMENSIONS = 48
const vectors = clusteredTestVectors(COUNT, DIMENSIONS)
const lists = createCodedLists(DIMENSIONS, learnCentres(vectors.slice(0, 3000), 77))
for (const [seq, vector] of vectors.entries())
  lists.add(vector, { seq, metadata: { page: seq % 50, isOld: seq > 3000 } })
const truth = createVectorTable(DIMENSIONS)
for (const vector of vectors) truth.add(vector)
const questions = vectors.filter((_, seq) => seq % 150 === 7)

/** The share of the true ten that is found. */
function found(nearest: (question: Float32Array) => number[], isWanted?: (row: number) => boolean): number {
  const shares = questions.map((question) => {
    const seqs = new Set(nearest(question))
    const true10 = truth.nearest(question, 10, isWanted)
    return true10.filter(({ row }) => seqs.has(row)).length / true10.length
  })
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

test('what is nearest is nearly always among what seems nearest', () => {
  expect(lists.size).toBe(COUNT)
  expect(found((question) => lists.nearest(question, { k: 40 }))).toBeGreaterThan(0.97)
})

test('of what is on the same side, the bits that say how far tell what is nearer', () => {
  expect(found((question) => lists.nearest(question, { k: 15 }))).toBeGreaterThan(0.9)
})

test('vectors that lie in no clusters are found as well', () => {
  let state = 1
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647 - 0.5
  }
  const spread = Array.from({ length: 14_000 }, () => Float32Array.from({ length: 32 }, random))
  const inLists = createCodedLists(32, learnCentres(spread.slice(0, 4000), 118))
  const table = createVectorTable(32)
  for (const [seq, vector] of spread.entries()) {
    inLists.add(vector, { seq, metadata: {} })
    table.add(vector)
  }
  const asked = spread.filter((_, seq) => seq % 500 === 0)
  const seen = asked.map((question) => {
    const seqs = new Set(inLists.nearest(question, { k: 60 }))
    return table.nearest(question, 10).filter(({ row }) => seqs.has(row)).length / 10
  })
  expect(seen.reduce((sum, share) => sum + share, 0) / seen.length).toBeGreaterThan(0.9)
})

test('vectors of any length are found by their direction', () => {
  const long = vectors.map((vector, seq) => vector.map((each) => each * (seq % 2 === 0 ? 20 : 40)))
  const ofLong = createCodedLists(DIMENSIONS, learnCentres(long.slice(0, 3000), 77))
  for (const [seq, vector] of long.entries()) ofLong.add(vector, { seq, metadata: {} })
  expect(found((question) => ofLong.nearest(question, { k: 40 }))).toBeGreaterThan(0.97)
})

const isPage =
  (...pages: number[]) =>
  (seq: number): boolean =>
    pages.includes(seq % 50)
const isYoung = (seq: number): boolean => seq <= 3000

test.each<[string, Record<string, unknown>, (seq: number) => boolean]>([
  ['half pass', { isOld: false }, isYoung],
  ['few pass', { page: 3 }, isPage(3)],
  ['one of several values passes', { page: [3, 4] }, isPage(3, 4)],
  ['most of the values pass', { page: Array.from({ length: 40 }, (_, page) => page) }, (seq) => seq % 50 < 40],
  ['two names have to pass', { page: [3, 4], isOld: false }, (seq) => isPage(3, 4)(seq) && isYoung(seq)],
])(
  'with a filter that %s, what it shuts out is passed over and the nearest of the rest is found',
  (_, filter, isWanted) => {
    const wanted = wantedFacts(filter)
    const seen = lists.nearest(questions[0] ?? new Float32Array(), { k: 200, wanted })
    // Bits let a few through that are not wanted; never the other way round.
    expect(seen.filter(isWanted).length / seen.length).toBeGreaterThan(0.95)
    expect(found((question) => lists.nearest(question, { k: 200, wanted }), isWanted)).toBe(1)
  },
)

test('what was written is read as it was, and grows', () => {
  const { pieces, ...head } = lists.written()
  const body = Buffer.concat([...pieces()])
  expect(body.length).toBe(head.bytes)
  const again = readCodedLists(head, new Uint8Array(body).buffer)
  for (const question of questions.slice(0, 5)) {
    expect(again.nearest(question, { k: 20 })).toEqual(lists.nearest(question, { k: 20 }))
  }
  const question = questions[3] ?? new Float32Array()
  again.add(
    question.map((each) => each * 3),
    { seq: 70_000, metadata: {} },
  )
  expect(again.nearest(question, { k: 2 })).toContain(70_000)
  expect(again.size).toBe(COUNT + 1)
})
