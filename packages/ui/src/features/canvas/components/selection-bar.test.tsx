import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { renderInApp } from '../../../../test/render.tsx'
import { CanvasProvider } from '../canvas-context.tsx'
import { createCanvas } from '../model/canvas-store.ts'
import { smallFlow } from '../model/catalogue.fixture.ts'
import { SelectionBar } from './selection-bar.tsx'

test('several selected nodes have a bar of what is done with all of them', async () => {
  const canvas = createCanvas()
  canvas.open({ flow: smallFlow(), name: '' })
  const duplicate = vi.fn<() => void>()
  const command = { id: 'duplicate', label: 'Duplicate the selection', group: 'edit' as const, shortcuts: ['mod+d'] }
  renderInApp(
    <CanvasProvider canvas={canvas}>
      <SelectionBar commands={[{ ...command, run: duplicate }]} />
    </CanvasProvider>,
  )
  const pick = (...ids: string[]) => act(() => canvas.select({ nodes: new Set(ids), edges: new Set() }))
  pick('chatModel_0')
  expect(screen.queryByRole('toolbar')).toBeNull()
  pick('chatModel_0', 'chain_0')
  expect(screen.getByRole('toolbar', { name: 'Selected nodes' }).textContent).toBe('2 nodes selected')
  await userEvent.click(screen.getByRole('button', { name: /^Duplicate the selection/ }))
  expect(duplicate).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Align the selected nodes' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Align left edges' }))
  const { nodes } = canvas.store.getState().history.present
  expect(nodes.find(({ id }) => id === 'chain_0')?.position.x).toBe(0)
  await userEvent.click(screen.getByRole('button', { name: /^Clear the selection/ }))
  expect(screen.queryByRole('toolbar')).toBeNull()
})
