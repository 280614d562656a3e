import { expect, test } from 'vitest'
import { readReasoning } from '../agents/read-reasoning.ts'
import { matchTool } from '../answerer/plain-tool-match.ts'
import { jsonAnswer } from '../output-parsers/json-answer.ts'
import { selectOnly } from '../sql/select-only.ts'
import { plainWords } from '../steps/plain-words.ts'
import { readLooseJson } from '../steps/read-loose-json.ts'
import { bracketedPart, firstCodeBlock } from './find-written.ts'

test('a code block is found, and JSON in a sentence', () => {
  expect(firstCodeBlock('So:\n```json\n{"a":1}\n```\nand ```b```')?.trim()).toBe('{"a":1}')
  expect(firstCodeBlock('```never closed')).toBeUndefined()
  expect(bracketedPart('It is {"a":[1]} I think.')).toBe('{"a":[1]}')
  expect(bracketedPart('} none {')).toBeUndefined()
})

const search = { name: 'search', description: '', parameters: { type: 'object' as const, properties: {} } }
const readers: Record<string, (text: string) => unknown> = {
  'a question': (text) => matchTool(text, [search]),
  'an answer in JSON': (text) => jsonAnswer({ type: 'object' }, { autofix: false }).parse(text),
  'a list that is written loosely': (text) => readLooseJson(text),
  'the words of a Markdown text': (text) => plainWords(text),
  'a query for PostgreSQL': (text) => selectOnly(text, 'PostgreSQL'),
  'a query for SQLite': (text) => selectOnly(text, 'SQLite'),
  'an agent’s reasoning': (text) => {
    const reader = readReasoning([search])
    return [...reader.read(text), ...reader.end()]
  },
}
const texts = ['\n', ' ', '.', '!', '{', '[', "'", '"', '`', '```', '``` ', '/*', 'action:', 'a ', '\n\t', ']', '1 +']

test.each(Object.entries(readers))('%s of 200,000 of the same sign is read in no time', (_, read) => {
  for (const text of texts) {
    const whole = `${text.repeat(200_000 / text.length)}x`
    const began = process.cpuUsage()
    try {
      read(whole)
    } catch {
      // What cannot be read may be refused; it must not be puzzled over.
    }
    expect(process.cpuUsage(began).user / 1000, JSON.stringify(text)).toBeLessThan(5000)
  }
})
