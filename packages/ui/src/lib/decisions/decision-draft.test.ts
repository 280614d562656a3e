import { expect, test } from 'vitest'

import { emptyDraft, readDraft } from './decision-draft.ts'
import type { AskedParts } from './decision-draft.ts'

const asked: AskedParts = {
  buttons: [
    { type: 'proceed', label: 'Send' },
    { type: 'reject', label: 'Drop' },
  ],
  takesFeedback: true,
  isButtonsOnly: false,
  calls: [
    { id: 'a', tool: 'mail', input: { to: 'ann' } },
    { id: 'b', tool: 'pay', input: { sum: 3 } },
    { id: 'c', tool: 'look', input: {}, isFree: true },
  ],
  fields: [
    { name: 'copies', label: 'Copies', type: 'number', isRequired: true },
    { name: 'isUrgent', label: 'Urgent', type: 'boolean' },
    { name: 'note', label: 'Note', type: 'string' },
  ],
}
const draft = emptyDraft(asked)

test('what was typed goes along with its types, and only the calls that were changed', () => {
  const filled = {
    feedback: '  quickly ',
    values: { ...draft.values, copies: '2.5', isUrgent: true },
    calls: { ...draft.calls, a: { isAllowed: true, input: '{"to":"bob"}' }, b: { isAllowed: false, input: '{}' } },
  }
  expect(readDraft(asked, filled, 'proceed')).toEqual({
    decision: {
      type: 'proceed',
      feedback: 'quickly',
      form: { copies: 2.5, isUrgent: true },
      calls: { a: { type: 'proceed', input: { to: 'bob' } }, b: { type: 'reject' } },
    },
  })
})

test('what cannot be sent is named', () => {
  expect(readDraft(asked, draft, 'proceed')).toEqual({ faults: { copies: 'required' } })
  const wrong = {
    ...draft,
    values: { ...draft.values, copies: 'two' },
    calls: { ...draft.calls, a: { isAllowed: true, input: '[1]' } },
  }
  expect(readDraft(asked, wrong, 'proceed')).toEqual({ faults: { copies: 'number', a: 'object' } })
})

test('whoever rejects need fill in nothing, and says nothing of single calls', () => {
  const wrong = { ...draft, calls: { ...draft.calls, a: { isAllowed: true, input: 'broken' } } }
  expect(readDraft(asked, wrong, 'reject')).toEqual({ decision: { type: 'reject', form: { isUrgent: false } } })
})
