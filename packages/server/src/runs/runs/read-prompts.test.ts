import { expect, test } from 'vitest'
import { readPrompts } from './read-prompts.ts'

test.each([
  ['a JSON list', '["Why?", "How much?"]', ['Why?', 'How much?']],
  ['an object in a code fence', '```json\n{"questions": ["Why?", "When?"]}\n```', ['Why?', 'When?']],
  [
    'numbered lines with talk around',
    'Here are some:\n1. Why?\n2) "How much?",\n- Show me more',
    ['Why?', 'How much?', 'Show me more'],
  ],
  ['more than three', '["1?", "2?", "3?", "4?"]', ['1?', '2?', '3?']],
  ['doubles, blanks and what is not text', '["Why?", " Why? ", "", 7, "A\\nB?"]', ['Why?', 'A B?']],
  ['one far too long', JSON.stringify(['x'.repeat(201), 'Why?']), ['Why?']],
  ['marks alone', '"\n- "\n1.\n-', []],
  ['talk alone', 'I would rather not.', []],
  ['a list cut off', '["Why?", "How', []],
])('questions are read from %s', (_, text, prompts) => {
  expect(readPrompts(text)).toEqual(prompts)
})

test.each([
  ['quotes', '- ', '"', 'x?'],
  ['blanks', '- ', ' ', '\u2028'],
])('many %s in a line are read in time that grows with their number', (_, before, unit, after) => {
  const cost = (length: number): number => {
    const text = before + unit.repeat(length) + after
    const start = process.cpuUsage()
    readPrompts(text)
    return process.cpuUsage(start).user / 1000
  }
  cost(1000)
  expect(cost(400_000)).toBeLessThan(3000)
})
