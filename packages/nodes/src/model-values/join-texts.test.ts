import { expect, test } from 'vitest'
import { joinTexts, tokenOf } from './join-texts.ts'

test('joins texts that follow each other, remembers their pieces, and keeps the order of all else', () => {
  expect(
    joinTexts([
      { type: 'thinking', text: 'Hm' },
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
      { type: 'text', text: 'c' },
      { type: 'usage', usage: { inputTokens: 1, outputTokens: 3 } },
      { type: 'text', text: 'd' },
    ]),
  ).toEqual([
    { type: 'thinking', text: 'Hm' },
    { type: 'text', text: 'abc', pieces: ['a', 'b', 'c'] },
    { type: 'usage', usage: { inputTokens: 1, outputTokens: 3 } },
    { type: 'text', text: 'd' },
  ])
})

test('a part of the answer keeps the pieces', () => {
  expect(tokenOf({ type: 'text', text: 'ab', pieces: ['a', 'b'] })).toEqual({
    type: 'token',
    text: 'ab',
    pieces: ['a', 'b'],
  })
  expect(tokenOf({ type: 'text', text: 'a' })).toEqual({ type: 'token', text: 'a' })
})
