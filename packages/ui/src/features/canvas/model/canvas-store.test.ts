import { setInput } from '@chatwright/core'
import { expect, test } from 'vitest'

import { createCanvas } from './canvas-store.ts'
import { descriptions, smallFlow } from './catalogue.fixture.ts'

function openCanvas() {
  const canvas = createCanvas()
  canvas.setCatalogue(descriptions, [])
  canvas.open({ flow: smallFlow(), name: 'Small' })
  return canvas
}

test('[FLOW-17] canvas state holds isDirty, chatflow, canvasDialogShow, componentNodes and componentCredentials', () => {
  const canvas = openCanvas()
  const { isDirty, chatflow, canvasDialogShow, componentNodes, componentCredentials } = canvas.store.getState()
  expect({ isDirty, chatflow, canvasDialogShow, componentNodes, componentCredentials }).toEqual({
    isDirty: false,
    chatflow: undefined,
    canvasDialogShow: false,
    componentNodes: descriptions,
    componentCredentials: [],
  })
  canvas.openDialog({ kind: 'shortcuts' })
  expect(canvas.store.getState().canvasDialogShow).toBe(true)
  canvas.openDialog(undefined)
  expect(canvas.store.getState().canvasDialogShow).toBe(false)
})

test.each([
  ['deleting a node', (canvas: ReturnType<typeof openCanvas>) => canvas.removeNode('bufferMemory_0')],
  [
    'deleting an edge',
    (canvas: ReturnType<typeof openCanvas>) => {
      const [edge] = canvas.store.getState().history.present.edges
      return canvas.removeEdge({ id: edge?.id ?? '' })
    },
  ],
  ['duplicating', (canvas: ReturnType<typeof openCanvas>) => canvas.duplicate('chatModel_0')],
  ['moving', (canvas: ReturnType<typeof openCanvas>) => canvas.moveTo({ chain_0: { x: 9, y: 9 } })],
  ['typing', (canvas: ReturnType<typeof openCanvas>) => canvas.run(setInput('chatModel_0', 'temperature', 0.1))],
  ['renaming the flow', (canvas: ReturnType<typeof openCanvas>) => canvas.rename('Other')],
])('[FLOW-11] %s sets the dirty flag, and it can be cleared', (_, act) => {
  const canvas = openCanvas()
  act(canvas)
  expect(canvas.store.getState().isDirty).toBe(true)
  canvas.clearDirty()
  expect(canvas.store.getState().isDirty).toBe(false)
})

test('undoing back to what is saved is clean again', () => {
  const canvas = openCanvas()
  canvas.removeNode('chain_0')
  canvas.undo()
  expect(canvas.store.getState().isDirty).toBe(false)
  canvas.redo()
  expect(canvas.store.getState().isDirty).toBe(true)
})

test('what is typed in one visit to a field is one step of undo', () => {
  const canvas = openCanvas()
  for (const text of ['s', 'se', 'ses']) {
    canvas.run(setInput('bufferMemory_0', 'sessionId', text), { gesture: 'edit bufferMemory_0 sessionId 1' })
  }
  canvas.run(setInput('bufferMemory_0', 'sessionId', 'sess'), { gesture: 'edit bufferMemory_0 sessionId 2' })
  canvas.undo()
  expect(canvas.store.getState().history.present.nodes[1]?.data.inputs['sessionId']).toBe('ses')
  canvas.undo()
  expect(canvas.store.getState().history.past).toHaveLength(0)
})

test('a node that is gone is no longer selected', () => {
  const canvas = openCanvas()
  canvas.select({ nodes: new Set(['chatModel_0', 'chain_0']), edges: new Set() })
  canvas.removeNode('chain_0')
  expect([...canvas.store.getState().selection.nodes]).toEqual(['chatModel_0'])
})

test('duplicating selects the copies', () => {
  const canvas = openCanvas()
  canvas.select({ nodes: new Set(['chatModel_0', 'chain_0']), edges: new Set() })
  expect(canvas.duplicateSelected()).toEqual(['chatModel_1', 'chain_1'])
  expect([...canvas.store.getState().selection.nodes]).toEqual(['chatModel_1', 'chain_1'])
})

test('a read-only canvas takes no edit', () => {
  const canvas = openCanvas()
  canvas.setReadOnly(true)
  expect(canvas.removeNode('chain_0')).toBe(false)
  expect(canvas.store.getState().history.present.nodes).toHaveLength(3)
})

test('while a connection is drawn, the canvas knows which handles would take it', () => {
  const canvas = openCanvas()
  const [edge] = canvas.store.getState().history.present.edges
  canvas.removeEdge({ id: edge?.id ?? '' })
  canvas.startConnecting({
    nodeId: 'chatModel_0',
    handleId: 'chatModel_0-output-chatModel-ChatModel|BaseChatModel|BaseLanguageModel',
    side: 'output',
  })
  expect([...(canvas.store.getState().connecting?.fitting ?? [])]).toEqual(['chain_0-input-model-BaseChatModel'])
})
