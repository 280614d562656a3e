import type { NodeDefinition, OutputParser } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { rejection } from '../../test/collect.ts'
import advancedStructuredOutputParser from './advanced-structured-output-parser.ts'
import csvOutputParser from './csv-output-parser.ts'
import customListOutputParser from './custom-list-output-parser.ts'
import { schemaFromText } from './schema-text.ts'
import structuredOutputParser from './structured-output-parser.ts'

const parser = (node: NodeDefinition, inputs: Record<string, unknown> = {}): Promise<OutputParser> =>
  buildNode<OutputParser>(node, { inputs })

test('csv: a list, with quotes around values that hold a comma', async () => {
  const csv = await parser(csvOutputParser, { autofixParser: 'true' })
  expect(csv.autofix).toBe(true)
  expect(csv.parse('red, "dark, green" ,blue\n')).toEqual(['red', 'dark, green', 'blue'])
  expect(() => csv.parse('  ')).toThrow('contains no values')
})

test('custom list: the length that was asked for', async () => {
  const list = await parser(customListOutputParser, { length: 2, separator: ' | ' })
  expect(list.instructions).toContain('exactly 2 values, separated by " | "')
  expect(list.parse('a | b')).toEqual(['a', 'b'])
  expect(() => list.parse('a')).toThrow('1 values instead of 2')
})

describe('structured', () => {
  const rows = JSON.stringify([
    { property: 'city', type: 'string', description: 'Where' },
    { property: 'people', type: 'number' },
  ])

  test.each([
    ['bare JSON', '{"city":"Bonn","people":3}'],
    ['a code block', 'Here you are:\n```json\n{"city":"Bonn","people":3}\n```'],
    ['a sentence', 'The answer is {"city":"Bonn","people":3}.'],
  ])('reads %s', async (_, text) => {
    const structured = await parser(structuredOutputParser, { jsonStructure: rows })
    expect(structured.parse(text)).toEqual({ city: 'Bonn', people: 3 })
  })

  test('says what is wrong with the shape, and tells the model the schema', async () => {
    const structured = await parser(structuredOutputParser, { jsonStructure: rows })
    expect(structured.instructions).toContain('"description": "Where"')
    expect(() => structured.parse('{"city":"Bonn","people":"three"}')).toThrow(/wrong format.*people/s)
    expect(() => structured.parse('No idea')).toThrow("isn't JSON")
  })

  test('of a list that is wrong in every item a few are named, and one without end is not looked through', async () => {
    const advanced = await parser(advancedStructuredOutputParser, { exampleJson: 'z.array(z.string())' })
    const list = (length: number): string => JSON.stringify(Array.from({ length }, (_, at) => at))
    expect(() => advanced.parse(list(50_000))).toThrow(/^(?=.*wrong format)(?=.*\[19\])(?!.*\[20\])/s)
    expect(() => advanced.parse(list(200_000))).toThrow('too many values')
  })

  test('needs a property', async () => {
    expect(await rejection(parser(structuredOutputParser, { jsonStructure: '[]' }))).toMatchObject({
      field: 'jsonStructure',
    })
  })
})

describe('advanced structured', () => {
  test('checks nested data against the notation of old flows', async () => {
    const advanced = await parser(advancedStructuredOutputParser)
    const film = { title: 'Up', year: 2009, genres: ['comedy'] }
    expect(advanced.parse(JSON.stringify(film))).toEqual(film)
    expect(() => advanced.parse(JSON.stringify({ ...film, genres: ['western'] }))).toThrow(/genres/)
  })

  test('reads the notation, comments and all', () => {
    const text = `z.object({
      // who
      name: z.string().min(1).describe('Full "name"'),
      age: z.number().int().min(0).optional(),
      tags: z.array(z.string()).max(3),
      kind: z.union([z.literal("a"), z.null()]),
      extra: z.record(z.boolean()).nullable(),
    }).strict();`
    expect(schemaFromText(text)).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, description: 'Full "name"' },
        age: { type: 'integer', minimum: 0 },
        tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
        kind: { anyOf: [{ enum: ['a'] }, { type: 'null' }] },
        extra: { anyOf: [{ type: 'object', additionalProperties: { type: 'boolean' } }, { type: 'null' }] },
      },
      required: ['name', 'tags', 'kind', 'extra'],
    })
  })

  test('takes JSON Schema too', () => {
    expect(schemaFromText('{"type":"object","properties":{"a":{"type":"string"}}}')).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
    })
  })

  test.each([
    ['z.object({ a: process.exit(1) })', /"process" isn't expected/],
    ['z.object({ a: z.string().transform(x) })', /"x" isn't expected/],
    ['z.function()', /z\.function\(\)/],
    ['z.object({ a: z.string() ', /"}" or "," is missing/],
    ['{ nonsense', /isn't valid JSON/],
  ])('refuses %s without running it', (text, message) => {
    expect(() => schemaFromText(text)).toThrow(message)
  })
})
