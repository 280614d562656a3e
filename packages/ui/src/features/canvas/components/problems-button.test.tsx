import { createNode } from '@chatwright/core'
import type { NodeDescription } from '@chatwright/core'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ReactFlowProvider } from '@xyflow/react'
import { expect, test } from 'vitest'

import { CanvasProvider } from '../canvas-context.tsx'
import { createCanvas } from '../model/canvas-store.ts'
import { ProblemsButton } from './problems-button.tsx'

const description: NodeDescription = {
  label: 'Shout',
  name: 'shout',
  version: 1,
  type: 'Shout',
  icon: '',
  category: 'Tools',
  description: '',
  baseClasses: ['Shout'],
  inputs: [],
}

function open({ isReadOnly = false, isEmpty = false } = {}) {
  const canvas = createCanvas({ isReadOnly })
  canvas.setCatalogue([description], [])
  const nodes = isEmpty ? [] : [createNode(description, { id: 'shout_0', position: { x: 0, y: 0 } })]
  canvas.open({ flow: { nodes, edges: [] }, name: '' })
  canvas.store.setState({ problems: [] })
  render(
    <ReactFlowProvider>
      <CanvasProvider canvas={canvas}>
        <ProblemsButton />
      </CanvasProvider>
    </ReactFlowProvider>,
  )
  return canvas
}

test('a flow without problems says so', () => {
  open()
  expect(screen.getByRole('button', { name: 'No problems' })).toHaveProperty('disabled', true)
})

test('a template is not praised for what it does not hold yet', () => {
  open({ isReadOnly: true })
  expect(screen.queryByRole('button')).toBeNull()
})

test('an empty canvas has nothing to say of problems', () => {
  open({ isEmpty: true })
  expect(screen.queryByRole('button')).toBeNull()
})

test('a node that failed in the last run is a problem, and its entry leads to it', async () => {
  const canvas = open()
  act(() =>
    canvas.store.setState({
      runs: { shout_0: { status: 'failed', durationMs: 1, message: 'No key.' } },
    }),
  )
  await userEvent.click(screen.getByRole('button', { name: /1 problem/ }))
  await userEvent.click(screen.getByRole('button', { name: /^Shout failed in the last run: No key\./ }))
  expect([...canvas.store.getState().selection.nodes]).toEqual(['shout_0'])
  expect(screen.queryByRole('dialog')).toBeNull()
})
