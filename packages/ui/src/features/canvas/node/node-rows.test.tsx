import { createNode } from '@chatwright/core'
import type { FlowNode, NodeDescription } from '@chatwright/core'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ReactFlowProvider } from '@xyflow/react'
import { expect, test } from 'vitest'

import { renderInApp } from '../../../../test/render.tsx'
import { CanvasProvider, useCanvasState } from '../canvas-context.tsx'
import NodeForm from '../form/node-form.tsx'
import { createCanvas } from '../model/canvas-store.ts'
import { nodeOf, smallFlow } from '../model/catalogue.fixture.ts'
import { NodeRows } from './node-rows.tsx'

const TYPES = 'asyncOptions options string number boolean password json code date file folder'.split(' ')

const description: NodeDescription = {
  label: 'Everything',
  name: 'everything',
  version: 1,
  type: 'Everything',
  icon: '',
  category: 'Tools',
  description: 'Holds one of each.',
  baseClasses: ['Everything'],
  inputs: TYPES.map((type, index) => ({
    name: type,
    label: `The ${type}`,
    type,
    optional: true,
    ...(index < 3 && { matters: (index + 1) as 1 | 2 | 3 }),
    ...(type.endsWith('ptions') && { options: [{ label: 'One', name: 'one' }] }),
  })),
}

/** A step with a list of tools, each with a guard and with who decides it. */
const guarded: NodeDescription = {
  ...description,
  name: 'guarded',
  label: 'Guarded',
  traits: { step: {} },
  inputs: [
    {
      name: 'tools',
      label: 'Tools',
      type: 'array',
      array: [
        { name: 'guarded', label: 'Require Human Input', type: 'boolean', optional: true },
        {
          name: 'decider',
          label: 'Who Decides',
          type: 'options',
          default: 'asker',
          optional: true,
          options: [
            { label: 'The person who asks', name: 'asker' },
            { label: 'Reviewers and the owner', name: 'reviewers' },
          ],
          decides: {},
          show: { 'tools[$index].guarded': true },
        },
      ],
    },
  ],
}

function show(node: FlowNode, part: 'card' | 'form') {
  const canvas = createCanvas()
  canvas.setCatalogue([description, guarded], [])
  canvas.open({ flow: { nodes: [node], edges: [] }, name: '' })
  function Drawn() {
    const shown = useCanvasState((state) => state.history.present.nodes[0])
    if (!shown) return null
    return part === 'form' ? <NodeForm node={shown} /> : <NodeRows node={shown} problem={undefined} fault={undefined} />
  }
  renderInApp(
    <ReactFlowProvider>
      <CanvasProvider canvas={canvas}>
        <Drawn />
      </CanvasProvider>
    </ReactFlowProvider>,
  )
  return { canvas, inputs: () => canvas.store.getState().history.present.nodes[0]?.data.inputs }
}

const everything = () => createNode(description, { id: 'everything_0', position: { x: 0, y: 0 } })

test('[FLOW-2] the card shows the three parameters that matter, with their values, edited in place', async () => {
  const { inputs } = show(everything(), 'card')
  const labels = screen.getAllByText(/^The /).map(({ textContent }) => textContent)
  expect(labels).toEqual(['The asyncOptions', 'The options', 'The string'])
  await userEvent.type(screen.getByLabelText('The string'), 'hello')
  expect(inputs()?.['string']).toBe('hello')
  await userEvent.click(screen.getByLabelText(/The options/))
  await userEvent.click(await screen.findByRole('option', { name: 'One' }))
  expect(inputs()?.['options']).toBe('one')
})

test('[FLOW-2] the opened node shows a parameter of every kind', () => {
  show(everything(), 'form')
  const labels = screen.getAllByText(/^The /).map(({ textContent }) => textContent?.replace('optional', ''))
  expect(labels).toEqual(TYPES.map((type) => `The ${type}`))
})

test('what changed and is not on the card is counted there, one click away', async () => {
  const node = everything()
  const { canvas } = show({ ...node, data: { ...node.data, inputs: { ...node.data.inputs, number: 3 } } }, 'card')
  await userEvent.click(screen.getByRole('button', { name: 'More · 1 changed' }))
  expect([...canvas.store.getState().openNodes.keys()]).toEqual(['everything_0'])
})

test('a long text says its first words, and opens the node at its field', async () => {
  const template = nodeOf('promptTemplate')
  const node = {
    ...template,
    data: { ...template.data, inputs: { ...template.data.inputs, template: 'Say {word} twice' } },
  }
  const { canvas } = show(node, 'card')
  await userEvent.click(screen.getByRole('button', { name: /Say \{word\} twice/ }))
  expect([...canvas.store.getState().openNodes]).toEqual([[node.id, 'template']])
})

test('a node without anything to set says what it is for', () => {
  const node = createNode({ ...description, inputs: [] }, { id: 'everything_0', position: { x: 0, y: 0 } })
  show(node, 'card')
  expect(screen.getByText('Holds one of each.')).toBeTruthy()
})

test('the problem takes the first row', () => {
  const [node] = smallFlow().nodes
  const canvas = createCanvas()
  canvas.open({ flow: smallFlow(), name: '' })
  const problem = {
    code: 'missing-input',
    severity: 'error',
    nodeId: node!.id,
    field: 'temperature',
    message: '',
    fix: '',
  }
  renderInApp(
    <ReactFlowProvider>
      <CanvasProvider canvas={canvas}>
        <NodeRows node={node!} problem={problem as never} fault={undefined} />
      </CanvasProvider>
    </ReactFlowProvider>,
  )
  expect(document.querySelector('.cw-row-label')?.textContent).toBe('Temperature')
})

test('who decides a guarded tool is asked once it is guarded, and is stored with its row', async () => {
  const { inputs } = show(createNode(guarded, { id: 'guarded_0', position: { x: 0, y: 0 } }), 'form')
  await userEvent.click(await screen.findByRole('button', { name: /^Add/ }))
  expect(screen.queryByText('Who Decides')).toBeNull()
  await userEvent.click(screen.getByRole('switch', { name: 'Require Human Input' }))
  // What nobody chose is not stored, and means the person who asks.
  expect(inputs()?.['tools']).toEqual([{ guarded: true, decider: '' }])
  await userEvent.click(screen.getByRole('button', { name: /^Who Decides.*The person who asks/ }))
  await userEvent.click(screen.getByRole('option', { name: /Reviewers and the owner/ }))
  expect(inputs()?.['tools']).toEqual([{ guarded: true, decider: 'reviewers' }])
})
