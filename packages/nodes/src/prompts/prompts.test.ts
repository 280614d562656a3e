import {
  connect,
  createCatalogueIndex,
  createNode,
  describeNode,
  inputHandleId,
  outputHandleId,
  validateFlow,
  type Flow,
  type Prompt,
} from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { rejection } from '../../test/collect.ts'
import fewShotPromptTemplate from './few-shot-prompt-template.ts'
import promptTemplate from './prompt-template.ts'
import { parseTemplate } from './template.ts'

describe('a template', () => {
  test.each([
    ['Hello {name}', { name: 'Ada' }, 'Hello Ada'],
    ['{a}{b}{a}', { a: 1, b: [2] }, '1[2]1'],
    ['{ spaced }', { spaced: 'x' }, 'x'],
    ['Write {{"key": "{value}"}}', { value: 'v' }, 'Write {"key": "v"}'],
    ['Plain {"a": {"b": 1}} json', {}, 'Plain {"a": {"b": 1}} json'],
    ['\\{kept\\} {filled}', { filled: 'y' }, '{kept} y'],
    ['{missing}', {}, ''],
    ['{broken', {}, '{broken'],
  ])('%s', (text, values, filled) => {
    expect(parseTemplate(text).render(values)).toBe(filled)
  })

  test.each([
    ['open braces', '{ ', '}'],
    ['doubled braces', '{{ ', '}}'],
    ['a brace and blanks', ' ', '}'],
  ])('of many %s is read in time that grows with their number', (_, unit, after) => {
    const cost = (length: number): number => {
      const text = `{name} {${unit.repeat(length / unit.length)}${after}`
      const start = process.cpuUsage()
      parseTemplate(text).render({ name: 'x' })
      return process.cpuUsage(start).user / 1000
    }
    cost(1000)
    expect(cost(2_000_000)).toBeLessThan(3000)
  })

  test('any text between braces is filled where a stored value has it', () => {
    const values = { 'customer name': 'Ann', '1st': 'one', 'a,b': 'both' }
    const text = 'Greet {customer name}, {1st}, {a,b}, {other name}: {"a": 1}'
    const template = parseTemplate(text, values)
    expect(template.render(values)).toBe('Greet Ann, one, both, {other name}: {"a": 1}')
    expect(parseTemplate(text).render(values)).toBe(text)
  })

  test('names its holes once each', () => {
    expect(parseTemplate('{a} {b} {a} {"json": 1}').variables).toEqual(['a', 'b'])
  })
})

test('the variables of an example are filled by the examples, and no check misses them', async () => {
  const descriptions = [describeNode(promptTemplate), describeNode(fewShotPromptTemplate)]
  const [example, fewShot] = descriptions.map((each) =>
    createNode(each, { id: `${each.name}_0`, position: { x: 0, y: 0 } }),
  )
  if (!example || !fewShot) throw new Error('Two nodes were drawn')
  Object.assign(example.data.inputs, { template: 'Word: {word}, antonym: {antonym}' })
  const isOpen = (flow: Flow) =>
    validateFlow(flow, createCatalogueIndex(descriptions)).some(({ code }) => code === 'unfilled-variables')
  const alone: Flow = { nodes: [example, fewShot], edges: [] }
  expect(isOpen(alone)).toBe(true)
  const joined = connect({
    source: example.id,
    sourceHandle: outputHandleId(example.id, example.data.name, example.data.baseClasses),
    target: fewShot.id,
    targetHandle: inputHandleId(fewShot.id, 'examplePrompt', 'PromptTemplate'),
  })(alone)
  expect(joined.edges).toHaveLength(1)
  expect(isOpen(joined)).toBe(false)
})

test('few shots: prefix, examples in their own prompt, suffix', async () => {
  const examplePrompt = await buildNode<Prompt>(promptTemplate, { inputs: { template: '{word} -> {antonym}' } })
  const prompt = await buildNode<Prompt>(fewShotPromptTemplate, {
    inputs: {
      examplePrompt,
      examples: '[{"word":"up","antonym":"down"},{"word":"in","antonym":"out"}]',
      prefix: 'Antonyms.',
      suffix: '{input} ->',
      exampleSeparator: '\n',
    },
  })
  expect(prompt.variables).toEqual(['input'])
  expect(await prompt.format({ input: 'hot' })).toEqual([
    { role: 'user', content: 'Antonyms.\nup -> down\nin -> out\nhot ->' },
  ])
})

test('few shots: names may stand in double braces', async () => {
  const examplePrompt = await buildNode<Prompt>(promptTemplate, { inputs: { template: '{word}' } })
  const prompt = await buildNode<Prompt>(fewShotPromptTemplate, {
    inputs: {
      examplePrompt,
      examples: '[]',
      prefix: '{{ tone }}',
      suffix: '{{input}}: {{a b}}',
      templateFormat: 'jinja-2',
    },
  })
  expect(prompt.variables).toEqual(['tone', 'input'])
  expect(await prompt.format({ tone: 'Dry', input: 'hot' })).toEqual([{ role: 'user', content: 'Dry\n\nhot: {a b}' }])
})

test('few shots: examples that are not a list of objects are named', async () => {
  const examplePrompt = await buildNode<Prompt>(promptTemplate, { inputs: { template: '{word}' } })
  const inputs = { examplePrompt, examples: '{"word":1}', prefix: 'a', suffix: 'b' }
  expect(await rejection(buildNode(fewShotPromptTemplate, { inputs }))).toMatchObject({ field: 'examples' })
})
