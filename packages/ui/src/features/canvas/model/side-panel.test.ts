import { expect, test } from 'vitest'

import { createCanvas } from './canvas-store.ts'
import { smallFlow } from './catalogue.fixture.ts'
import { frontOf, onlySelected } from './side-panel.ts'

function open() {
  const canvas = createCanvas()
  canvas.open({ flow: smallFlow(), name: '' })
  canvas.changeSide({ hasRoom: true })
  const pick = (...ids: string[]) => canvas.select({ nodes: new Set(ids), edges: new Set() })
  const front = (isChatOpen: boolean) => frontOf(canvas.store.getState(), isChatOpen)
  return { canvas, pick, front }
}

test('a node that is looked at comes in front of the chat, and the chat comes back when nothing is selected', () => {
  const { canvas, pick, front } = open()
  expect(front(true)).toBe('chat')
  pick('chatModel_0')
  expect(front(true)).toBe('chat')
  canvas.inspect()
  expect([front(true), front(false)]).toEqual(['node', 'node'])
  canvas.selectNothing()
  expect([front(true), front(false)]).toEqual(['chat', 'node'])
})

test('a run that is looked at stays in front of the nodes it follows, unless one is asked for by name', () => {
  const { canvas, pick, front } = open()
  canvas.changeSide({ isRunShown: true, tab: 'chat' })
  pick('chatModel_0')
  canvas.inspect()
  expect(front(true)).toBe('chat')
  canvas.openDialog({ kind: 'form', nodeId: 'chatModel_0' })
  expect(front(true)).toBe('node')
})

test('where there is room beside the flow a form opens there, and covers it elsewhere', () => {
  const { canvas } = open()
  canvas.openDialog({ kind: 'form', nodeId: 'chatModel_0' })
  expect(canvas.store.getState()).toMatchObject({ dialog: undefined, side: { isInspecting: true, focusCount: 1 } })
  expect(onlySelected(canvas.store.getState())?.id).toBe('chatModel_0')
  canvas.changeSide({ hasRoom: false })
  canvas.openDialog({ kind: 'form', nodeId: 'chatModel_0' })
  expect(canvas.store.getState().dialog).toEqual({ kind: 'form', nodeId: 'chatModel_0' })
})
