import { expect, test } from 'vitest'
import { createFailureLimiter } from './failure-limiter.ts'
import { createKeyGuesses, unknownKey } from './key-guesses.ts'

const guesses = () =>
  createKeyGuesses(async (text) => (text.startsWith('true') ? text : undefined), createFailureLimiter())

test('twenty wrong keys are counted, and the next is refused at that address alone', () => {
  const keys = guesses()
  for (let i = 0; i < 20; i += 1) keys.count('203.0.113.7')
  expect(() => keys.count('203.0.113.7')).toThrow(expect.objectContaining({ code: 'too-many-requests' }))
  expect(() => keys.count('203.0.113.8')).not.toThrow()
})

test('a key too long to guess is found however many wrong ones came before, a short one waits with them', async () => {
  const keys = guesses()
  for (let i = 0; i < 20; i += 1) keys.count('203.0.113.7')
  const long = 'true'.padEnd(32, 'x')
  expect(await keys.find(long, '203.0.113.7')).toBe(long)
  const short = long.slice(0, 31)
  expect(() => keys.find(short, '203.0.113.7')).toThrow(expect.objectContaining({ code: 'too-many-requests' }))
  expect(await keys.find(short, '203.0.113.8')).toBe(short)
  expect(await keys.find('wrong', '203.0.113.8')).toBeUndefined()
})

test('an unknown key is told as such, in the words of the place', () => {
  expect(unknownKey()).toMatchObject({
    code: 'unauthorized',
    message: expect.stringContaining("API key isn't valid"),
  })
  expect(unknownKey('Another.')).toMatchObject({ code: 'unauthorized', message: 'Another.' })
})
