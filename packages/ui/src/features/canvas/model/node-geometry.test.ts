import { chooseOutput, setInput } from '@chatwright/core'
import { expect, test } from 'vitest'

import { nodeOf, smallFlow } from './catalogue.fixture.ts'
import { nodeGeometry, openGeometry, portInputs } from './node-geometry.ts'
import { countChanged, splitParams } from './node-rows.ts'

test('a card is as high as its rows and its ports, however long its form', () => {
  const node = nodeOf('chatModel')
  const { width, height } = nodeGeometry(node)
  // Three values, and the cache beside the model that it gives.
  expect({ width, height }).toEqual({ width: 240, height: 44 + 3 * 24 + Math.max(portInputs(node).length, 1) * 24 + 8 })
  expect(openGeometry(node).height).toBeGreaterThan(height)
})

test('three parameters stand on the card, what tells most first', () => {
  const { card, more } = splitParams(nodeOf('chatModel'))
  expect(card.map((param) => param.name)).toEqual(['modelName', 'credential', 'temperature'])
  expect(more.map((param) => param.name)).toEqual(['streaming', 'maxTokens', 'proxyPassword'])
})

test('a changed value that the card does not show takes a row that says so', () => {
  const changed = setInput('chatModel_0', 'maxTokens', 200)(smallFlow()).nodes[0]!
  expect(nodeGeometry(changed).height - nodeGeometry(smallFlow().nodes[0]!).height).toBe(24)
})

test('ports are 24 apart, inputs on the left and outputs on the right', () => {
  const { ports } = nodeGeometry(nodeOf('chain'))
  const ys = (side: string) => ports.filter((port) => port.side === side).map(({ y }) => y)
  expect(ys('input').map((y, index) => y - 24 * index)).toEqual(ys('input').map(() => ys('input')[0]))
  expect(ys('output')[0]).toBe(ys('input')[0])
})

test('"More" counts what differs from its default, and the card tells', () => {
  const { more, card } = splitParams(nodeOf('chatModel'))
  expect(countChanged(more, { maxTokens: '', proxyPassword: '' })).toBe(0)
  expect(countChanged(more, { maxTokens: 200 })).toBe(1)
  expect(countChanged(card, { modelName: 'small', temperature: 0.9, streaming: true })).toBe(0)
})

test('a text that takes values has a port of its own', () => {
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
