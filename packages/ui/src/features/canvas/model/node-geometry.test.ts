import { chooseOutput, setInput } from '@chatwright/core'
import { expect, test } from 'vitest'

import { nodeOf, smallFlow } from './catalogue.fixture.ts'
import { nodeGeometry } from './node-geometry.ts'
import { countChanged, splitParams } from './node-rows.ts'

test('a chat model stays within the height a card should have', () => {
  expect(nodeGeometry(nodeOf('chatModel')).height).toBeLessThanOrEqual(350)
})

test('at most four parameters stand on the card, the credential and what is needed first', () => {
  const { card, more } = splitParams(nodeOf('chatModel'))
  expect(card.map((param) => param.name)).toEqual(['credential', 'modelName', 'temperature', 'streaming'])
  expect(more.map((param) => param.name)).toEqual(['maxTokens', 'proxyPassword'])
})

test('"More" counts what differs from its default, and the card tells', () => {
  const { more, card } = splitParams(nodeOf('chatModel'))
  expect(countChanged(more, { maxTokens: '', proxyPassword: '' })).toBe(0)
  expect(countChanged(more, { maxTokens: 200 })).toBe(1)
  expect(countChanged(card, { modelName: 'small', temperature: 0.9, streaming: true })).toBe(0)
})

test('a text that takes values has a port at its own row', () => {
  const { ports } = nodeGeometry(nodeOf('promptTemplate'))
  expect(ports.map(({ id, side }) => [id, side])).toEqual([
    ['promptTemplate_0-input-promptValues-json', 'input'],
    ['promptTemplate_0-output-promptTemplate-PromptTemplate|BasePromptTemplate', 'output'],
  ])
})

test('the port of a chosen output follows the choice', () => {
  const flow = chooseOutput('chain_0', 'text')(smallFlow())
  const node = flow.nodes.find(({ id }) => id === 'chain_0')
  expect(node && nodeGeometry(node).ports.at(-1)?.id).toBe('chain_0-output-text-string|json')
})

test('an edit of a value moves nothing', () => {
  const flow = smallFlow()
  const edited = setInput('chatModel_0', 'temperature', 1.5)(flow)
  const heights = [flow, edited].map(({ nodes }) => nodes[0] && nodeGeometry(nodes[0]).height)
  expect(heights[0]).toBe(heights[1])
})
