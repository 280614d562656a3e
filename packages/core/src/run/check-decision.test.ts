import { expect, test } from 'vitest'
import type { WaitQuestion } from '../values/step-data.ts'
import { checkDecision, checkFormValues } from './check-decision.ts'

const question: WaitQuestion = {
  kind: 'approval',
  text: 'May it be sent?',
  buttons: [
    { type: 'proceed', label: 'Send' },
    { type: 'reject', label: 'Drop' },
  ],
  calls: [
    { id: 'call-1', tool: 'mail', input: { to: 'ann' } },
    { id: 'call-2', tool: 'look', input: {}, isFree: true },
  ],
  fields: [
    { name: 'amount', label: 'Amount', type: 'number', isRequired: true },
    { name: 'note', label: 'Note', type: 'string' },
    { name: 'isUrgent', label: 'Urgent', type: 'boolean' },
    { name: 'team', label: 'Team', type: 'options', options: ['red', 'blue'] },
  ],
}

test('what was asked for is taken', () => {
  const form = { amount: 3.5, note: 'by hand', isUrgent: false, team: 'blue' }
  expect(checkDecision(question, { type: 'proceed', form, calls: { 'call-1': { type: 'reject' } } })).toEqual([])
})

test('whoever rejects need fill in nothing', () => {
  expect(checkDecision(question, { type: 'reject', feedback: 'no' })).toEqual([])
})

test.each([
  [{ type: 'timeout', form: { amount: 1 } }, 'type', '"timeout" isn\'t a choice here. Choose "proceed", "reject".'],
  [{ type: 'proceed' }, 'form.amount', 'Fill in "Amount".'],
  [{ type: 'proceed', form: { amount: '3' } }, 'form.amount', '"Amount" must be a number, not "3".'],
  [{ type: 'proceed', form: { amount: Number.NaN } }, 'form.amount', '"Amount" must be a number, not null.'],
  [{ type: 'proceed', form: { amount: [1] } }, 'form.amount', '"Amount" must be a number, not a list.'],
  [{ type: 'reject', form: { note: 7 } }, 'form.note', '"Note" must be a text, not 7.'],
  [{ type: 'reject', form: { isUrgent: 'yes' } }, 'form.isUrgent', '"Urgent" must be true or false, not "yes".'],
  [{ type: 'reject', form: { team: 'green' } }, 'form.team', '"Team" must be one of "red", "blue".'],
  [{ type: 'reject', form: { constructor: 1 } }, 'form.constructor', 'This form has no field "constructor".'],
  [
    { type: 'reject', calls: { 'call-2': { type: 'reject' as const } } },
    'calls.call-2',
    'No call "call-2" is waiting for a decision.',
  ],
  [
    { type: 'reject', calls: { other: { type: 'reject' as const } } },
    'calls.other',
    'No call "other" is waiting for a decision.',
  ],
])('%j is told what is wrong with it', (decision, path, message) => {
  expect(checkDecision(question, decision)).toEqual([{ path, message }])
})

test('what goes on by itself is nobody’s to decide', () => {
  const issues = checkDecision({ kind: 'time', text: '', buttons: [] }, { type: 'proceed' })
  expect(issues).toEqual([{ path: 'type', message: 'This needs no decision: the run continues by itself.' }])
})

test.each([
  ['count', 'number', '7', undefined],
  ['count', 'number', ' ', '"Count" must be a number, not " ".'],
  ['count', 'number', 'many', '"Count" must be a number, not "many".'],
  ['count', 'number', [1], '"Count" must be a number, not a list.'],
  ['count', 'number', undefined, undefined],
  ['count', 'boolean', 'TRUE', undefined],
  ['count', 'boolean', 'yes', '"Count" must be true or false, not "yes".'],
  ['count', 'string', 7, undefined],
  ['count', 'string', {}, '"Count" must be a text, not an object.'],
  ['count', 'options', 'c', '"Count" must be one of "a", "b".'],
  ['another', 'number', 'many', undefined],
] as const)('a form with %s for a field of type %s: %j', (name, type, value, message) => {
  const fields = [{ name: 'count', label: 'Count', type, options: ['a', 'b'], isRequired: true as const }]
  expect(checkFormValues(fields, { [name]: value }).map((issue) => issue.message)).toEqual(
    message === undefined ? [] : [message],
  )
})
