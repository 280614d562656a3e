import { expect, test } from 'vitest'

import { newestEditIn } from './newest-edit.ts'

const draft = (keptAt: number, name = 'Small') => ({
  flow: { nodes: [], edges: [] },
  name,
  baseVersion: 1,
  keptAt,
})

test('what was kept is taken once, and forgotten only as far as the database has it', () => {
  const newest = newestEditIn(localStorage)
  newest.put('flow:a', draft(5))
  newest.put('flow:b', draft(6))
  expect(newest.keys().toSorted()).toEqual(['flow:a', 'flow:b'])
  newest.forget('flow:a', 4)
  expect(newest.take('flow:a')).toEqual(draft(5))
  expect(newest.take('flow:a')).toBeUndefined()
  newest.forget('flow:b', 6)
  expect(newest.keys()).toEqual([])
})

test('a flow too large for a moment is left to the database, and broken text is no draft', () => {
  const newest = newestEditIn(localStorage)
  newest.put('flow:a', draft(1))
  newest.put('flow:a', draft(2, 'x'.repeat(1_000_001)))
  expect(newest.keys()).toEqual([])
  localStorage.setItem('canvas.newest:flow:a', '{')
  expect(newest.take('flow:a')).toBeUndefined()
})
