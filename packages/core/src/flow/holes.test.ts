import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillHoles, holesIn } from './holes.ts'
import { referencesIn, rewriteReferences } from './references.ts'
import { templateVariables } from './template-variables.ts'
import { parseTemplate } from './template.ts'

/** Short texts of what the grammar knows, so that most of them hold something. */
const WORDS = ['{', '}', '{{', '}}', ' ', '\n', '\\', 'a_0', 'question', '$vars.', '.data.instance', '.', '[0]', 'ö']
const texts = fc.array(fc.constantFrom(...WORDS), { maxLength: 14 }).map((words) => words.join(''))

test.each([
  ['{{a}}', ['a']],
  ['x {{ a b }} y{{\nc\t}}', ['a b', 'c']],
  ['{{{a}}}', ['a']],
  ['{{a{{b}}', ['b']],
  ['{{a} {{}} {{ }} {a} {{a', []],
  ['{{a}}}}{{b}}', ['a', 'b']],
])('the holes of %j are named %j', (text, names) => {
  expect(holesIn(text).map(({ name }) => name)).toEqual(names)
})

test('a hole is filled with what there is for it, and stays as it is written where there is nothing', () => {
  const fill = (name: string) => (name === 'a' ? '1' : undefined)
  expect(fillHoles('{{ a }}, {{ b }} and {{a}}.', fill)).toBe('1, {{ b }} and 1.')
})

test('holes are what their pattern would find, were there time for it', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const matches = [...text.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)]
        .filter(([, name]) => name?.trim() !== '')
        .map((match) => ({ start: match.index, name: match[1], end: match.index + match[0].length }))
      expect(holesIn(text)).toEqual(matches)
    }),
    { numRuns: 2000 },
  )
})

test('filling each hole with what is written there changes nothing', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const written = holesIn(text).map(({ start, end }) => text.slice(start, end))
      expect(fillHoles(text, () => written.shift())).toBe(text)
      expect(fillHoles(text, () => undefined)).toBe(text)
    }),
  )
})

test('a text cut at its references is whole again when they are put back', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const parts = parseTemplate(text).map((part) => (typeof part === 'string' ? part : part.source))
      expect(parts.join('')).toBe(text)
    }),
  )
})

test('what a drawing takes for a reference to a node, a run takes for one, and names it alike', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const ids = parseTemplate(text).flatMap((part) => (typeof part === 'object' && part.type === 'node' ? part : []))
      expect(referencesIn([text])).toEqual([...new Set(ids.map(({ nodeId }) => nodeId))])
      const renamed = rewriteReferences(text, (id) => `new ${id}`)
      expect(referencesIn(renamed)).toEqual(referencesIn(text).map((id) => `new ${id}`))
    }),
    { numRuns: 2000, examples: [['{{.data.instance.data.instance}}']] },
  )
})

/** What stands before, what is repeated, what stands after. */
const SHAPES: Record<string, readonly [string, string, string]> = {
  'blanks after braces': ['{{', ' ', ''],
  'blanks after a name': ['{{a', ' ', '}x'],
  'names with blanks between them': ['{{a', ' a', '}}'],
  'parts of a reference': ['{{a', '.data.instance-', '}}'],
  'parts of a path': ['{{a.data.instance', '.[', ''],
  'open braces': ['', '{', ''],
  'open braces with blanks': ['', '{{ ', ''],
  'single braces with blanks': ['', '{ ', '}'],
  'closing braces': ['{{a', '} ', ''],
  references: ['', '{{a.data.instance}} ', ''],
}
const READERS: Record<string, (text: string) => unknown> = {
  fillHoles: (text) => fillHoles(text, (name) => name),
  parseTemplate,
  referencesIn,
  rewriteReferences: (text) => rewriteReferences(text, (id) => `${id}_1`),
  templateVariables,
}

test.each(Object.keys(SHAPES).flatMap((shape) => Object.keys(READERS).map((reader) => [shape, reader] as const)))(
  '%s are read by %s in time that grows with their number, no faster',
  (shape, reader) => {
    const [before, unit, after] = SHAPES[shape] ?? ['', '', '']
    const cost = (length: number): number => {
      const text = before + unit.repeat(length / unit.length) + after
      const start = process.cpuUsage()
      READERS[reader]?.(text)
      return process.cpuUsage(start).user / 1000
    }
    cost(1000)
    // In quadratic time this would be more than ten seconds.
    expect(cost(400_000)).toBeLessThan(3000)
  },
)
