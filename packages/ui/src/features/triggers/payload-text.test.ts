import { expect, test } from 'vitest'
import { readPayload, writePayload } from './payload-text.ts'

test('what came is edited as JSON and read back', () => {
  const payload = { body: [1, 'a'], query: { a: '1' }, headers: {} }
  expect(readPayload(writePayload(payload))).toEqual(payload)
  expect(readPayload(writePayload(undefined))).toEqual({ body: {}, query: {}, headers: {} })
  expect(readPayload('{"body":null}')).toEqual({ body: null })
})

test.each(['', '{', '[]', '{"query":[]}', '{"headers":"a"}', '{"order":7}'])('%j is not sent', (text) => {
  expect(readPayload(text)).toBeUndefined()
})
