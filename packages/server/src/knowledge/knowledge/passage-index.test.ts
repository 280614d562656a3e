import { NodeError, type Run, type VectorStore } from '@chatwright/core'
import { expect, test } from 'vitest'
import { removeFromIndex } from './passage-index.ts'

const index = (code: NodeError['code']) => ({
  value: { delete: () => Promise.reject(new NodeError('It is not there.', { code })) } as unknown as VectorStore,
  run: {} as Run,
})

test('what was never written is gone already; any other fault is told', async () => {
  await expect(removeFromIndex(index('not-found'), ['a'], 1)).resolves.toBeUndefined()
  await expect(removeFromIndex(index('unreachable'), ['a'], 1)).rejects.toThrow('It is not there.')
})
