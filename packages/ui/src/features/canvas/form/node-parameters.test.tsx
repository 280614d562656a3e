import { createNode } from '@chatwright/core'
import type { FlowNode, NodeDescription } from '@chatwright/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { CanvasProvider, useCanvasState } from '../canvas-context.tsx'
import { createCanvas } from '../model/canvas-store.ts'
import { NodeParameters } from './node-parameters.tsx'

const description: NodeDescription = {
  label: 'Node',
  name: 'node',
  version: 1,
  type: 'Node',
  icon: '',
  category: 'Tools',
  description: '',
  baseClasses: ['Node'],
  inputs: [
    { name: 'text', label: 'Text', type: 'string', rows: 4 },
    { name: 'values', label: 'Values', type: 'json', acceptVariable: true },
  ],
}

function openForm() {
  const canvas = createCanvas()
  canvas.open({
    flow: { nodes: [createNode(description, { id: 'node_0', position: { x: 0, y: 0 } })], edges: [] },
    name: '',
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CanvasProvider canvas={canvas}>
        <Form />
      </CanvasProvider>
    </QueryClientProvider>,
  )
  return canvas
}

function Form() {
  const node: FlowNode | undefined = useCanvasState((state) => state.history.present.nodes[0])
  return node ? <NodeParameters node={node} params={node.data.inputParams} /> : null
}

test('what is typed during one visit is in the flow at once, and one step of undo', async () => {
  const canvas = openForm()
  const value = () => canvas.store.getState().history.present.nodes[0]?.data.inputs['text']
  await userEvent.type(screen.getByLabelText('Text'), 'hello')
  expect(value()).toBe('hello')
  canvas.undo()
  expect(value()).toBe('')
})

test('a long text opens in an editor, the variables of a prompt in a dialog of their own', async () => {
  const canvas = openForm()
  const dialog = () => canvas.store.getState().dialog
  await userEvent.click(screen.getByRole('button', { name: 'Open Text in an editor' }))
  expect(dialog()).toEqual({ kind: 'text', nodeId: 'node_0', name: 'text' })
  await userEvent.click(screen.getByRole('button', { name: 'Fill the variables' }))
  expect(dialog()).toEqual({ kind: 'prompt-values', nodeId: 'node_0', name: 'values' })
})
