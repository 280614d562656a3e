import { expect, test } from 'vitest'

import { namedChanges } from './named-changes.ts'

const none = { id: 's', loaderName: 'Rules', added: [], changed: [], gone: [], failures: [] }

test('documents that a load would change are named by what becomes of them, the first ten of each', () => {
  const many = Array.from({ length: 12 }, (_, at) => `${at}.txt`)
  const sources = [
    { ...none, added: ['a.txt'], gone: many.slice(0, 7) },
    { ...none, gone: many.slice(7) },
  ]
  expect(namedChanges({ sources })).toEqual([
    { change: 'added', names: 'a.txt', more: -9 },
    { change: 'gone', names: many.slice(0, 10).join(', '), more: 2 },
  ])
  expect(namedChanges({ sources: [none] })).toEqual([])
})
