import type { Flow } from '@chatwright/core'
import { expect, test } from 'vitest'

import { alignNodes } from './arrange.ts'
import { nodeOf, smallFlow } from './catalogue.fixture.ts'
import { layoutFlow } from './layout.ts'
import { CARD, nodeGeometry } from './node-geometry.ts'
import { GUTTER } from './place-node.ts'

function overlapping(flow: Flow, places: Awaited<ReturnType<typeof layoutFlow>>): string[] {
  const boxes = flow.nodes.map((node) => ({ id: node.id, ...places[node.id], ...nodeGeometry(node) }))
  return boxes.flatMap((a, index) =>
    boxes.slice(index + 1).flatMap((b) => {
      const isApart =
        (a.x ?? 0) + a.width <= (b.x ?? 0) ||
        (b.x ?? 0) + b.width <= (a.x ?? 0) ||
        (a.y ?? 0) + a.height <= (b.y ?? 0) ||
        (b.y ?? 0) + b.height <= (a.y ?? 0)
      return isApart ? [] : [`${a.id} ${b.id}`]
    }),
  )
}

test('tidy puts what feeds a node to its left, in the order of its ports, and covers nothing', async () => {
  const flow = smallFlow()
  const places = await layoutFlow({ ...flow, nodes: [...flow.nodes, nodeOf('promptTemplate')] })
  expect(places['chatModel_0']?.x).toBeLessThan(places['chain_0']?.x ?? 0)
  expect(places['chatModel_0']?.y).toBeLessThan(places['bufferMemory_0']?.y ?? 0)
  expect(overlapping(flow, places)).toEqual([])
  expect(places['promptTemplate_0']?.y).toBeGreaterThan(places['bufferMemory_0']?.y ?? 0)
})

test('tidy knows the direction also of what is not connected', async () => {
  const nodes = [nodeOf('chain'), nodeOf('bufferMemory'), nodeOf('chatModel'), nodeOf('promptTemplate')]
  const flow = { nodes, edges: [] }
  const places = await layoutFlow(flow)
  const right = (id: string) => (places[id]?.x ?? 0) + CARD.width
  expect(right('chatModel_0')).toBe((places['chain_0']?.x ?? 0) - GUTTER)
  expect(right('bufferMemory_0')).toBe((places['chain_0']?.x ?? 0) - GUTTER)
  expect(overlapping(flow, places)).toEqual([])
})

test('what makes room for an edge goes no higher than the top, where a container has its head', async () => {
  const chain = nodeOf('chain')
  const nodes = Array.from({ length: 20 }, (_, at) => ({ ...chain, id: `chain_${at}` }))
  const edges = nodes.slice(1).flatMap(({ id }, at) =>
    [at, at - (at % 5) - 2]
      .filter((from) => from >= 0)
      .map((from) => ({
        id: `${from} ${id}`,
        source: `chain_${from}`,
        sourceHandle: 'chain_0-output-chain-ConversationChain|BaseChain',
        target: id,
        targetHandle: 'chain_0-input-model-BaseChatModel',
      })),
  )
  const places = Object.values(await layoutFlow({ nodes, edges }))
  expect(Math.min(...places.map(({ y }) => y))).toBe(0)
})

test('a flow that goes round in a circle is laid out all the same', async () => {
  const flow = smallFlow()
  const [edge] = flow.edges
  if (!edge) throw new Error('The flow has no edge.')
  const back = { ...edge, id: 'back', source: edge.target, target: edge.source }
  const places = await layoutFlow({ ...flow, edges: [...flow.edges, back] })
  expect(Object.keys(places).sort()).toEqual(['bufferMemory_0', 'chain_0', 'chatModel_0'])
})

test('aligning puts edges or middles on one line', () => {
  const { nodes } = smallFlow()
  const left = alignNodes(nodes, 'left')
  expect(new Set(Object.values(left).map(({ x }) => x))).toEqual(new Set([0]))
  const middle = alignNodes(nodes, 'middle')
  const middles = nodes.map((node) => (middle[node.id]?.y ?? 0) + nodeGeometry(node).height / 2)
  expect(new Set(middles).size).toBe(1)
})
