import { expect, test } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'

const secret = { password: 'correct horse' }
/** JSON within the text of JSON, so many times over. */
const within = (times: number): string => (times === 0 ? JSON.stringify(secret) : JSON.stringify([within(times - 1)]))

test('a secret in JSON that was handed on as text is masked, as often as people hand it on', () => {
  expect(maskSecrets({ body: within(4) })).toEqual({ body: within(4).replace('correct horse', '•••') })
})

test('texts within texts are not read without end', () => {
  let value: unknown = { body: within(12) }
  let read = 0
  const parse = JSON.parse
  JSON.parse = (...given: Parameters<typeof parse>): unknown => {
    read += 1
    return parse(...given)
  }
  try {
    value = maskSecrets(value)
  } finally {
    JSON.parse = parse
  }
  expect([read, value]).toEqual([5, { body: within(12) }])
})

test('what holds nothing to mask is given back as it is, in its own spacing where it is JSON as text', () => {
  const value = { list: [{ name: 'a', value: 'b' }, 1, null], text: '{ "a": [1, 2] }' }
  expect(maskSecrets(value)).toBe(value)
  const mixed = { kept: value, ...secret }
  expect(maskSecrets(mixed)).toEqual({ kept: value, password: '•••' })
  expect((maskSecrets(mixed) as typeof mixed).kept).toBe(value)
  expect(maskSecrets({ list: [value, { credential: 'id' }] })).toEqual({ list: [value, {}] })
})
