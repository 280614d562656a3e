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
  const sums = new Float32Array(ROWS_AT_ONCE)
  products.multiply(ROWS_AT_ONCE, sums)
  for (const row of [0, 1, 7, ROWS_AT_ONCE - 1]) {
    const isSet = (at: number): boolean =>
      (((products.rows[row * (bits / 32) + (at >> 5)] ?? 0) >> (at & 31)) & 1) === 1
    expect(sums[row]).toBe(numbers.reduce((sum, number, at) => sum + (isSet(at) ? number : -number), 0))
  }
})

test('numbers are rounded to steps, and a row without any gives nothing', () => {
  const products = createBitProducts(8)
  products.rows.fill(-1, 0, 2)
  products.rows.fill(0, 2, 4)
  const numbers = Float32Array.from({ length: 64 }, (_, at) => Math.sin(at) + 0.3)
  products.use(numbers)
  const sums = new Float32Array(2)
  products.multiply(2, sums)
  // Sixteen steps of a seventh of the largest; none is rounded by more than half of one.
  const step = Math.max(...numbers) / 7
  const rounded = numbers.reduce((sum, each) => sum + Math.round(each / step) * step, 0)
  expect(sums[0]).toBeCloseTo(rounded, 3)
  expect(sums[1]).toBe(-(sums[0] ?? 0))
  products.use(new Float32Array(64))
  products.multiply(2, sums)
  expect([...sums].map(Math.abs)).toEqual([0, 0])
})
