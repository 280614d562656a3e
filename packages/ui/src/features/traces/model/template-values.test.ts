import { expect, test } from 'vitest'

import { findTemplates } from './template-values.ts'

const node = (inputs: Record<string, unknown>) => ({
  id: 'chain_0',
  data: { label: 'Chain', inputParams: [{ name: 'prompt', label: 'Prompt' }], inputs },
})

test('a template is shown apart from what stood in its places', () => {
  const found = findTemplates(
    [node({ prompt: 'Answer {{question}} in {{ language }}.', other: 'Nothing to fill in' })],
    ['You are kind.', 'Answer Why? in German.'],
  )
  expect(found).toEqual([
    {
      nodeId: 'chain_0',
      node: 'Chain',
      name: 'prompt',
      input: 'Prompt',
      text: 'Answer {{question}} in {{ language }}.',
      told: 'Answer {{question}} in {{language}}.',
      write: expect.any(Function),
      values: [
        { name: 'question', value: 'Why?' },
        { name: 'language', value: 'German' },
      ],
    },
  ])
})

test('a place that a node fills is called after the node', () => {
  expect(findTemplates([node({ prompt: 'Improve {{chain_0}}.' })], ['Improve this.'])).toMatchObject([
    { text: 'Improve {{chain_0}}.', told: 'Improve {{Chain}}.', values: [{ name: 'Chain', value: 'this' }] },
  ])
})

test('places that two nodes fill with the same key are told apart', () => {
  const [asked, other] = [
    node({ prompt: 'Weigh {{chain_0.output.verdict}} and {{critic_0.output.verdict}}.' }),
    node({}),
  ]
  const critic = { ...other, id: 'critic_0', data: { ...other.data, label: 'Critic' } }
  expect(findTemplates([asked, critic], ['Weigh yes and no.'])).toMatchObject([
    {
      told: 'Weigh {{Chain verdict}} and {{Critic verdict}}.',
      values: [
        { name: 'Chain verdict', value: 'yes' },
        { name: 'Critic verdict', value: 'no' },
      ],
    },
  ])
})

test('messages of an agent step and prompts with single braces are templates too; what was not asked is none', () => {
  const messages = [{ role: 'user', content: '<p>First {{question}}</p>' }]
  expect(findTemplates([node({ prompt: messages })], ['First tea'])).toMatchObject([
    { text: 'First {{question}}', values: [{ name: 'question', value: 'tea' }] },
  ])
  expect(findTemplates([node({ prompt: 'From {context} alone' })], ['From a book alone'])).toMatchObject([
    { values: [{ name: 'context', value: 'a book' }] },
  ])
  expect(findTemplates([node({ prompt: 'Never {{asked}}' })], ['Something else'])).toEqual([])
  expect(findTemplates([node({ prompt: '{{question}}' })], ['Anything'])).toEqual([])
})

test('a text without places is found where it was said, and a single word is not taken for one', () => {
  const drawn = [node({ prompt: 'You are kind.', modelName: 'tea' })]
  expect(findTemplates(drawn, ['You are kind.', 'I like tea'])).toMatchObject([{ text: 'You are kind.', values: [] }])
})

test('other words are written into the input that held the text, and into nothing else of it', () => {
  const messages = [
    { role: 'system', content: 'Be brief and kind.' },
    { role: 'user', content: 'First {{question}}' },
  ]
  const [first, second] = findTemplates([node({ prompt: messages })], ['Be brief and kind.', 'First tea'])
  expect(first?.write('Be long.')).toEqual([{ role: 'system', content: 'Be long.' }, messages[1]])
  expect(second?.write('Last {{question}}')).toEqual([messages[0], { role: 'user', content: 'Last {{question}}' }])
})
