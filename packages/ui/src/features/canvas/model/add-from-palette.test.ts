import type { Draft, Flow, FlowNode } from '@chatwright/core'
import { expect, test } from 'vitest'

import { addFromPalette, wantedFit } from './add-from-palette.ts'
import { description, edited, smallFlow } from './catalogue.fixture.ts'
import { nodeGeometry } from './node-geometry.ts'

const MODEL_OUT = 'chatModel_0-output-chatModel-ChatModel|BaseChatModel|BaseLanguageModel'
const centre = { x: 150, y: 150 }

function add(flow: Flow, wanted: Omit<Parameters<typeof addFromPalette>[1], 'centre'>): { flow: Flow; node: FlowNode } {
  let node: FlowNode | undefined
  const next = edited(flow, (draft: Draft) => {
    node = addFromPalette(draft, { ...wanted, centre })
  })
  if (!node) throw new Error('It was not added.')
  return { flow: next, node }
}

test('a node is put where it covers no other', () => {
  const flow = smallFlow()
  const { node } = add(flow, { description: description('bufferMemory'), request: undefined })
  const mine = { ...node.position, ...nodeGeometry(node) }
  const covered = flow.nodes.filter((other) => {
    const box = { ...other.position, ...nodeGeometry(other) }
    return (
      mine.x < box.x + box.width &&
      box.x < mine.x + mine.width &&
      mine.y < box.y + box.height &&
      box.y < mine.y + mine.height
    )
  })
  expect(covered).toEqual([])
})

test('a node added for a loose output is connected to it in the same step, and to what else fits it alone', () => {
  const flow = edited(smallFlow(), [{ do: 'remove', ids: ['chain_0'] }])
  const end = { nodeId: 'chatModel_0', handleId: MODEL_OUT, side: 'output' as const }
  const request = { kind: 'connect' as const, end, at: { x: 700, y: 10 } }
  expect(wantedFit(flow, request)).toEqual({ takes: ['ChatModel', 'BaseChatModel', 'BaseLanguageModel'] })
  const { node, flow: next } = add(flow, { description: description('chain'), request })
  expect(node.position).toEqual({ x: 700, y: 10 })
  expect(next.edges.map(({ source, target }) => [source, target])).toEqual([
    ['chatModel_0', 'chain_0'],
    ['bufferMemory_0', 'chain_0'],
  ])
})

test('a node added for an input takes the place of what was connected there', () => {
  const flow = smallFlow()
  const end = { nodeId: 'chain_0', handleId: 'chain_0-input-memory-BaseMemory', side: 'input' as const }
  const { flow: next } = add(flow, { description: description('bufferMemory'), request: { kind: 'connect', end } })
  expect(next.edges.map(({ source }) => source)).toEqual(['chatModel_0', 'bufferMemory_1'])
  expect(next.nodes.find(({ id }) => id === 'chain_0')?.data.inputs['memory']).toBe('{{bufferMemory_1.data.instance}}')
})

test('a node inserted into an edge is joined on both sides', () => {
  const flow = smallFlow()
  const edge = flow.edges[0]
  if (!edge) throw new Error('The flow has no edge.')
  const request = { kind: 'insert' as const, edge }
  const next = add(flow, { description: description('modelRouter'), request }).flow
  expect(next.edges.map(({ source, target }) => [source, target])).toEqual([
    ['bufferMemory_0', 'chain_0'],
    ['chatModel_0', 'modelRouter_0'],
    ['modelRouter_0', 'chain_0'],
  ])
})

test('a node that fits on one side only leaves the edge whole', () => {
  const flow = smallFlow()
  const edge = flow.edges[0]
  if (!edge) throw new Error('The flow has no edge.')
  const next = add(flow, { description: description('chain'), request: { kind: 'insert', edge } }).flow
  expect(next.edges).toEqual(flow.edges)
})
