import { removeNodes } from '@chatwright/core'
import { expect, test } from 'vitest'

import { addFromPalette, wantedFit } from './add-from-palette.ts'
import { description, smallFlow } from './catalogue.fixture.ts'
import { nodeGeometry } from './node-geometry.ts'

const MODEL_OUT = 'chatModel_0-output-chatModel-ChatModel|BaseChatModel|BaseLanguageModel'
const centre = { x: 150, y: 150 }

test('a node is put where it covers no other', () => {
  const flow = smallFlow()
  const { node } = addFromPalette(flow, { description: description('bufferMemory'), request: undefined, centre })
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
  const flow = removeNodes('chain_0')(smallFlow())
  const end = { nodeId: 'chatModel_0', handleId: MODEL_OUT, side: 'output' as const }
  const request = { kind: 'connect' as const, end, at: { x: 700, y: 10 } }
  expect(wantedFit(flow, request)).toEqual({ takes: ['ChatModel', 'BaseChatModel', 'BaseLanguageModel'] })
  const { node, command } = addFromPalette(flow, { description: description('chain'), request, centre })
  const next = command(flow)
  expect(node.position).toEqual({ x: 700, y: 10 })
  expect(next.edges.map(({ source, target }) => [source, target])).toEqual([
    ['chatModel_0', 'chain_0'],
    ['bufferMemory_0', 'chain_0'],
  ])
})

test('a node added for an input takes the place of what was connected there', () => {
  const flow = smallFlow()
  const end = { nodeId: 'chain_0', handleId: 'chain_0-input-memory-BaseMemory', side: 'input' as const }
  const { command } = addFromPalette(flow, {
    description: description('bufferMemory'),
    request: { kind: 'connect', end },
    centre,
  })
  const next = command(flow)
  expect(next.edges.map(({ source }) => source)).toEqual(['chatModel_0', 'bufferMemory_1'])
  expect(next.nodes.find(({ id }) => id === 'chain_0')?.data.inputs['memory']).toBe('{{bufferMemory_1.data.instance}}')
})

test('a node inserted into an edge is joined on both sides', () => {
  const flow = smallFlow()
  const edge = flow.edges[0]
  if (!edge) throw new Error('The flow has no edge.')
  const request = { kind: 'insert' as const, edge }
  const { command } = addFromPalette(flow, { description: description('modelRouter'), request, centre })
  expect(command(flow).edges.map(({ source, target }) => [source, target])).toEqual([
    ['bufferMemory_0', 'chain_0'],
    ['chatModel_0', 'modelRouter_0'],
    ['modelRouter_0', 'chain_0'],
  ])
})

test('a node that fits on one side only leaves the edge whole', () => {
  const flow = smallFlow()
  const edge = flow.edges[0]
  if (!edge) throw new Error('The flow has no edge.')
  const { command } = addFromPalette(flow, {
    description: description('chain'),
    request: { kind: 'insert', edge },
    centre,
  })
  expect(command(flow).edges).toEqual(flow.edges)
})
