import { expect, test } from 'vitest'

import { spokenWords } from './spoken-words.ts'

test.each([
  ['## Opening hours\nWe open at **nine**.', 'Opening hours\nWe open at nine.'],
  ['> Dogs *may* come', 'Dogs may come'],
  ['- one\n* two\n1. three', 'one\ntwo\nthree'],
  ['See [the handbook](https://a.example/h) and ![a map](x.png).', 'See the handbook and a map.'],
  ['Call `run()` in snake_case', 'Call run() in snake_case'],
  ['| Day | From |\n|---|---:|\n| Monday | 9 |', 'Day, From\nMonday, 9'],
  ['Try:\n```js\nconst a = 1\n```\nDone.', 'Try:\nCode.\nDone.'],
  ['2 * 3 is 6, 2*3 too, and -4 is less', '2 * 3 is 6, 2*3 too, and -4 is less'],
  ['***Both*** and ~~gone~~', 'Both and gone'],
])('%j is read as %j', (text, words) => {
  expect(spokenWords(text, 'Code.')).toBe(words)
})
