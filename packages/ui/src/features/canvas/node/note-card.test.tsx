import { createNode, defineNode, describeNode, string } from '@chatwright/core'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ReactFlowProvider } from '@xyflow/react'
import type { NodeProps } from '@xyflow/react'
import { expect, test } from 'vitest'
import { useStore } from 'zustand'

import { renderInApp } from '../../../../test/render.tsx'
import { loadTexts } from '../../../i18n/i18n.ts'
import { CanvasProvider } from '../canvas-context.tsx'
import { createCanvas } from '../model/canvas-store.ts'
import type { Canvas } from '../model/canvas-store.ts'
import type { CanvasNode } from '../model/project-flow.ts'
import { serializeFlow } from '../model/saver.ts'
import { NoteCard } from './note-card.tsx'

const described = describeNode(
  defineNode({
    name: 'stickyNote',
    label: 'Sticky Note',
    version: 1,
    category: 'Utilities',
    description: 'For people.',
    icon: 'note.svg',
    baseClasses: ['StickyNote'],
    traits: { inert: true },
    inputs: { note: string({ label: 'Note', optional: true }) },
    build: () => undefined,
  }),
)

async function openNote() {
  await loadTexts(['canvas'])
  const canvas = createCanvas()
  const drawn = createNode(described, { id: 'stickyNote_0', position: { x: 0, y: 0 } })
  canvas.open({ flow: { nodes: [drawn], edges: [] }, name: 'Noted' })
  renderInApp(
    <CanvasProvider canvas={canvas}>
      <ReactFlowProvider>
        <DrawnNote canvas={canvas} />
      </ReactFlowProvider>
    </CanvasProvider>,
  )
  return { canvas, corner: screen.getByRole('button', { name: 'Resize the note' }) }
}

function DrawnNote({ canvas }: { canvas: Canvas }) {
  const [node] = useStore(canvas.store, (state) => state.history.present.nodes)
  const props = { data: { node }, selected: true } as unknown as NodeProps<CanvasNode>
  return <NoteCard {...props} />
}

function sizeOf(canvas: Canvas) {
  const [note] = canvas.store.getState().history.present.nodes
  return { width: note?.width, height: note?.height }
}

test('arrow keys on its corner resize a note; one visit is one step of undo', async () => {
  const { canvas, corner } = await openNote()
  corner.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowDown}{/Shift}')
  expect(sizeOf(canvas)).toEqual({ width: 272, height: 224 })
  canvas.undo()
  expect(sizeOf(canvas)).toEqual({ width: undefined, height: undefined })
})

test('dragging its corner resizes a note in one step, which is saved, and never below what can be read', async () => {
  const { canvas, corner } = await openNote()
  corner.setPointerCapture = () => undefined
  fireEvent.pointerDown(corner, { button: 0, clientX: 240, clientY: 160, pointerId: 1 })
  fireEvent.pointerMove(corner, { clientX: 300, clientY: 260, pointerId: 1 })
  fireEvent.pointerMove(corner, { clientX: 340, clientY: 20, pointerId: 1 })
  fireEvent.pointerUp(corner, { pointerId: 1 })
  fireEvent.pointerMove(corner, { clientX: 900, clientY: 900, pointerId: 1 })
  expect(sizeOf(canvas)).toEqual({ width: 340, height: 96 })
  expect(canvas.store.getState().history.past).toHaveLength(1)
  fireEvent.keyDown(corner, { key: 'ArrowDown' })
  canvas.undo()
  expect(sizeOf(canvas)).toEqual({ width: 340, height: 96 })
  const saved = JSON.parse(
    serializeFlow(canvas.store.getState().history.present, {
      viewport: undefined,
      describe: canvas.store.getState().catalogue.describe,
    }),
  ) as {
    nodes: { width: number; height: number }[]
  }
  expect(saved.nodes[0]).toMatchObject({ width: 340, height: 96 })
})
