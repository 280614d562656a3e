import { expect, test } from 'vitest'
import { node } from './catalogue.fixture.ts'
import { moveNodes } from './commands/move-nodes.ts'
import { removeNodes } from './commands/remove-nodes.ts'
import type { Flow } from './document.ts'
import { createHistory, push, redo, undo } from './history.ts'

const flow: Flow = { nodes: [node('chatOpenAI_0')], edges: [] }
const at = (x: number) => moveNodes({ chatOpenAI_0: { x, y: 0 } })

test('[FLOW-11] every edit leaves a flow that is not the saved one, and undo brings the saved one back', () => {
  const saved = createHistory(flow)
  const edited = push(saved, removeNodes('chatOpenAI_0')(flow))
  expect(edited.present).not.toBe(flow)
  expect(undo(edited).present).toBe(flow)
  expect(redo(undo(edited)).present).toBe(edited.present)
})

test('the edits of one gesture are one step', () => {
  const before = push(createHistory(flow), at(1)(flow))
  const dragged = [2, 3, 4].reduce((history, x) => push(history, at(x)(history.present), 'drag-1'), before)
  expect(undo(dragged).present).toBe(before.present)
  expect(redo(undo(dragged)).present).toBe(dragged.present)
})

test('the same gesture again after an undo is a step of its own', () => {
  const first = push(createHistory(flow), at(1)(flow), 'typing')
  const again = push(undo(first), at(2)(flow), 'typing')
  expect(undo(again).present).toBe(flow)
  expect(again.future).toEqual([])
})

test('an edit that changed nothing is no step, and there is nothing before the first and after the last', () => {
  const history = createHistory(flow)
  expect(push(history, flow)).toBe(history)
  expect(undo(history)).toBe(history)
  expect(redo(history)).toBe(history)
})
