import { expect, test } from 'vitest'
import { isMarkdown } from './is-markdown.ts'

test.each([
  ['under a heading', '## Prices\n\nA tent costs 8 euros.', true],
  ['with a table', 'Prices in winter:\n\n| Pitch | Price |\n| --- | ---: |\n| Tent | 8 |', true],
  ['of plain text', 'A tent costs 8 euros.\n* not in summer\n# 1', false],
  ['of rows with bars', '| a | b |\n| c | d |', false],
  ['of a list', '- Tent: 8\n- Van: 12', false],
  ['of nothing', '', false],
])('a passage %s', (_, passage, expected) => {
  expect(isMarkdown(passage)).toBe(expected)
})
