import { expect, test } from 'vitest'
import { isInOtherLanguage } from './other-language.ts'

test('a language is told by how a text begins, however long it is', () => {
  const english = 'What is the price of the small one, and how long does it take? '
  const german = 'Was kostet das kleine, und wie lange wird es dauern, bis die Lieferung bei mir ist? '
  expect([english, german].map(isInOtherLanguage)).toEqual([false, true])
  // Each word of millions would be looked at while everybody waits.
  expect(isInOtherLanguage(english.repeat(400) + german.repeat(4000))).toBe(false)
})
