import { expect, test } from 'vitest'
import { comparePassages, type ReadPassage } from './compare-passages.ts'

const stored = [
  { id: 'a1', document: 'a', seq: 0 },
  { id: 'a2', document: 'a', seq: 1 },
  { id: 'b1', document: 'b', seq: 0 },
  { id: 'c1', document: 'c', seq: 0 },
]
const read = (id: string, seq: number): ReadPassage => ({
  id,
  document: id[0] ?? '',
  seq,
  content: id,
  metadata: '{}',
})

test('documents are new, changed, gone or as they were, and passages say where they stand now', async () => {
  const now = [read('a0', 0), read('a1', 1), read('b1', 0), read('d1', 0)]
  expect(await comparePassages(stored, now, { isWhole: true })).toEqual({
    coming: [read('a0', 0), read('d1', 0)],
    gone: ['a2', 'c1'],
    moved: [{ id: 'a1', document: 'a', seq: 1 }],
    unchanged: 2,
    documents: { added: ['d'], changed: ['a'], gone: ['c'], unchanged: 1 },
  })
})

test('what could not be read is not gone; what was read anew still loses its old passages', async () => {
  const now = [read('a1', 0)]
  expect(await comparePassages(stored, now, { isWhole: false })).toMatchObject({
    gone: ['a2'],
    documents: { added: [], changed: ['a'], gone: [] },
  })
})
