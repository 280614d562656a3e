import { expect, test } from 'vitest'
import { createVectorTable } from './vector-table.ts'

function tableOf(vectors: readonly number[][]) {
  const table = createVectorTable(vectors[0]?.length ?? 0)
  for (const vector of vectors) table.add(vector)
  return table
}

const cosine = (a: readonly number[], b: readonly number[]): number => {
  const product = (x: readonly number[], y: readonly number[]) => x.reduce((sum, v, i) => sum + v * (y[i] ?? 0), 0)
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b))
}

test.each([1, 2, 7, 8, 9, 384, 1536])(
  'rows of %i numbers are found by direction, as long division has it',
  (length) => {
    const random = (seed: number) => Array.from({ length }, (_, index) => Math.sin(seed * 7919 + index * 104_729))
    const vectors = Array.from({ length: 300 }, (_, index) => random(index + 1))
    const query = random(1000)
    const expected = vectors
      .map((vector, row) => ({ row, score: cosine(query, vector) }))
      .sort((a, b) => b.score - a.score || a.row - b.row)
    const found = tableOf(vectors).nearest(query, 5)
    expect(found.map(({ score }) => score.toFixed(4))).toEqual(
      expected.slice(0, 5).map(({ score }) => score.toFixed(4)),
    )
    if (length > 2) expect(found.map(({ row }) => row)).toEqual(expected.slice(0, 5).map(({ row }) => row))
  },
)

test('among equals the first stays first', () => {
  const table = tableOf([
    [0, 1],
    [2, 0],
    [1, 0],
    [3, 0],
  ])
  expect(table.nearest([5, 0], 2).map(({ row }) => row)).toEqual([1, 2])
})

test('only wanted rows are found, also when better ones are not wanted', () => {
  const table = tableOf([
    [1, 0],
    [1, 1],
    [0, 1],
  ])
  expect(table.nearest([1, 0], 2, (row) => row !== 0).map(({ row }) => row)).toEqual([1, 2])
})

test('a vector without direction is near to nothing, and an empty table holds none', () => {
  expect(tableOf([[0, 0]]).nearest([1, 0], 3)).toEqual([{ row: 0, score: 0 }])
  expect(tableOf([[1, 0]]).nearest([0, 0], 3)).toEqual([{ row: 0, score: 0 }])
  expect(createVectorTable(20_000).nearest([1], 3)).toEqual([])
})
