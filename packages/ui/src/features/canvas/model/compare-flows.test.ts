import type { Flow, FlowNode } from '@chatwright/core'
import { expect, test } from 'vitest'

import { compareFlows, withRemoved } from './compare-flows.ts'

function node(id: string, inputs: Record<string, unknown> = {}, x = 0): FlowNode {
  const inputParams = [{ name: 'temperature', label: 'Temperature', type: 'number' }]
  const data = { id, name: id, label: id.toUpperCase(), inputs, inputParams, inputAnchors: [] }
  return { id, type: 'customNode', position: { x, y: 0 }, data } as unknown as FlowNode
}
const edge = (source: string, target: string): Flow['edges'][number] => ({
  id: `${source}-${target}`,
  source,
  target,
  sourceHandle: source,
  targetHandle: target,
})

const before: Flow = {
  nodes: [node('model', { temperature: 0.9 }), node('memory'), node('chain')],
  edges: [edge('model', 'chain'), edge('memory', 'chain')],
}
const after: Flow = {
  nodes: [node('model', { temperature: 0.2 }, 400), node('chain', {}, 900), node('tool')],
  edges: [edge('model', 'chain'), edge('tool', 'chain')],
}

test('a difference tells what came, what went and which fields changed, and not where nodes stand', () => {
  expect(compareFlows(before, after)).toEqual({
    added: ['TOOL'],
    removed: ['MEMORY'],
    changed: [
      { label: 'MODEL', fields: ['Temperature'], values: [{ field: 'Temperature', before: '0.9', after: '0.2' }] },
    ],
    edges: 2,
    byId: {
      tool: { state: 'added', fields: [] },
      memory: { state: 'removed', fields: [] },
      model: { state: 'changed', fields: ['Temperature'] },
      'memory-chain': { state: 'removed', fields: [] },
      'tool-chain': { state: 'added', fields: [] },
    },
  })
  expect(compareFlows(before, before).byId).toEqual({})
})

test('what went is drawn beside what is there', () => {
  const { nodes, edges } = withRemoved(before, after)
  expect(nodes.map(({ id }) => id)).toEqual(['model', 'chain', 'tool', 'memory'])
  expect(edges.map(({ id }) => id)).toEqual(['model-chain', 'tool-chain', 'memory-chain'])
})
