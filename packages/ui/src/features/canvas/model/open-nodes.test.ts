import type { Flow } from '@chatwright/core'
import { expect, test } from 'vitest'

import { nodeOf } from './catalogue.fixture.ts'
import { nodeGeometry, openGeometry } from './node-geometry.ts'
import { openedNodes } from './open-nodes.ts'
import { drawSteps, stepOf } from './steps.fixture.ts'

const at = (id: string, x: number, y: number) => ({ ...nodeOf('chatModel'), id, position: { x, y } })

function flowOf(...nodes: Flow['nodes']): Flow {
  return { nodes, edges: [] }
}

test('what stands below an opened node makes room, what stands beside it stays, and the document is as it was', () => {
  const card = nodeGeometry(nodeOf('chatModel')).height
  const flow = flowOf(at('top', 0, 0), at('below', 0, card + 20), at('last', 0, 2 * card + 40), at('beside', 600, card))
  const { geometry, shift } = openedNodes(flow, (id) => id === 'top')
  const grown = openGeometry(nodeOf('chatModel')).height - card
  expect(grown).toBeGreaterThan(0)
  expect([...geometry.keys()]).toEqual(['top'])
  expect(Object.fromEntries(shift)).toEqual({ below: grown, last: grown })
  expect(openedNodes(flow, () => false).shift.size).toBe(0)
})

test('room that there is already is used first', () => {
  const { height } = openGeometry(nodeOf('chatModel'))
  const flow = flowOf(at('top', 0, 0), at('below', 0, height + 40))
  expect(openedNodes(flow, (id) => id === 'top').shift.size).toBe(0)
})

test('a container grows with what is opened in it, and what is below the container makes room', () => {
  const inside = stepOf('llmAgentflow_0', {}, { parentNode: 'iterationAgentflow_0' })
  const container = stepOf('iterationAgentflow_0', {}, { width: 400, height: 250 })
  const below = { ...stepOf('llmAgentflow_1'), position: { x: container.position.x, y: container.position.y + 260 } }
  const flow = drawSteps([container, { ...inside, position: { x: 32, y: 80 } }, below])
  const { geometry, shift } = openedNodes(flow, (id) => id === 'llmAgentflow_0')
  const height = geometry.get('iterationAgentflow_0')?.height ?? 0
  expect(height).toBeGreaterThanOrEqual(80 + openGeometry(inside).height)
  expect(shift.get('llmAgentflow_1')).toBe(height - 250)
})

test('everything a node can be set to is in the opened node, whose ports are the same', () => {
  const node = nodeOf('chatModel')
  expect(openGeometry(node).ports.map(({ id }) => id)).toEqual(nodeGeometry(node).ports.map(({ id }) => id))
})
