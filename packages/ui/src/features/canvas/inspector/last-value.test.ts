import { expect, test } from 'vitest'

import { lastValue } from './last-value.ts'

const last = {
  run: { question: 'When is tea?' },
  nodes: new Map([
    ['llm_0', { output: { content: 'At five,\n  as always.', city: { name: 'Bath' } } }],
    ['retriever_0', { output: 'A passage.' }],
    ['silent_0', {}],
  ]),
}

test.each([
  ['question', 'When is tea?'],
  ['retriever_0', 'A passage.'],
  ['retriever_0.data.instance', 'A passage.'],
  ['llm_0.output.content', 'At five, as always.'],
  ['llm_0.output.city.name', 'Bath'],
  ['llm_0.output.city.street', undefined],
  ['retriever_0.output.city', undefined],
  ['silent_0', undefined],
  ['$flow.state.topic', undefined],
])('%s held %j', (name, value) => {
  expect(lastValue(name, last)).toBe(value)
})

test('a long value is cut, and without a run there is none', () => {
  expect(lastValue('question', { run: { question: 'a'.repeat(900) }, nodes: new Map() })).toHaveLength(200)
  expect(lastValue('question', { run: undefined, nodes: new Map() })).toBeUndefined()
})
