import { expect, test } from 'vitest'
import { createBitProducts, ROWS_AT_ONCE } from './bit-products.ts'
import { seeded } from './turn-vectors.ts'

/** Large enough that rows, numbers and sums take more memory than there is at first. */
test.each([64, 384, 3072])('rows of %i bits are multiplied as comparing bit by bit would', (bits) => {
  const random = seeded(bits)
  const products = createBitProducts(bits / 8)
  for (let word = 0; word < products.rows.length; word += 1) products.rows[word] = Math.floor(random() * 2 ** 32) | 0
  // Numbers that are steps themselves, the largest of them 7, are not rounded.
  const numbers = Float32Array.from({ length: bits }, (_, at) => (at === 0 ? 7 : Math.round(random() * 14) - 7))
  products.use(numbers)
  products.multiply(ROWS_AT_ONCE)
  for (const row of [0, 1, 7, ROWS_AT_ONCE - 1]) {
    const isSet = (at: number): boolean =>
      (((products.rows[row * (bits / 32) + (at >> 5)] ?? 0) >> (at & 31)) & 1) === 1
    expect(products.product(row)).toBe(numbers.reduce((sum, number, at) => sum + (isSet(at) ? number : -number), 0))
  }
})

test('numbers are rounded to steps, and a row without any gives nothing', () => {
  const products = createBitProducts(8)
  products.rows.fill(-1, 0, 2)
  products.rows.fill(0, 2, 4)
  const numbers = Float32Array.from({ length: 64 }, (_, at) => Math.sin(at) + 0.3)
  products.use(numbers)
  products.multiply(2)
  // Sixteen steps of a seventh of the largest; none is rounded by more than half of one.
  const step = Math.max(...numbers) / 7
  const rounded = numbers.reduce((sum, each) => sum + Math.round(each / step) * step, 0)
  expect(products.product(0)).toBeCloseTo(rounded, 3)
  expect(products.product(1)).toBe(-products.product(0))
  products.use(new Float32Array(64))
  products.multiply(2)
  expect([0, 1].map((row) => Math.abs(products.product(row)))).toEqual([0, 0])
})

const filled = (random: () => number, into: Float32Array | Int32Array): void => {
  for (let at = 0; at < into.length; at += 1) into[at] = random() * 2 ** 32 - 2 ** 31
}

test('rows are picked of which the guess is better, and no others', () => {
  const random = seeded(5)
  const products = createBitProducts(48)
  filled(random, products.rows)
  for (let row = 0; row < ROWS_AT_ONCE; row += 1) {
    products.scales[row] = random() * 0.01
    products.offsets[row] = random() - 0.5
  }
  products.use(Float32Array.from({ length: 384 }, () => random() - 0.5))
  products.multiply(ROWS_AT_ONCE)
  const guesses = Array.from(
    { length: ROWS_AT_ONCE },
    (_, row) => (products.scales[row] ?? 0) * products.product(row) + (products.offsets[row] ?? 0),
  )
  for (const count of [1, 300, ROWS_AT_ONCE]) {
    for (const least of [-Infinity, 0.1, 9]) {
      const better = [...guesses.keys()].slice(0, count).filter((row) => (guesses[row] ?? 0) > least)
      const picked = Array.from({ length: products.pickBetter(count, least) }, (_, at) => products.picked(at))
      expect(picked).toEqual(better)
    }
  }
  expect(products.pickBetter(0, -1)).toBe(0)
})

test('rows are picked that lack no wanted bit, whichever of the 128 it is', () => {
  const products = createBitProducts(8)
  const wantedRows = (count: number): number[] =>
    Array.from({ length: products.pickFitting(count) }, (_, at) => products.picked(at))
  products.facts.fill(0)
  for (let bit = 0; bit < 128; bit += 1) products.facts[(bit + 100) * 4 + (bit >> 5)] = 1 << (bit & 31)
  for (const bit of [0, 31, 32, 63, 64, 95, 96, 127]) {
    products.wanted.fill(0)
    products.wanted[bit >> 5] = 1 << (bit & 31)
    expect(wantedRows(ROWS_AT_ONCE)).toEqual([bit + 100])
    expect(wantedRows(bit + 100)).toEqual([])
  }
  products.wanted.fill(0)
  expect(wantedRows(ROWS_AT_ONCE)).toHaveLength(ROWS_AT_ONCE)
  products.facts.fill(-1, 8, 12)
  products.wanted.fill(-1)
  expect(wantedRows(ROWS_AT_ONCE)).toEqual([2])
})
