import { createCatalogueIndex } from '@chatwright/core'
import type { Flow } from '@chatwright/core'
import { expect, test } from 'vitest'

import { descriptions, edited, nodeOf, smallFlow } from './catalogue.fixture.ts'
import { takenBy, takePlace } from './take-place.ts'

const catalogue = createCatalogueIndex(descriptions)
const withNode = (node = nodeOf('chatModel', 'chatModel_1', { x: 900, y: 900 })): Flow => {
  const flow = smallFlow()
  return { ...flow, nodes: [...flow.nodes, node] }
}

test('the node that has the place of a new one is known, unless it is of another kind', () => {
  expect(takenBy(withNode(), catalogue, 'chatModel_1')?.id).toBe('chatModel_0')
  expect(takenBy(withNode(nodeOf('bufferMemory', 'bufferMemory_1')), catalogue, 'bufferMemory_1')?.id).toBe(
    'bufferMemory_0',
  )
  expect(takenBy(withNode(nodeOf('modelRouter')), catalogue, 'modelRouter_0')).toBeUndefined()
  expect(takenBy(withNode(nodeOf('promptTemplate')), catalogue, 'promptTemplate_0')).toBeUndefined()
})

test('a node that is connected has its place, and of two that could go none is offered', () => {
  expect(takenBy(smallFlow(), catalogue, 'chatModel_0')).toBeUndefined()
  const flow = withNode()
  const two = edited({ ...flow, nodes: [...flow.nodes, nodeOf('chatModel', 'other_0'), nodeOf('chain', 'chain_1')] }, [
    { do: 'connect', from: 'other_0', to: 'chain_1.model' },
  ])
  expect(takenBy(two, catalogue, 'chatModel_1')).toBeUndefined()
})

test('it takes the place with its connections, and the other one goes', () => {
  const flow = edited(withNode(), (draft) => takePlace(draft, { id: 'chatModel_1', oldId: 'chatModel_0' }))
  expect(flow.nodes.map(({ id }) => id)).toEqual(['bufferMemory_0', 'chain_0', 'chatModel_1'])
  expect(flow.nodes.at(-1)?.position).toEqual({ x: 0, y: 0 })
  expect(flow.edges.map(({ source, target }) => `${source} > ${target}`).toSorted()).toEqual([
    'bufferMemory_0 > chain_0',
    'chatModel_1 > chain_0',
  ])
})

test('where a connection would be lost, everything stays', () => {
  const flow = withNode(nodeOf('promptTemplate'))
  expect(edited(flow, (draft) => takePlace(draft, { id: 'promptTemplate_0', oldId: 'chatModel_0' }))).toBe(flow)
})
