import { expect, test } from 'vitest'
import { node } from './catalogue.fixture.ts'
import type { Flow } from './document.ts'
import { Draft } from './edits/draft.ts'
import type { Edit } from './edits/edit.ts'
import type { History } from './history.ts'
import { createHistory, push, redo, undo } from './history.ts'

const flow: Flow = { nodes: [node('chatOpenAI_0')], edges: [] }
const move = (x: number): Edit => ({ do: 'move', places: { chatOpenAI_0: { x, y: 0 } } })

function make(history: History, edit: Edit, gesture?: string): History {
  const draft = new Draft(history.present)
  draft.try(edit)
  return push(history, draft, gesture)
}

test('[FLOW-11] every edit leaves a flow that is not the saved one, and undo brings the saved one back', () => {
  const saved = createHistory(flow)
  const edited = make(saved, { do: 'remove', ids: ['chatOpenAI_0'] })
  expect(edited.present).not.toEqual(flow)
  expect(undo(edited).present).toEqual(flow)
  expect(undo(edited).present.nodes[0]).toBe(flow.nodes[0])
  expect(redo(undo(edited)).present).toEqual(edited.present)
})

test('a step tells by which edits it was made, undone and made again too', () => {
  const edited = make(createHistory(flow), { do: 'rename', id: 'chatOpenAI_0', label: 'Model' })
  const edits = [{ do: 'rename', id: 'chatOpenAI_0', label: 'Model' }]
  expect(edited.past.at(-1)?.edits).toEqual(edits)
  expect(undo(edited).future[0]?.edits).toEqual(edits)
  expect(redo(undo(edited)).past.at(-1)?.edits).toEqual(edits)
})

test('the edits of one gesture are one step, and a drag is one edit', () => {
  const before = make(createHistory(flow), move(1))
  const dragged = [2, 3, 4].reduce((history, x) => make(history, move(x), 'drag-1'), before)
  expect(dragged.past.at(-1)?.edits).toEqual([move(4)])
  expect(undo(dragged).present).toEqual(before.present)
  expect(redo(undo(dragged)).present).toEqual(dragged.present)
})

test('the same gesture again after an undo is a step of its own', () => {
  const first = make(createHistory(flow), move(1), 'typing')
  const again = make(undo(first), move(2), 'typing')
  expect(undo(again).present).toEqual(flow)
  expect(again.future).toEqual([])
})

test('an edit that changed nothing is no step, and there is nothing before the first and after the last', () => {
  const history = createHistory(flow)
  expect(push(history, { flow, edits: [] })).toBe(history)
  expect(undo(history)).toBe(history)
  expect(redo(history)).toBe(history)
})
