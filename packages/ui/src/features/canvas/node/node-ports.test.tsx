import { ReactFlowProvider } from '@xyflow/react'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { CanvasProvider } from '../canvas-context.tsx'
import { createCanvas } from '../model/canvas-store.ts'
import { smallFlow } from '../model/catalogue.fixture.ts'
import { nodeGeometry } from '../model/node-geometry.ts'
import { NodePorts } from './node-ports.tsx'

function openPorts({ isReadOnly = false } = {}) {
  const canvas = createCanvas()
  const flow = smallFlow()
  canvas.open({ flow, name: '' })
  canvas.store.setState({ isReadOnly })
  const chain = flow.nodes.find(({ id }) => id === 'chain_0')
  if (!chain) throw new Error('The fixture has no chain.')
  render(
    <ReactFlowProvider>
      <CanvasProvider canvas={canvas}>
        <NodePorts node={chain} ports={nodeGeometry(chain).ports} isReachable />
      </CanvasProvider>
    </ReactFlowProvider>,
  )
  return canvas
}

test('the ports of a side have one target that asks which of them is meant', async () => {
  const canvas = openPorts()
  await userEvent.click(screen.getByRole('button', { name: 'Add to an input of Conversation Chain' }))
  const choices = screen.getAllByRole('menuitem').map((item) => item.textContent)
  expect(choices).toEqual(['Chat model (connected)', 'Memory (connected)'])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Memory (connected)' }))
  const end = { nodeId: 'chain_0', handleId: 'chain_0-input-memory-BaseMemory', side: 'input' }
  expect(canvas.store.getState().dialog).toEqual({ kind: 'connect', end })
})

test('with the keyboard each port is reached by itself', async () => {
  const canvas = openPorts()
  screen.getByRole('button', { name: /^Memory, an input / }).focus()
  await userEvent.keyboard('{Enter}')
  expect(canvas.store.getState().dialog).toMatchObject({ kind: 'connect', end: { side: 'input' } })
  await userEvent.keyboard('+')
  expect(canvas.store.getState().palette).toMatchObject({ kind: 'connect', end: { side: 'input' } })
})

test('where nothing may be changed, nothing asks', async () => {
  const canvas = openPorts({ isReadOnly: true })
  expect(screen.queryByRole('button', { name: /^Add to an input/ })).toBeNull()
  screen.getByRole('button', { name: /^Memory, an input / }).focus()
  await userEvent.keyboard('{Enter}')
  expect(canvas.store.getState().dialog).toBeUndefined()
})
