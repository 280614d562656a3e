import fc from 'fast-check'
import { expect, test } from 'vitest'

import { splitBlocks } from './split-blocks.ts'

test('paragraphs, headings, lists and tables are blocks of their own', () => {
  const text = '# Title\n\nSome words\nin two lines.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote'
  expect(splitBlocks(text)).toEqual([
    '# Title',
    'Some words\nin two lines.',
    '- one\n- two',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '> quote',
  ])
})

test('a fence keeps its blank lines, and one that is still open takes the rest', () => {
  expect(splitBlocks('```js\na\n\nb\n```\n\nafter')).toEqual(['```js\na\n\nb\n```', 'after'])
  expect(splitBlocks('before\n\n~~~\na\n\n```\n\nb')).toEqual(['before', '~~~\na\n\n```\n\nb'])
})

test('display mathematics keeps its blank lines', () => {
  expect(splitBlocks('$$\na\n\nb\n$$\n\nafter')).toEqual(['$$\na\n\nb\n$$', 'after'])
})

test('a loose list stays one list, with what is indented under its items', () => {
  const list = '1. one\n\n   more\n\n2. two\n\n   ```\n   x\n\n   y\n   ```\n\n3. three'
  expect(splitBlocks(`${list}\n\nafter`)).toEqual([list, 'after'])
})

test('a text with link definitions or footnotes is not cut', () => {
  const text = 'See [here].\n\nAnd there.\n\n[here]: https://example.com'
  expect(splitBlocks(text)).toEqual([text])
})

test('nothing is nothing', () => {
  expect([splitBlocks(''), splitBlocks('\n\n')]).toEqual([[], []])
})

test('no word is lost, whatever is written', () => {
  const line = fc.constantFrom('', 'word', '```', '~~~', '$$', '- item', '1. item', '  indented', '| a |', '# head')
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const text = lines.join('\n')
      const words = (markdown: string) => markdown.split(/\s+/).filter((word) => word !== '')
      expect(splitBlocks(text).flatMap(words)).toEqual(words(text))
    }),
  )
})

test('what is settled stays settled while more is written', () => {
  const text = '# Head\n\nFirst words.\n\n- a\n- b\n\n```ts\nlet x = 1\n\nlet y = 2\n```\n\n$$\nx^2\n$$\n\nLast words.'
  let settled: string[] = []
  for (let length = 1; length <= text.length; length += 1) {
    const blocks = splitBlocks(text.slice(0, length))
    const previous = settled.slice(0, -1)
    // A list may still grow after a blank line; every block before the last two is final.
    expect(blocks.slice(0, Math.max(0, previous.length - 1))).toEqual(previous.slice(0, -1))
    settled = blocks
  }
  expect(settled).toHaveLength(6)
})
