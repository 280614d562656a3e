import { expect, test } from 'vitest'

import { findTemplates } from './template-values.ts'

const node = (inputs: Record<string, unknown>) => ({
  data: { label: 'Chain', inputParams: [{ name: 'prompt', label: 'Prompt' }], inputs },
})

test('a template is shown apart from what stood in its places', () => {
  const found = findTemplates(
    [node({ prompt: 'Answer {{question}} in {{ language }}.', other: 'Nothing to fill in' })],
    ['You are kind.', 'Answer Why? in German.'],
  )
  expect(found).toEqual([
    {
      node: 'Chain',
      input: 'Prompt',
      text: 'Answer {{question}} in {{ language }}.',
      values: [
        { name: 'question', value: 'Why?' },
        { name: 'language', value: 'German' },
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
