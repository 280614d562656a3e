import { setEdits } from '@chatwright/core'
import type { CredentialDescription } from '@chatwright/core'
import { expect, test } from 'vitest'

import type { CanvasActions } from './canvas-actions.ts'
import { createCanvas } from './canvas-store.ts'
import { descriptions, smallFlow } from './catalogue.fixture.ts'
import { shownProblems, type CanvasProblem } from './problems.ts'

const modelApi: CredentialDescription = { label: 'Model API', name: 'modelApi', version: 1, inputs: [], canTest: false }

const firstEdge = (canvas: Canvas) => canvas.store.getState().history.present.edges[0]?.id ?? ''

function openCanvas() {
  const canvas = createCanvas()
  canvas.setCatalogue(descriptions, [])
  canvas.open({ flow: smallFlow(), name: 'Small' })
  return canvas
}

test('[FLOW-17] canvas state holds isDirty, chatflow, canvasDialogShow, componentNodes and componentCredentials', () => {
  const canvas = createCanvas()
  const state = () => {
    const { isDirty, chatflow, canvasDialogShow, componentNodes, componentCredentials } = canvas.store.getState()
    return { isDirty, chatflow, canvasDialogShow, componentNodes, componentCredentials }
  }
  const empty = {
    isDirty: false,
    chatflow: undefined,
    canvasDialogShow: false,
    componentNodes: [],
    componentCredentials: [],
  }
  expect(state()).toEqual(empty)
  canvas.setCatalogue(descriptions, [modelApi])
  const withCatalogue = { ...empty, componentNodes: descriptions, componentCredentials: [modelApi] }
  expect(state()).toEqual(withCatalogue)
  const chatflow = { id: 'f1', name: 'Small', version: 3, liveVersion: 3, publish: 'save' as const }
  canvas.open({ flow: smallFlow(), name: 'Small', chatflow })
  expect(state()).toEqual({ ...withCatalogue, chatflow })
  canvas.removeNode('bufferMemory_0')
  expect(state()).toEqual({ ...withCatalogue, chatflow, isDirty: true })
  const { present } = canvas.store.getState().history
  canvas.markSaved({ ...chatflow, version: 4 }, { flow: present, name: 'Small' })
  expect(state()).toEqual({ ...withCatalogue, chatflow: { ...chatflow, version: 4 } })
  canvas.openDialog({ kind: 'shortcuts' })
  expect(state().canvasDialogShow).toBe(true)
  canvas.openDialog(undefined)
  expect(state().canvasDialogShow).toBe(false)
  // Another flow on the same canvas is not the one before.
  canvas.open({ flow: smallFlow(), name: 'Other' })
  expect(state()).toEqual(withCatalogue)
})

type Canvas = ReturnType<typeof openCanvas>

/** What each action that edits does here; the rest look, point, open and save. */
const edits: Partial<Record<keyof CanvasActions, (canvas: Canvas) => unknown>> = {
  run: (canvas) => canvas.run(setEdits('chatModel_0', { temperature: 0.1 })),
  runAndSelectNew: (canvas) => canvas.runAndSelectNew({ do: 'duplicate', ids: ['chain_0'] }),
  undo: (canvas) => {
    canvas.removeNode('chain_0')
    canvas.clearDirty()
    canvas.undo()
  },
  redo: (canvas) => {
    canvas.removeNode('chain_0')
    canvas.undo()
    canvas.redo()
  },
  rename: (canvas) => canvas.rename('Other'),
  removeSelected: (canvas) => {
    canvas.select({ nodes: new Set(['bufferMemory_0']), edges: new Set() })
    canvas.removeSelected()
  },
  removeNode: (canvas) => canvas.removeNode('bufferMemory_0'),
  removeEdge: (canvas) => canvas.removeEdge(firstEdge(canvas)),
  duplicateSelected: (canvas) => {
    canvas.select({ nodes: new Set(['chain_0']), edges: new Set() })
    canvas.duplicateSelected()
  },
  duplicate: (canvas) => canvas.duplicate('chatModel_0'),
  paste: (canvas) => canvas.paste(smallFlow()),
  moveTo: (canvas) => canvas.moveTo({ chain_0: { x: 9, y: 9 } }),
  nudge: (canvas) => {
    canvas.select({ nodes: new Set(['chain_0']), edges: new Set() })
    canvas.nudge({ x: 1, y: 0 })
  },
  align: (canvas) => {
    canvas.selectAll()
    canvas.align('left')
  },
}

const LEAVES_THE_FLOW_ALONE: (keyof CanvasActions)[] = [
  ...([
    'openNode',
    'closeNode',
    'select',
    'selectAll',
    'selectNothing',
    'tap',
    'hoverEdge',
    'announce',
    'setViewport',
  ] as const),
  ...([
    'openDialog',
    'openPalette',
    'inspect',
    'selectFresh',
    'changeSide',
    'keepPalette',
    'closePalette',
    'startConnecting',
    'stopConnecting',
    'verdict',
  ] as const),
  ...(['setCatalogue', 'setProblems', 'setReadOnly', 'followRun', 'clearRuns', 'showRuns', 'showDifferences'] as const),
  ...(['open', 'markOpened', 'markUnreadable', 'forgetOpened', 'saveEvent', 'markSaved', 'clearDirty'] as const),
]

test('[FLOW-11] every action of the canvas is known as one that edits or one that does not', () => {
  const { store: _, ...actions } = createCanvas()
  expect(Object.keys(actions).toSorted()).toEqual([...Object.keys(edits), ...LEAVES_THE_FLOW_ALONE].toSorted())
})

test.each(Object.entries(edits))('[FLOW-11] %s sets the dirty flag, and it can be cleared', (_, act) => {
  const canvas = openCanvas()
  expect(canvas.store.getState().isDirty).toBe(false)
  act(canvas)
  expect(canvas.store.getState().isDirty).toBe(true)
  canvas.clearDirty()
  expect(canvas.store.getState().isDirty).toBe(false)
})

test.each([
  ['a node', { nodes: ['bufferMemory_0'], edges: 0 }],
  ['an edge', { nodes: [], edges: 1 }],
  ['nodes and edges', { nodes: ['chain_0'], edges: 2 }],
])('[FLOW-11] deleting a selection of %s takes all of it away and sets the dirty flag', (_, chosen) => {
  const canvas = openCanvas()
  const { nodes, edges } = canvas.store.getState().history.present
  const gone = { nodes: new Set(chosen.nodes), edges: new Set(edges.slice(0, chosen.edges).map(({ id }) => id)) }
  canvas.select(gone)
  expect(canvas.removeSelected()).toBe(true)
  const left = canvas.store.getState().history.present
  expect(left.nodes.map(({ id }) => id)).toEqual(nodes.map(({ id }) => id).filter((id) => !gone.nodes.has(id)))
  expect(left.edges.filter(({ id }) => gone.edges.has(id))).toEqual([])
  expect(canvas.store.getState()).toMatchObject({ isDirty: true, selection: { nodes: new Set(), edges: new Set() } })
  canvas.clearDirty()
  expect(canvas.removeSelected()).toBe(false)
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
    canvas.run(setEdits('bufferMemory_0', { sessionId: text }), { gesture: 'edit bufferMemory_0 sessionId 1' })
  }
  canvas.run(setEdits('bufferMemory_0', { sessionId: 'sess' }), { gesture: 'edit bufferMemory_0 sessionId 2' })
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
  canvas.removeEdge(edge?.id ?? '')
  canvas.startConnecting({
    nodeId: 'chatModel_0',
    handleId: 'chatModel_0-output-chatModel-ChatModel|BaseChatModel|BaseLanguageModel',
    side: 'output',
  })
  expect([...(canvas.store.getState().connecting?.fitting ?? [])]).toEqual(['chain_0-input-model-BaseChatModel'])
})

test('what is not filled in on a new node is no fault before it is left, and one afterwards', () => {
  const canvas = createCanvas()
  canvas.setCatalogue(descriptions, [])
  canvas.open({ flow: smallFlow(), name: '' })
  const lacks: CanvasProblem = {
    code: 'missing-credential',
    severity: 'error',
    nodeId: 'chatModel_0',
    message: 'Chat Model has no credential.',
    fix: 'Choose one.',
  }
  const other: CanvasProblem = { ...lacks, code: 'bad-input', message: 'Not a number.' }
  canvas.setProblems([lacks, other])
  const shown = () => shownProblems(canvas.store.getState(), 'chatModel_0').map(({ code }) => code)
  canvas.selectFresh('chatModel_0')
  expect(shown()).toEqual(['bad-input'])
  canvas.select({ nodes: new Set(['chain_0']), edges: new Set() })
  expect(shown()).toEqual(['missing-credential', 'bad-input'])
  canvas.selectFresh('chatModel_0')
  canvas.followRun({ type: 'run-start', runId: 'r', at: 1, endingNodeId: 'chain_0', messageId: 'm' })
  expect(shown()).toEqual(['missing-credential', 'bad-input'])
})
