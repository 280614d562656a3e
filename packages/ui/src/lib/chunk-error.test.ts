import { expect, test } from 'vitest'

import { readChunkError } from './chunk-error.ts'

function chunkError(fields: Partial<Record<'name' | 'type' | 'request' | 'code', string>>, message: string): Error {
  return Object.assign(new Error(message), fields)
}

test.each([
  ['missing', 'missing'],
  ['timeout', 'timeout'],
  ['error', 'load'],
])('[NOTE-3] a script chunk that failed as %s is named %s, with its id and address', (type, kind) => {
  const error = chunkError(
    { name: 'ChunkLoadError', type, request: '/assets/7.js' },
    `Loading chunk 7 failed.\n(${type})`,
  )
  expect(readChunkError(error)).toEqual({ chunkId: '7', kind, address: '/assets/7.js', code: 'ChunkLoadError' })
})

test('[NOTE-3] a style chunk failure has the code CSS_CHUNK_LOAD_FAILED', () => {
  const error = chunkError(
    { code: 'CSS_CHUNK_LOAD_FAILED', type: 'error', request: '/assets/7.css' },
    'Loading CSS chunk 7 failed.\n(/assets/7.css)',
  )
  expect(readChunkError(error)).toMatchObject({ chunkId: '7', kind: 'load', code: 'CSS_CHUNK_LOAD_FAILED' })
})

test('other errors are no chunk errors', () => {
  expect(readChunkError(new Error('Loading chunk 7 failed.'))).toBeUndefined()
  expect(readChunkError('text')).toBeUndefined()
})
