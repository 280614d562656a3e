import { expect, test } from 'vitest'
import { startForm } from './start-form.ts'

const startingWith = (inputs: Record<string, unknown>) =>
  startForm({ nodes: [{ id: 's', data: { name: 'startAgentflow', inputs } }] } as never)

test('a form is read with its fields, and whatever is none of them is left out', () => {
  const form = startingWith({
    startInputType: 'formInput',
    formTitle: 'Order',
    formInputTypes: [
      { type: 'string', name: ' city ', label: 'City' },
      { type: 'number', name: 'copies' },
      { type: 'options', name: 'size', label: 'Size', addOptions: [{ option: 'S' }, { option: 7 }, null] },
      { type: 'options', name: 'free' },
      { type: 'secret', name: 'odd', label: 3 },
      { type: 'string', name: ' ' },
      'nonsense',
    ],
  })
  expect(form).toEqual({
    title: 'Order',
    description: '',
    fields: [
      { name: 'city', label: 'City', type: 'string' },
      { name: 'copies', label: 'copies', type: 'number' },
      { name: 'size', label: 'Size', type: 'options', options: ['S'] },
      { name: 'free', label: 'free', type: 'string' },
      { name: 'odd', label: 'odd', type: 'string' },
    ],
  })
})

test('a flow that begins with something else has no form', () => {
  expect(startingWith({ startInputType: 'chatInput', formInputTypes: [] })).toBeUndefined()
  expect(startForm({ nodes: [] })).toBeUndefined()
})
