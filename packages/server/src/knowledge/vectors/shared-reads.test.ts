import { expect, test } from 'vitest'
import { createSharedReads } from './shared-reads.ts'

interface Row {
  seq: number
}

function open() {
  const readTogether = createSharedReads<Row>()
  const reads: number[][] = []
  const read = async (seqs: number[]): Promise<Row[]> => {
    reads.push(seqs)
    return seqs.filter((seq) => seq >= 0).map((seq) => ({ seq }))
  }
  const ask = async (kind: string, seqs: readonly number[]): Promise<number[]> => {
    const rows = await readTogether(kind, seqs, read)
    return seqs.flatMap((seq) => rows.get(seq) ?? []).map(({ seq }) => seq)
  }
  return { ask, reads, readTogether }
}

test('all who ask in the same turn share a read, each kind its own; whoever asks later has another', async () => {
  const { ask, reads } = open()
  const answers = await Promise.all([ask('a', [1, 2]), ask('a', [2, 3, -1]), ask('b', [1])])
  expect(answers).toEqual([[1, 2], [2, 3], [1]])
  expect(reads).toEqual([[1, 2, 3, -1], [1]])
  expect(await ask('a', [2])).toEqual([2])
  expect(reads).toHaveLength(3)
})

test('a read brings no more than a thousand for several, whoever wants more has a read of their own', async () => {
  const { ask, reads } = open()
  const many = Array.from({ length: 600 }, (_, at) => at)
  const others = many.map((seq) => seq + 1000)
  const far = Array.from({ length: 5000 }, (_, at) => at + 10_000)
  expect(await Promise.all([ask('a', many), ask('a', others), ask('a', far), ask('a', [1])])).toEqual([
    many,
    others,
    far,
    [1],
  ])
  expect(reads.map(({ length }) => length)).toEqual([600, 600, 5000, 1])
})

test('a read that fails fails for all who share it, and for nobody after them', async () => {
  const { ask, readTogether } = open()
  const failing = () => Promise.reject(new Error('gone'))
  const both = [readTogether('a', [1], failing), readTogether('a', [2], failing)]
  for (const one of both) await expect(one).rejects.toThrow('gone')
  expect(await ask('a', [1])).toEqual([1])
})
