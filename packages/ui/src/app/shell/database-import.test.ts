import { expect, test } from 'vitest'

import { isDatabaseText } from './database-import.ts'

const LISTS = { chatmessages: [], chatflows: [{ name: 'a' }], apikeys: [] }

test('[USER-8] a text with the three lists is a database, however it is spaced', () => {
  expect(isDatabaseText(JSON.stringify(LISTS))).toBe(true)
  expect(isDatabaseText(JSON.stringify(LISTS, undefined, 4))).toBe(true)
})

test.each(['chatmessages', 'chatflows', 'apikeys'] as const)('[USER-8] without %s it is not', (name) => {
  const { [name]: _, ...rest } = LISTS
  expect(isDatabaseText(JSON.stringify(rest))).toBe(false)
  expect(isDatabaseText(JSON.stringify({ ...rest, [name]: {} }))).toBe(false)
})
