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
