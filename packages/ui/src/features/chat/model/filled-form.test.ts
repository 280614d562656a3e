import { expect, test } from 'vitest'

import { emptyForm, readForm } from './filled-form.ts'

const fields = [
  { name: 'city', label: 'City', type: 'string' as const },
  { name: 'copies', label: 'Copies', type: 'number' as const },
  { name: 'fast', label: 'Fast', type: 'boolean' as const },
  { name: 'size', label: 'Size', type: 'options' as const, options: ['S', 'L'] },
]

test('a form is sent with its types, and stands in the conversation with its labels', () => {
  expect(emptyForm(fields)).toEqual({ city: '', copies: '', fast: false, size: '' })
  const values = { city: 'Rome', copies: ' 2 ', fast: true, size: 'L' }
  expect(readForm(fields, values)).toEqual({
    form: { city: 'Rome', copies: 2, fast: true, size: 'L' },
    words: 'City: Rome\nCopies:  2 \nFast: ✓\nSize: L',
    faults: {},
  })
})

test('what was not filled in is left out, and what is no number is named', () => {
  expect(readForm(fields, emptyForm(fields)).form).toEqual({ city: '', fast: false })
  expect(readForm(fields, { ...emptyForm(fields), copies: 'two' }).faults).toEqual({ copies: 'number' })
})
