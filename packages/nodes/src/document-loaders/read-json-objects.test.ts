import { expect, test } from 'vitest'
import { readJsonObjects } from './read-json-objects.ts'

const read = (value: unknown) =>
  readJsonObjects({
    name: 'data.json',
    mimeType: 'application/json',
    bytes: new TextEncoder().encode(JSON.stringify(value)),
  }).map(({ pageContent }) => pageContent)

test('what belongs together stays together, numbers too', () => {
  expect(
    read({
      company: 'Northwind',
      founded: 1987,
      tags: ['trade', 'tea'],
      closed: null,
      offices: [
        { city: 'Oslo', manager: 'Ingrid Berg', address: { street: 'Main 1' } },
        { city: 'Porto', manager: 'Rui Alves' },
      ],
    }),
  ).toEqual([
    'company: Northwind\nfounded: 1987\ntags: trade, tea',
    'city: Oslo\nmanager: Ingrid Berg',
    'street: Main 1',
    'city: Porto\nmanager: Rui Alves',
  ])
})

test('texts in a list stand alone, and nothing is lost in the depth', () => {
  expect(read(['First.', 'Second.', 3, null])).toEqual(['First.', 'Second.', '3'])
  let deep: unknown = { text: 'down here' }
  for (let level = 0; level < 3000; level += 1) deep = [deep]
  expect(read(deep)).toEqual(['text: down here'])
  expect(read(Array.from({ length: 300_000 }, (_, id) => ({ id })))).toHaveLength(300_000)
})
