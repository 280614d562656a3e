import { expect, test } from 'vitest'
import type { Drawing } from './drawing.ts'
import { orderNeeded } from './order.ts'

/** A drawing from who takes what of whom. */
function drawing(taken: Record<string, string[]>): Drawing {
  const nodes = Object.entries(taken).map(([id, sources]) => [
    id,
    { id, node: { data: { label: id.toUpperCase() } }, incoming: sources.map((source) => ({ source })) },
  ])
  return { nodes: new Map(nodes as never) }
}

const circle = (size: number): Drawing =>
  drawing(Object.fromEntries(Array.from({ length: size }, (_, i) => [`n${i}`, [`n${(i + 1) % size}`]])))

test('nodes come after all they take, once, and only those that are needed', () => {
  const drawn = drawing({ a: [], b: ['a'], c: ['a', 'b'], unneeded: ['c'] })
  expect(orderNeeded(drawn, ['c', 'b', 'c'])).toEqual(['a', 'b', 'c'])
})

test('a circle is told by its nodes, from and to the one to mend', () => {
  expect(() => orderNeeded(circle(6), ['n0'])).toThrow(
    expect.objectContaining({
      code: 'cycle',
      message: 'These nodes form a circle: N0 ← N1 ← N2 ← N3 ← N4 ← N5 ← N0.',
      hint: 'Remove one connection of "N0". A node can\'t use its own result.',
      nodeId: 'n0',
      nodeLabel: 'N0',
    }),
  )
})

test('of a long circle only the beginning is told, and how long it is', () => {
  expect(() => orderNeeded(circle(7), ['n0'])).toThrow(
    'These nodes form a circle: N0 ← N1 ← N2 ← N3 ← N4 ← 2 more ← N0.',
  )
})

test('what only leads into a circle is no part of it', () => {
  const drawn = drawing({ start: ['a'], a: ['b'], b: ['a'] })
  expect(() => orderNeeded(drawn, ['start'])).toThrow('These nodes form a circle: A ← B ← A.')
})
