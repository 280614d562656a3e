import type { Flow, FlowNode, NodeDescription } from '@chatwright/core'
import { expect, test } from 'vitest'

import { initialState } from './canvas-state.ts'
import { actingNodes, answersAlike, drawingToAsk } from './drawing.ts'

function nodeOf(id: string, inputs: Record<string, unknown> = {}, type = 'customNode'): FlowNode {
  const name = id.replace(/_\d+$/, '')
  const inputParams = 'key' in inputs ? [{ id: 'p', name: 'key', label: 'Key', type: 'password' }] : []
  const data = { id, name, label: `The ${name}`, inputs, inputParams } as unknown as FlowNode['data']
  return { id, type, position: { x: 0, y: 0 }, data }
}

const flow: Flow = {
  nodes: [nodeOf('model_0'), nodeOf('chain_0', { prompt: 'Hi', key: 'secret' })],
  edges: [{ id: 'e', source: 'model_0', target: 'chain_0', sourceHandle: 'a', targetHandle: 'b' }],
}
const moved: Flow = {
  ...flow,
  nodes: flow.nodes.map((node) => ({ ...node, position: { x: 1, y: 0 }, selected: true })),
}
const edited: Flow = {
  ...flow,
  nodes: flow.nodes.map((node) =>
    node.id === 'chain_0' ? { ...node, data: { ...node.data, inputs: { prompt: 'Hello' } } } : node,
  ),
}

test('moving and selecting changes no answer; values, nodes and edges do', () => {
  expect(
    [moved, edited, { ...flow, edges: [] }, { ...flow, nodes: flow.nodes.slice(1) }].map((other) =>
      answersAlike(other, flow),
    ),
  ).toEqual([true, false, false, false])
})

test('what is on the screen is asked, typed secrets among it, unless the saved flow would answer alike', () => {
  const chatflow = { id: 'f', name: 'Flow', version: 1, liveVersion: 1, publish: 'save' as const }
  const state = { ...initialState(flow, 'Flow'), chatflow }
  const showing = (present: Flow) => ({ ...state, history: { ...state.history, present } })
  expect([drawingToAsk(state), drawingToAsk(showing(moved))]).toEqual([undefined, undefined])
  expect(JSON.parse(drawingToAsk(showing(edited)) ?? '{}')).toEqual({ nodes: edited.nodes, edges: edited.edges })
  // One that was never saved is kept first, which takes the secret out.
  expect(drawingToAsk({ ...state, chatflow: undefined })).toContain('"key":"secret"')
  expect(drawingToAsk({ ...showing(edited), chatflow: undefined })).toBe(undefined)
})

test('what may act on the world is named: tools, requests that do more than read, and tools chosen inside steps', () => {
  const traits: Record<string, NodeDescription['traits']> = {
    post: { acts: true },
    http: { step: {}, acts: { unless: { method: 'GET' } } },
    agent: { step: {} },
  }
  const describe = (name: string) =>
    name in traits ? ({ name, label: `Label of ${name}`, traits: traits[name] } as NodeDescription) : undefined
  const step = (id: string, inputs: Record<string, unknown>) => nodeOf(id, inputs, 'agentFlow')
  expect(actingNodes({ nodes: [nodeOf('post_0'), nodeOf('post_1'), nodeOf('model_0')], edges: [] }, describe)).toEqual([
    'The post',
  ])
  expect(actingNodes({ nodes: [nodeOf('model_0', { hint: 'post' })], edges: [] }, describe)).toEqual([])
  const steps = [
    step('http_0', { method: 'GET' }),
    step('agent_0', { agentTools: [{ agentSelectedTool: 'post', more: { deep: 'x' } }] }),
  ]
  expect(actingNodes({ nodes: steps, edges: [] }, describe)).toEqual(['Label of post'])
  expect(actingNodes({ nodes: [step('http_0', { method: 'POST' })], edges: [] }, describe)).toEqual(['The http'])
})
