import { expect, test } from 'vitest'
import { chosenAmong, readingsOfStore } from './chosen-store.ts'

test('a chosen store is read as every id it may have, the shortest first', () => {
  expect(readingsOfStore('id-1')).toEqual([{ id: 'id-1', name: '' }])
  expect(readingsOfStore(' old:7:Hand: book ')).toEqual([
    { id: 'old', name: '7:Hand: book' },
    { id: 'old:7', name: 'Hand: book' },
    { id: 'old:7:Hand', name: ' book' },
    { id: 'old:7:Hand: book', name: '' },
  ])
})

test('a long text is read in few ways, however many colons it holds', () => {
  expect(readingsOfStore(`id:${'a:'.repeat(100_000)}`).length).toBeLessThan(50)
})

test('colons in an id and in a name lead to the store that is there', () => {
  const among = (chosen: string, ...stores: [string, string][]) => chosenAmong(chosen, new Map(stores))?.id
  expect(among('old:7:Hand: book', ['old:7', 'Hand: book'])).toBe('old:7')
  expect(among('old:7', ['old:7', 'Handbook'])).toBe('old:7')
  // Both are there: the name tells which is meant, and where it was changed since, the longer id.
  expect(among('old:7:Rules', ['old', '7:Rules'], ['old:7', 'Law'])).toBe('old')
  expect(among('old:7:Rules', ['old', 'Law'], ['old:7', 'Rules'])).toBe('old:7')
  expect(among('old:7:Before', ['old', 'Law'], ['old:7', 'Rules'])).toBe('old:7')
  expect(among('gone:Rules', ['old', 'Law'])).toBeUndefined()
})
