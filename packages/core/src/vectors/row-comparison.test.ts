import { expect, test } from 'vitest'
import { createRowComparison } from './row-comparison.ts'

function scoreOf(comparison: ReturnType<typeof createRowComparison>, row: readonly number[]): number {
  comparison.row.set(new Uint8Array(Float32Array.from(row).buffer))
  return comparison.score()
}

test('rows are compared by their direction alone', () => {
  const comparison = createRowComparison()
  comparison.use([3, 4, 0])
  expect(scoreOf(comparison, [6, 8, 0])).toBeCloseTo(1)
  expect(scoreOf(comparison, [-3, -4, 0])).toBeCloseTo(-1)
  expect(scoreOf(comparison, [0, 0, 2])).toBe(0)
  expect(scoreOf(comparison, [1, 0, 0])).toBeCloseTo(0.6)
})

test('what has no direction is near to nothing', () => {
  const comparison = createRowComparison()
  comparison.use([1, 1])
  expect(scoreOf(comparison, [0, 0])).toBe(0)
  comparison.use([0, 0])
  expect(scoreOf(comparison, [1, 1])).toBe(0)
})

test('a shorter question after a longer one meets nothing of what was there', () => {
  const comparison = createRowComparison()
  const long = Array.from({ length: 20_000 }, (_, at) => at % 7)
  comparison.use(long)
  expect(scoreOf(comparison, long)).toBeCloseTo(1)
  comparison.use([1, 2, 3])
  expect(comparison.row).toHaveLength(12)
  expect(scoreOf(comparison, [1, 2, 3])).toBeCloseTo(1)
})
