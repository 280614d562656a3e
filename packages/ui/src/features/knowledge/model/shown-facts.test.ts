import { expect, test } from 'vitest'

import { linesOf, shownFacts } from './shown-facts.ts'

test('facts are names and values; ids and what the head says already are left out', () => {
  const facts = { docId: 'a1b2', source: 'rules.pdf', page: 3, tags: ['a'], by: 'Ann' }
  expect(shownFacts(facts, 'rules.pdf')).toEqual([
    { name: 'page', value: '3' },
    { name: 'tags', value: '["a"]' },
    { name: 'by', value: 'Ann' },
  ])
  expect(shownFacts(facts).map(({ name }) => name)).toEqual(['source', 'page', 'tags', 'by'])
})

test('the lines of a passage are told in words, and not again as they are stored', () => {
  const loc = { lines: { from: 3, to: 8 } }
  expect(linesOf({ loc })).toEqual({ from: 3, to: 8 })
  expect(shownFacts({ loc })).toEqual([])
  // What is not just lines is shown as it is.
  const page = { ...loc, pageNumber: 2 }
  expect(linesOf({ loc: page })).toBeUndefined()
  expect(shownFacts({ loc: page })).toEqual([{ name: 'loc', value: JSON.stringify(page) }])
  for (const other of [undefined, null, 'x', { lines: null }, { lines: { from: '1', to: 2 } }]) {
    expect(linesOf({ loc: other })).toBeUndefined()
  }
})
