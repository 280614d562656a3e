import { describe, expect, test } from 'vitest'
import { mayChange, MOST_ASKS, tellApart, type Evidence } from './tell-apart.ts'

const CASES = 20
const SETS = 100
const FLIPS = 0.15

/** The same numbers for the same seed. */
function numbersOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296
  }
}

/** Asks both sides of a set, each answer flipped by chance: two cases fail before and after, and the candidate breaks some more. */
function ask(seed: number, { broken, flips = FLIPS }: { broken: number; flips?: number }): Evidence[] {
  const next = numbersOf(seed)
  return Array.from({ length: CASES }, (_, index) => {
    const isFailing = index < 2
    const evidence = { base: { asked: 0, failed: 0 }, candidate: { asked: 0, failed: 0 } }
    const answer = (side: { asked: number; failed: number }, fails: boolean): void => {
      side.asked += 1
      if (next() < flips !== fails) side.failed += 1
    }
    while (mayChange(evidence)) {
      answer(evidence.base, isFailing)
      answer(evidence.candidate, isFailing || index >= CASES - broken)
    }
    return evidence
  })
}

const alarmedIn = (brokenIn: (seed: number) => number, firstSeed: number): number =>
  Array.from({ length: SETS }, (_, index) => {
    const seed = firstSeed + index
    return tellApart(ask(seed, { broken: brokenIn(seed) })).isWorse
  }).filter(Boolean).length

describe('with a model that flips 15 % of its answers', () => {
  test('nine of ten regressions that break two to six of twenty cases are caught', () => {
    expect(alarmedIn((seed) => 2 + (seed % 5), 1000)).toBeGreaterThanOrEqual(90)
  })

  test('a harmless edit raises an alarm in at most one of twenty sets', () => {
    expect(alarmedIn(() => 0, 2000)).toBeLessThanOrEqual(5)
  })

  test('a flow compared with itself shows no regression in at least 95 of a hundred', () => {
    expect(SETS - alarmedIn(() => 0, 3000)).toBeGreaterThanOrEqual(95)
  })

  test('one broken case of twenty is still found more often than not', () => {
    expect(alarmedIn(() => 1, 4000)).toBeGreaterThanOrEqual(50)
  })

  test('neither side of a case is asked more than five times, and most cases of both are asked less', () => {
    const sides = ask(1, { broken: 3 }).flatMap(({ base, candidate }) => [base.asked, candidate.asked])
    expect(Math.max(...sides)).toBeLessThanOrEqual(MOST_ASKS)
    expect(sides.filter((asked) => asked === 2).length).toBeGreaterThan(0)
  })

  test('its flip rate is told within a few percent', () => {
    const rates = Array.from({ length: SETS }, (_, seed) => tellApart(ask(5000 + seed, { broken: 0 })).flipRate)
    expect(rates.reduce((sum, rate) => sum + rate, 0) / SETS).toBeCloseTo(FLIPS, 1)
  })
})

describe('with a model that answers the same each time', () => {
  test('one broken case is named, after two asks a side', () => {
    const { directions, isWorse, flipRate } = tellApart(ask(1, { broken: 1, flips: 0 }))
    expect([isWorse, directions.at(-1), directions.filter((each) => each === 'worse').length]).toEqual([
      true,
      'worse',
      1,
    ])
    expect(flipRate).toBe(0)
  })

  test('one mended case is better, and nothing is worse', () => {
    const mended = ask(1, { broken: 1, flips: 0 }).map(({ base, candidate }) => ({ base: candidate, candidate: base }))
    const { directions, isWorse, isBetter } = tellApart(mended)
    expect([isWorse, isBetter, directions.at(-1)]).toEqual([false, true, 'better'])
  })
})

test('a flip rate of none is told where no answer differs, however few were asked, and one that differs shows', () => {
  const steady = { asked: 2, failed: 0 }
  expect(tellApart([{ base: steady, candidate: steady }]).flipRate).toBe(0)
  const failing = { asked: 5, failed: 5 }
  expect(tellApart([{ base: failing, candidate: failing }]).flipRate).toBe(0)
  const mixed = { base: { asked: 5, failed: 1 }, candidate: { asked: 5, failed: 0 } }
  expect(tellApart([mixed, { base: steady, candidate: steady }]).flipRate).toBeCloseTo(1 / 7, 1)
})

test('a case that was not asked is unclear, never a pass', () => {
  const none = { asked: 0, failed: 0 }
  const all = { asked: 2, failed: 0 }
  expect(tellApart([{ base: all, candidate: none }]).directions).toEqual(['unclear'])
  expect(tellApart([]).isWorse).toBe(false)
})
