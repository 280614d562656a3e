import { expect, test } from 'vitest'

import { wordChanges } from './word-changes.ts'

test('what is gone, what is new and what stayed are told apart by word', () => {
  expect(wordChanges('We open at nine.', 'We open at ten.')).toEqual([
    { text: 'We open at ' },
    { text: 'nine.', change: 'removed' },
    { text: 'ten.', change: 'added' },
  ])
  expect(wordChanges('', 'New')).toEqual([{ text: 'New', change: 'added' }])
  expect(wordChanges('Same', 'Same')).toEqual([{ text: 'Same' }])
})

test('the pieces that stayed or are new read as the text after, those that stayed or are gone as the text before', () => {
  const before = 'The harbour office opens at nine, and closes at five on every working day.'
  const after = 'Our harbour office opens at eight, and it closes at five on weekdays.'
  const pieces = wordChanges(before, after)
  const without = (change: string) =>
    pieces
      .filter((piece) => piece.change !== change)
      .map(({ text }) => text)
      .join('')
  expect(without('removed')).toBe(after)
  expect(without('added')).toBe(before)
})

test('texts of thousands of words are told apart as wholes, at once', () => {
  const long = 'word '.repeat(2000)
  expect(wordChanges(long, `${long}more`)).toEqual([
    { text: long, change: 'removed' },
    { text: `${long}more`, change: 'added' },
  ])
})
