import { expect, test } from 'vitest'

import { fillReference, openReferenceAt } from './open-reference.ts'

test.each([
  ['See {{', 6, { start: 4, words: '' }],
  ['See {{ que', 10, { start: 4, words: 'que' }],
  ['{{question}} and', 16, undefined],
  ['{{question}}', 5, { start: 0, words: 'que' }],
  ['{ {', 3, undefined],
  ['{{a\nb', 5, undefined],
])('in %j at %d', (text, caret, open) => {
  expect(openReferenceAt(text, caret)).toEqual(open)
})

test('a reference takes the place of what was typed of it, and of what closed it already', () => {
  const fill = (text: string, caret: number) =>
    fillReference(text, { caret, open: openReferenceAt(text, caret)!, name: 'question' })
  expect(fill('See {{que now', 9)).toEqual({ text: 'See {{question}} now', caret: 16 })
  expect(fill('See {{que}} now', 9)).toEqual({ text: 'See {{question}} now', caret: 16 })
})
