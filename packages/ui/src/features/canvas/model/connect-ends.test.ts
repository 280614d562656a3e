import { expect, test } from 'vitest'

import { createCanvas } from './canvas-store.ts'
import type { LooseEnd } from './canvas-state.ts'
import { nodeOf, smallFlow } from './catalogue.fixture.ts'
import { connectToNode } from './connect-ends.ts'

const modelOutput: LooseEnd = {
  nodeId: 'chatModel_0',
  handleId: 'chatModel_0-output-chatModel-ChatModel|BaseChatModel|BaseLanguageModel',
  side: 'output',
}

function openLoose() {
  const canvas = createCanvas()
  const flow = smallFlow()
  const loose = { ...flow, edges: [], nodes: [...flow.nodes, nodeOf('promptTemplate')] }
  canvas.open({ flow: loose, name: 'Loose' })
  return canvas
}

test('a connection to a node goes to the only port that fits', () => {
  const canvas = openLoose()
  expect(connectToNode(canvas, modelOutput, 'chain_0')).toBe(true)
  const { history, dialog } = canvas.store.getState()
  expect(history.present.edges.map((edge) => edge.targetHandle)).toEqual(['chain_0-input-model-BaseChatModel'])
  expect(dialog).toBeUndefined()
})

test('where nothing of a node fits, nothing is connected', () => {
  const canvas = openLoose()
  expect(connectToNode(canvas, modelOutput, 'bufferMemory_0')).toBe(false)
  expect(canvas.store.getState().history.present.edges).toEqual([])
})

test('where several of its ports fit, it asks which', () => {
  const canvas = openLoose()
  const end: LooseEnd = {
    nodeId: 'chain_0',
    handleId: 'chain_0-output-chain-ConversationChain|BaseChain',
    side: 'output',
  }
  const router = nodeOf('modelRouter')
  const [model] = router.data.inputAnchors
  if (!model) throw new Error('The fixture has no anchor.')
  const anchors = ['first', 'second'].map((name) => ({
    ...model,
    name,
    id: `${router.id}-input-${name}-BaseChain`,
    type: 'BaseChain',
  }))
  const flow = smallFlow()
  canvas.open({
    flow: { nodes: [...flow.nodes, { ...router, data: { ...router.data, inputAnchors: anchors } }], edges: [] },
    name: '',
  })
  expect(connectToNode(canvas, end, router.id)).toBe(true)
  expect(canvas.store.getState().dialog).toEqual({ kind: 'connect', end, nodeId: router.id })
  expect(canvas.store.getState().history.present.edges).toEqual([])
})
