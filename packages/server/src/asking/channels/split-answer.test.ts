import { expect, test } from 'vitest'
import { splitAnswer } from './split-answer.ts'
import { telegramHtml } from './telegram-html.ts'

const code = (lines: number): string =>
  Array.from({ length: lines }, (_, index) => `const value${index} = ${index}`).join('\n')
const fences = (piece: string): number => piece.split('\n').filter((line) => line.startsWith('```')).length

test('a text is cut between paragraphs, lines, sentences and words, and nothing of it is lost', () => {
  const words = `${'One two three. '.repeat(20)}\n\n${'four five six '.repeat(30)}\n${'x'.repeat(50)}`
  const pieces = splitAnswer(words, 200)
  expect(pieces.every((piece) => piece.length <= 200)).toBe(true)
  expect(pieces.join(' ').split(/\s+/)).toEqual(words.split(/\s+/).filter((word) => word !== ''))
  expect(splitAnswer(`${'a '.repeat(60)}\n\n${'b '.repeat(60)}`, 200)).toEqual([
    'a '.repeat(60).trim(),
    'b '.repeat(60).trim(),
  ])
})

test('a block of code that fits into a message is not cut', () => {
  // So long that the best place to cut lies within it: after a line, or at its empty one.
  const block = `\`\`\`ts\n${code(5)}\n\n${code(5)}\n\`\`\``
  const before = 'word '.repeat(10).trim()
  expect(before.length + block.length).toBeGreaterThan(220)
  expect(splitAnswer(`${before}\n\n${block}\n\nAfter.`, 220)).toEqual([before, `${block}\n\nAfter.`])
})

test('a block that is longer than a message is closed and opened again, in the same language', () => {
  const pieces = splitAnswer(`Look:\n\`\`\`ts\n${code(40)}\n\`\`\`\nDone.`, 300)
  expect(pieces.length).toBeGreaterThan(2)
  for (const piece of pieces) {
    expect(piece.length).toBeLessThanOrEqual(300)
    expect(fences(piece) % 2).toBe(0)
  }
  expect(pieces.slice(1, -1).every((piece) => piece.startsWith('```ts\n') && piece.endsWith('\n```'))).toBe(true)
  expect(pieces.join('\n').match(/const value\d+ = \d+/g)).toHaveLength(40)
})

test('what has no place to cut is cut between characters, and never within one', () => {
  const pieces = splitAnswer('😀'.repeat(100), 51)
  expect(pieces.join('')).toBe('😀'.repeat(100))
  expect(pieces.every((piece) => !/\p{Surrogate}/u.test(piece))).toBe(true)
})

test('nothing to say is no message', () => {
  expect(splitAnswer(' \n ', 100)).toEqual([])
})

test('Markdown becomes the few marks that Telegram knows, and nothing else is one', () => {
  expect(
    telegramHtml('# Title\n- **bold** and *soft* `a<b` [here](https://x.test/?a=1&b="2")\n2 * 3 * 4, snake_case_name'),
  ).toBe(
    '<b>Title</b>\n• <b>bold</b> and <i>soft</i> <code>a&lt;b</code> <a href="https://x.test/?a=1&amp;b=&quot;2&quot;">here</a>\n2 * 3 * 4, snake_case_name',
  )
  expect(telegramHtml('```js\nif (a < b) **x**\n```\n<script>[x](javascript:alert)')).toBe(
    '<pre><code class="language-js">if (a &lt; b) **x**</code></pre>\n&lt;script&gt;[x](javascript:alert)',
  )
  // Read in one go, however it is made.
  for (const mark of ['*', '[', '`', '_', '**a', '[a]('])
    expect(telegramHtml(mark.repeat(1300)).length).toBeGreaterThan(0)
})
