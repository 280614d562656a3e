import type { InputParam } from '@chatwright/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { paramFields } from './param-fields.tsx'
import { ParameterForm } from './parameter-form.tsx'

afterEach(() => vi.unstubAllGlobals())

/** A form of one parameter on the screen, and what was made of its value. */
function showParam(
  param: Partial<InputParam> & { type: string },
  { answers = {}, value: given = param.default }: { answers?: Record<string, unknown>; value?: unknown } = {},
) {
  const fetched = vi.fn<(address: string) => Promise<Response>>((address) => {
    const answer = Object.entries(answers).find(([path]) => address.includes(path))?.[1]
    if (answer instanceof Error) return Promise.resolve(Response.json({ message: answer.message }, { status: 502 }))
    return Promise.resolve(Response.json(answer ?? []))
  })
  vi.stubGlobal('fetch', fetched)
  let value: unknown
  function Form() {
    const [values, setValues] = useState<Record<string, unknown>>({ value: given })
    value = values['value']
    return (
      <ParameterForm
        nodeName="node"
        inputs={[{ name: 'value', label: 'Value', ...param }]}
        values={values}
        onChange={(changes) => setValues((before) => ({ ...before, ...changes }))}
      />
    )
  }
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Form />
    </QueryClientProvider>,
  )
  return { value: () => value, fetched }
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

test('string: what is typed is the value', async () => {
  const { value } = showParam({ type: 'string' })
  await userEvent.type(screen.getByLabelText('Value'), 'hello')
  expect(value()).toBe('hello')
})

test('number: a number is kept as one, and zero stays zero', async () => {
  const { value } = showParam({ type: 'number', default: 3 })
  await userEvent.clear(screen.getByLabelText('Value'))
  expect(value()).toBe('')
  await userEvent.type(screen.getByLabelText('Value'), '0')
  expect(value()).toBe(0)
})

test('boolean: a switch, also for a value kept as text', async () => {
  const { value } = showParam({ type: 'boolean' }, { value: 'true' })
  expect(screen.getByRole('switch', { name: 'Value' })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('switch'))
  expect(value()).toBe(false)
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
  const { value } = showParam(
    { type: 'asyncOptions', loadMethod: 'list' },
    { answers: { 'node-load-method/node': SIZES } },
  )
  await userEvent.click(screen.getByRole('button', { name: /Value/ }))
  await userEvent.click(await screen.findByRole('option', { name: /Large/ }))
  expect(value()).toBe('large')
})

test('asyncOptions: a failed load says why, offers to retry, and lets one type', async () => {
  const { value } = showParam(
    { type: 'asyncOptions', loadMethod: 'list' },
    { answers: { 'node-load-method/node': new Error('The vendor is away') } },
  )
  await userEvent.click(screen.getByRole('button', { name: /Value/ }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The vendor is away')
  expect(within(alert).getByRole('button', { name: /Retry/ })).toBeDefined()
  await userEvent.type(screen.getByRole('combobox'), 'mine{Enter}')
  expect(value()).toBe('mine')
})

test('asyncMultiOptions: several of a loaded list', async () => {
  const { value } = showParam(
    { type: 'asyncMultiOptions', loadMethod: 'list' },
    { answers: { 'node-load-method/node': SIZES } },
  )
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
  const { value } = showParam({ type: 'file', fileType: '.txt' }, { answers: { '/files': stored } })
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
  const { value } = showParam(
    { type: 'credential', credentialNames: ['modelApi'] },
    { answers: { '/credentials': credentials } },
  )
  await userEvent.click(screen.getByRole('button', { name: /Value/ }))
  expect(await screen.findByRole('option', { name: /Mine/ })).toBeDefined()
  expect(screen.queryByRole('option', { name: /Other kind/ })).toBeNull()
  expect(screen.getByRole('button', { name: /New: modelApi/ })).toBeDefined()
  await userEvent.click(screen.getByRole('option', { name: /Mine/ }))
  expect(value()).toBe('c1')
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

const ID = '23232798-73ec-4a1f-9b52-0d8c3a1c9f10'

test('asyncOptions: what is chosen is shown by its name, never by its id', async () => {
  showParam(
    { type: 'asyncOptions', loadMethod: 'list' },
    { value: ID, answers: { 'node-load-method/node': [{ name: ID, label: 'Look up an order' }] } },
  )
  expect(await screen.findByRole('button', { name: 'Value Look up an order' })).toBeDefined()
  expect(screen.queryByText(ID)).toBeNull()
})

test('asyncOptions: an id that nothing belongs to any more says so', async () => {
  showParam({ type: 'asyncOptions', loadMethod: 'list' }, { value: ID, answers: { 'node-load-method/node': [] } })
  expect(await screen.findByRole('button', { name: 'Value No longer available' })).toBeDefined()
})

test('asyncOptions: a name kept behind an id is shown alone, as the thing is called now', async () => {
  showParam(
    { type: 'asyncOptions', loadMethod: 'list' },
    {
      value: `${ID}:Handbook`,
      answers: { 'node-load-method/node': [{ name: `${ID}:Rules: 2026`, label: 'Rules: 2026' }] },
    },
  )
  expect(screen.getByRole('button', { name: 'Value Handbook' })).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Value Rules: 2026' })).toBeDefined()
})

test('asyncOptions: a name kept behind an id that nothing belongs to any more says so', async () => {
  showParam(
    { type: 'asyncOptions', loadMethod: 'list' },
    { value: `${ID}:Handbook`, answers: { 'node-load-method/node': [] } },
  )
  expect(await screen.findByRole('button', { name: 'Value No longer available' })).toBeDefined()
})

test('asyncOptions: a name that is readable as it is asks nobody', () => {
  const { fetched } = showParam({ type: 'asyncOptions', loadMethod: 'list' }, { value: 'gpt-5' })
  expect(screen.getByRole('button', { name: 'Value gpt-5' })).toBeDefined()
  expect(fetched).not.toHaveBeenCalled()
})

test('a stored secret is never shown: typing replaces it, and it can be removed', async () => {
  const { value } = showParam({ type: 'password', isSealed: true }, { value: 'sealed:abc' })
  const field = screen.getByLabelText('Value')
  expect(field).toHaveProperty('value', '')
  expect(screen.queryByText(/Saving does not store/)).toBeNull()
  await userEvent.type(field, 'n')
  expect(value()).toBe('n')
})

test('removing a stored secret leaves none', async () => {
  const { value } = showParam({ type: 'password', isSealed: true }, { value: 'sealed:abc' })
  await userEvent.click(screen.getByRole('button', { name: 'Remove the stored secret' }))
  expect(value()).toBe('')
})
