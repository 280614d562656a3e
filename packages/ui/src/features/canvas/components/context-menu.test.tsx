import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { renderInApp } from '../../../../test/render.tsx'
import { CanvasProvider } from '../canvas-context.tsx'
import { createCanvas } from '../model/canvas-store.ts'
import { smallFlow } from '../model/catalogue.fixture.ts'
import { ContextMenu } from './context-menu.tsx'
import type { ContextTarget } from './context-menu.tsx'

const at = { left: 40, top: 40 }

function show(target: ContextTarget) {
  const canvas = createCanvas()
  canvas.open({ flow: smallFlow(), name: '' })
  const onClose = vi.fn<() => void>()
  renderInApp(
    <CanvasProvider canvas={canvas}>
      <ContextMenu target={target} onClose={onClose} />
    </CanvasProvider>,
  )
  const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  return { state: canvas.store.getState, items, onClose }
}

test('a node offers what its own menu does', async () => {
  const { state, items, onClose } = show({ kind: 'node', id: 'chatModel_0', at })
  expect(items()).toEqual(['Edit all settings', 'Rename', 'About this node', 'Duplicate', 'Copy', 'Delete'])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  expect(state().history.present.nodes.map(({ id }) => id)).not.toContain('chatModel_0')
  expect(onClose).toHaveBeenCalledOnce()
})

test('a connection is cut, or takes a node in between', async () => {
  const [edge] = smallFlow().edges
  const { state, items } = show({ kind: 'edge', edge: edge!, at })
  expect(items()).toEqual(['Insert a node', 'Remove the connection'])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Remove the connection' }))
  expect(state().history.present.edges.map(({ id }) => id)).not.toContain(edge!.id)
})

test('on the bare canvas a node is added where the pointer was', async () => {
  const { state } = show({ kind: 'pane', place: { x: 3, y: 4 }, at })
  await userEvent.click(screen.getByRole('menuitem', { name: 'Add a node' }))
  expect(state().palette).toEqual({ kind: 'add', at: { x: 3, y: 4 } })
})
