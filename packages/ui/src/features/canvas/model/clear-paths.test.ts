import type { FlowNode } from '@chatwright/core'
import { expect, test } from 'vitest'

import { nodeOf, smallFlow } from './catalogue.fixture.ts'
import { clearPaths } from './clear-paths.ts'
import { countCrossings, findHidden } from './edge-paths.ts'
import { nodeGeometry } from './node-geometry.ts'

test('a card in the way of an edge makes room for it and covers nothing in its column', () => {
  const { nodes, edges } = smallFlow()
  const memory = nodeOf('bufferMemory')
  const below = nodeOf('promptTemplate')
  const flow = { nodes: [...nodes, below], edges }
  const { height } = nodeGeometry(memory)
  const places = {
    chatModel_0: { x: 0, y: 0 },
    bufferMemory_0: { x: 396, y: 0 },
    [below.id]: { x: 396, y: height + 48 },
    chain_0: { x: 792, y: 0 },
  }
  expect(findHidden(flow, places).map(({ edge, card }) => [edge.source, card.id])).toContainEqual([
    'chatModel_0',
    'bufferMemory_0',
  ])
  clearPaths(flow, places)
  expect(findHidden(flow, places)).toEqual([])
  expect(places).toMatchObject({ chatModel_0: { x: 0, y: 0 }, chain_0: { x: 792, y: 0 } })
  const column = [memory, below].map((node) => ({ y: places[node.id]?.y ?? 0, height: nodeGeometry(node).height }))
  const [upper, lower] = column.toSorted((a, b) => a.y - b.y)
  expect(lower!.y - upper!.y).toBeGreaterThanOrEqual(upper!.height)
})

test('cards change places where their edges would cross', () => {
  const flow = smallFlow()
  const places = { bufferMemory_0: { x: 0, y: 0 }, chatModel_0: { x: 0, y: 300 }, chain_0: { x: 396, y: 0 } }
  expect(countCrossings(flow, places)).toBe(1)
  clearPaths(flow, places)
  expect(countCrossings(flow, places)).toBe(0)
  expect(places.chatModel_0).toEqual({ x: 0, y: 0 })
})

test('a wider card belongs to the column of its middle, and keeps its left side when it changes places', () => {
  const { nodes, edges } = smallFlow()
  const widened = nodes.map((node): FlowNode => {
    return node.id === 'chatModel_0' ? { ...node, type: 'iteration', width: 900, height: 300 } : node
  })
  const flow = { nodes: widened, edges }
  const places = { bufferMemory_0: { x: 330, y: 0 }, chatModel_0: { x: 0, y: 300 }, chain_0: { x: 1100, y: 0 } }
  expect(countCrossings(flow, places)).toBe(1)
  clearPaths(flow, places)
  expect(countCrossings(flow, places)).toBe(0)
  expect([places.chatModel_0.x, places.bufferMemory_0.x]).toEqual([0, 330])
})

/** As many small flows as asked for, each connected with others of them too, in nine columns. */
function tangle(count: number, steps: number) {
  const { nodes, edges } = smallFlow()
  const copies = Array.from({ length: count }, (_, copy) => ({
    nodes: nodes.map((node) => ({ ...node, id: `${node.id}_${copy}` })),
    edges: edges.flatMap((edge) =>
      Array.from({ length: steps }, (_at, step) => ({
        ...edge,
        id: `${edge.id} ${copy} ${step}`,
        source: `${edge.source}_${copy}`,
        target: `${edge.target}_${(copy + step * 7) % count}`,
      })),
    ),
  }))
  const flow = { nodes: copies.flatMap((copy) => copy.nodes), edges: copies.flatMap((copy) => copy.edges) }
  const places = Object.fromEntries(
    flow.nodes.map(({ id }, at) => [id, { x: (at % 9) * 320, y: Math.floor(at / 9) * 160 }]),
  )
  return { flow, places }
}

test('it goes on for as long as it may, and no longer', () => {
  const left = [0, 20_000, undefined].map((most) => {
    const { flow, places } = tangle(8, 2)
    clearPaths(flow, places, most)
    return { hidden: findHidden(flow, places).length, crossings: countCrossings(flow, places) }
  })
  const { flow, places } = tangle(8, 2)
  expect(left[0]).toEqual({ hidden: findHidden(flow, places).length, crossings: countCrossings(flow, places) })
  expect(left[1]?.hidden).toBeGreaterThan(30)
  expect(left[2]?.hidden).toBeLessThan(10)
})
