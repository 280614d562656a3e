import { expect, test } from 'vitest'
import { readAuthorization } from './authorization.ts'

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`

test.each([undefined, '', '   ', 'Bearer', 'Bearer  ', 'Basic', 'basic '])('%j presents nothing', (header) => {
  expect(readAuthorization(header)).toBeUndefined()
})

test.each([
  ['Bearer cw_1', 'cw_1'],
  ['bearer   cw_1 ', 'cw_1'],
  ['cw_1', 'cw_1'],
  ['Token cw_1', 'Token cw_1'],
])('%j presents a key', (header, key) => {
  expect(readAuthorization(header)).toEqual({ kind: 'key', key })
})

test.each([
  ['anna:pass', 'anna', 'pass'],
  ['anna:pa:ss', 'anna', 'pa:ss'],
  ['änna:pässe', 'änna', 'pässe'],
  [':pass', '', 'pass'],
  ['anna:', 'anna', ''],
  ['anna', 'anna', ''],
])('the login %j presents a name and a password', (text, name, password) => {
  expect(readAuthorization(basic(text))).toEqual({ kind: 'login', name, password })
})
