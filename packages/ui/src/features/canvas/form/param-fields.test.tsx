import { createNode } from '@chatwright/core'
import type { InputParam, NodeDescription } from '@chatwright/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { CanvasProvider, useCanvasState } from '../canvas-context.tsx'
import { createCanvas } from '../model/canvas-store.ts'
import { ParamFormRow } from './param-form-row.tsx'
import { paramFields } from './param-fields.tsx'

afterEach(() => vi.unstubAllGlobals())

/** A node with one parameter, its form row on the screen, and its value in the document. */
function showParam(param: Partial<InputParam> & { type: string }, answers: Record<string, unknown> = {}) {
  const description: NodeDescription = {
    label: 'Node',
    name: 'node',
    version: 1,
    type: 'Node',
    icon: '',
    category: 'Tools',
    description: '',
    baseClasses: ['Node'],
    inputs: [{ name: 'value', label: 'Value', ...param }],
  }
  const fetched = vi.fn<(address: string) => Promise<Response>>((address) => {
    const answer = Object.entries(answers).find(([path]) => address.includes(path))?.[1]
    if (answer instanceof Error) return Promise.resolve(Response.json({ message: answer.message }, { status: 502 }))
    return Promise.resolve(Response.json(answer ?? []))
  })
  vi.stubGlobal('fetch', fetched)
  const canvas = createCanvas()
  canvas.open({
    flow: { nodes: [createNode(description, { id: 'node_0', position: { x: 0, y: 0 } })], edges: [] },
    name: '',
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <CanvasProvider canvas={canvas}>
        <Row />
      </CanvasProvider>
    </QueryClientProvider>,
  )
  const data = () => canvas.store.getState().history.present.nodes[0]?.data
  return { canvas, value: () => data()?.inputs['value'], credential: () => data()?.credential }
}

function Row() {
  const node = useCanvasState((state) => state.history.present.nodes[0])
  const param = node?.data.inputParams[0]
  return node && param ? <ParamFormRow node={node} param={param} /> : null
}

test('[FLOW-2] every kind of parameter has a field', () => {
  expect(Object.keys(paramFields).sort()).toEqual(
    [
      'asyncMultiOptions',
      'asyncOptions',
      'boolean',
      'code',
      'credential',
      'datagrid',
      'date',
      'file',
      'folder',
      'json',
      'multiOptions',
      'number',
      'options',
      'password',
      'string',
    ].sort(),
  )
})

test('string: what is typed is the value, and one undo takes it all back', async () => {
  const { canvas, value } = showParam({ type: 'string' })
  await userEvent.type(screen.getByLabelText('Value'), 'hello')
  expect(value()).toBe('hello')
  canvas.undo()
  expect(value()).toBe('')
})

test('number: a number is kept as one, and zero stays zero', async () => {
  const { value } = showParam({ type: 'number', default: 3 })
  await userEvent.clear(screen.getByLabelText('Value'))
  expect(value()).toBe('')
  await userEvent.type(screen.getByLabelText('Value'), '0')
  expect(value()).toBe(0)
})

test('boolean: a switch, also for a value kept as text', async () => {
  const { canvas, value } = showParam({ type: 'boolean', default: true })
  expect(screen.getByRole('switch', { name: 'Value' })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('switch'))
  expect(value()).toBe(false)
  canvas.undo()
  expect(value()).toBe(true)
})

test('password: hidden, and shown on demand', async () => {
  const { value } = showParam({ type: 'password' })
  const field = screen.getByLabelText('Value')
  await userEvent.type(field, 'secret')
  expect(field).toHaveProperty('type', 'password')
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(field).toHaveProperty('type', 'text')
  expect(value()).toBe('secret')
})

const SIZES = [
  { label: 'Small', name: 'small' },
  { label: 'Large', name: 'large', description: 'For hard questions' },
]

test('options: chosen from a list, by keyboard', async () => {
  const { value } = showParam({ type: 'options', options: SIZES, default: 'small' })
  await userEvent.click(screen.getByRole('button', { name: /Value Small/ }))
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(value()).toBe('large')
  expect(screen.getByRole('button', { name: /Value Large/ })).toBeDefined()
})

test('multiOptions: several, kept as the JSON text of a list', async () => {
  const { value } = showParam({ type: 'multiOptions', options: SIZES })
  await userEvent.click(screen.getByRole('button', { name: /Value/ }))
  await userEvent.click(screen.getByRole('option', { name: /Small/ }))
  await userEvent.click(screen.getByRole('option', { name: /Large/ }))
  expect(value()).toBe('["small","large"]')
  await userEvent.click(screen.getByRole('option', { name: /Small/ }))
  expect(value()).toBe('["large"]')
})

test('asyncOptions: the list is loaded when it opens', async () => {
  const { value } = showParam({ type: 'asyncOptions', loadMethod: 'list' }, { 'node-load-method/node': SIZES })
  await userEvent.click(screen.getByRole('button', { name: /Value/ }))
  await userEvent.click(await screen.findByRole('option', { name: /Large/ }))
  expect(value()).toBe('large')
})

test('asyncOptions: a failed load says why, offers to retry, and lets one type', async () => {
  const { value } = showParam(
    { type: 'asyncOptions', loadMethod: 'list' },
    { 'node-load-method/node': new Error('The vendor is away') },
  )
  await userEvent.click(screen.getByRole('button', { name: /Value/ }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The vendor is away')
  expect(within(alert).getByRole('button', { name: /Retry/ })).toBeDefined()
  expect(value()).toBe('')
})

test('asyncMultiOptions: several of a loaded list', async () => {
  const { value } = showParam({ type: 'asyncMultiOptions', loadMethod: 'list' }, { 'node-load-method/node': SIZES })
  await userEvent.click(screen.getByRole('button', { name: /Value/ }))
  await userEvent.click(await screen.findByRole('option', { name: /Large/ }))
  await userEvent.click(screen.getByRole('option', { name: /Small/ }))
  expect(value()).toBe('["large","small"]')
})

test('date: a day', async () => {
  const { value } = showParam({ type: 'date' })
  await userEvent.type(screen.getByLabelText('Value'), '2026-11-15')
  expect(value()).toBe('2026-11-15')
})

test('folder: a path', async () => {
  const { value } = showParam({ type: 'folder' })
  await userEvent.type(screen.getByLabelText('Value'), 'handbook')
  expect(value()).toBe('handbook')
})

test('file: stored on the server; the flow keeps a reference and shows the name', async () => {
  const stored = { id: 'abc', reference: 'FILE-STORAGE::abc', name: 'notes.txt', mimeType: 'text/plain', size: 2 }
  const { value } = showParam({ type: 'file', fileType: '.txt' }, { '/files': stored })
  const picked = new Promise<HTMLInputElement>((resolve) => {
    vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementationOnce(function (this: HTMLInputElement) {
      resolve(this)
    })
  })
  await userEvent.click(screen.getByRole('button', { name: /Choose a file .txt/ }))
  const input = await picked
  expect(input.accept).toBe('.txt')
  await userEvent.upload(input, new File(['hi'], 'notes.txt', { type: 'text/plain' }))
  await waitFor(() => expect(value()).toBe('FILE-STORAGE::abc'))
})

test('datagrid: rows of cells, kept as JSON text', async () => {
  const { value } = showParam({
    type: 'datagrid',
    datagrid: [
      { field: 'property', headerName: 'Property' },
      { field: 'required', headerName: 'Required', type: 'boolean' },
    ],
  })
  await userEvent.click(screen.getByRole('button', { name: /Add a row/ }))
  await userEvent.type(screen.getByLabelText('Property, row 1'), 'city')
  await userEvent.click(screen.getByRole('switch', { name: 'Required, row 1' }))
  expect(JSON.parse(String(value()))).toEqual([{ property: 'city', required: true }])
  await userEvent.click(screen.getByRole('button', { name: 'Remove row 1' }))
  expect(value()).toBe('[]')
})

test('credential: one that fits, or a new one', async () => {
  const credentials = [
    { id: 'c1', name: 'Mine', credentialName: 'modelApi', createdDate: '', updatedDate: '' },
    { id: 'c2', name: 'Other kind', credentialName: 'otherApi', createdDate: '', updatedDate: '' },
  ]
  const { credential } = showParam(
    { type: 'credential', credentialNames: ['modelApi'] },
    { '/credentials': credentials },
  )
  await userEvent.click(screen.getByRole('button', { name: /Value/ }))
  expect(await screen.findByRole('option', { name: /Mine/ })).toBeDefined()
  expect(screen.queryByRole('option', { name: /Other kind/ })).toBeNull()
  expect(screen.getByRole('button', { name: /New: modelApi/ })).toBeDefined()
  await userEvent.click(screen.getByRole('option', { name: /Mine/ }))
  expect(credential()).toBe('c1')
})

test.each(['json', 'code'])('%s: an editor with its label', async (type) => {
  showParam({ type })
  await waitFor(() => expect(document.querySelector('.cm-content')?.getAttribute('aria-label')).toBe('Value'), {
    timeout: 10_000,
  })
})

test('a description helps below the field, and a warning stands out', () => {
  showParam({ type: 'string', description: 'What it is for.', warning: 'Careful.' })
  expect(screen.getByText('What it is for.')).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('Careful.')
})
