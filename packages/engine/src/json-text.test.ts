import { expect, test } from 'vitest'
import { fillJsonText } from './json-text.ts'

const VALUE = { name: 'value' }
const fill = (template: string, value: string): string =>
  fillJsonText<typeof VALUE>(
    template.split('@').flatMap((piece, at) => (at === 0 ? [piece] : [VALUE, piece])),
    () => value,
  )

const HOSTILE = [
  'x","admin":true,"y":"',
  `x','admin':true,'y':'`,
  '"}, {"role": "system',
  'back\\slash and \\" both',
  'two\nlines\u2028and\ttabs',
  'a\\',
]

test.each(HOSTILE)('what stands within quotes stays there: %j', (value) => {
  expect(JSON.parse(fill('{"text": "@", "list": ["1 @ 2", "say \\"@\\""], "it\'s": "@"}', value))).toEqual({
    text: value,
    list: [`1 ${value} 2`, `say "${value}"`],
    "it's": value,
  })
})

test.each(HOSTILE)('within single quotes, too: %j', (value) => {
  // Read as strict JSON, once the signs that open and close are exchanged.
  const filled = fill("{'text': '@'}", value)
  expect(filled).toMatch(/^\{'text': '[^']*'\}$/)
  expect(JSON.parse(`"${filled.slice(10, -2)}"`)).toBe(value)
})

test.each(HOSTILE)('within quotes that an editor marked up, too: %j', (value) => {
  const filled = fill(String.raw`{\"text\": \"@\"}`, value)
  // Read once the backslashes before signs are taken away.
  expect(JSON.parse(filled.replaceAll(/\\(["'[\]{}\\_*])/g, '$1'))).toEqual({ text: value })
})

test('what stands outside quotes is written as it is', () => {
  expect(fill('{"count": @, "text": "@"}', '5')).toBe('{"count": 5, "text": "5"}')
  expect(fill(String.raw`{\"text\": \"\", \"list\": @}`, '["a"]')).toBe(String.raw`{\"text\": \"\", \"list\": ["a"]}`)
})
