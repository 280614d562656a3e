import { cancelWait, decideWait, listWaits } from '@chatwright/contract'
import type { Wait } from '@chatwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import '../decision/decision-form-view.tsx'
import { WaitCard } from './wait-card.tsx'

afterEach(() => void vi.unstubAllGlobals())

const aWait = ({
  question,
  ...rest
}: Partial<Omit<Wait, 'question'>> & { question?: Partial<Wait['question']> } = {}): Wait => ({
  id: 'wait-1',
  executionId: 'execution-1',
  chatflowId: 'flow-1',
  chatflowName: 'Refunds',
  chatId: 'chat-1',
  nodeId: 'node-1',
  label: 'Check the refund',
  question: {
    kind: 'decision',
    text: 'Pay back $20?',
    buttons: [
      { type: 'proceed', label: 'Proceed' },
      { type: 'reject', label: 'Reject' },
    ],
    takesFeedback: false,
    isButtonsOnly: false,
    calls: [],
    fields: [],
    ...question,
  },
  createdDate: '2026-01-02T03:04:05.000Z',
  wakeDate: null,
  endDate: null,
  isWithoutEnd: false,
  link: null,
  ...rest,
})

function open(wait: Wait) {
  const api = fakeApi()
  api.on(listWaits, () => ({ items: [wait], nextCursor: null, total: 1 }))
  return { api, show: () => renderScreen(<WaitCard wait={wait} />, { path: '/waits' }) }
}

const openForm = (name = 'Decide: Check the refund, Refunds') => userEvent.click(screen.getByRole('button', { name }))

test('what only waits for a time has nothing to decide, and says when it goes on', () => {
  open(aWait({ question: { buttons: [] }, wakeDate: '2026-01-03T03:04:05.000Z', chatflowName: '' })).show()
  expect(screen.getByText('Untitled flow')).toBeTruthy()
  expect(screen.getByText(/Continues automatically/)).toBeTruthy()
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['End the run'])
})

test('it opens, is decided, and says whether the run goes on at once', async () => {
  const { api, show } = open(aWait({ link: 'https://chat.example.com/review/1', question: { takesFeedback: true } }))
  api.on(decideWait, () => ({ status: 'kept' }))
  show()
  expect(screen.getByRole('button', { name: 'Copy link for a reviewer' })).toBeTruthy()
  await openForm()
  fireEvent.change(await screen.findByLabelText(/^Comment/), { target: { value: 'Fine.' } })
  await userEvent.click(screen.getByRole('button', { name: 'Proceed' }))
  await waitFor(() =>
    expect(toldMessages()).toEqual(['Decided. The run continues when its other steps have finished.']),
  )
  expect(api.sent(decideWait).map(({ body }) => body)).toEqual([{ type: 'proceed', feedback: 'Fine.' }])
  api.refuse(decideWait, 'It has been decided.')
  await userEvent.click(screen.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(toldMessages().at(-1)).toBe('It has been decided.'))
  await openForm('Close: Check the refund, Refunds')
  expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull()
})

test('fields are filled in before anything is sent, and what is wrong is said beside each', async () => {
  const fields = [
    { name: 'amount', label: 'Amount', type: 'number' as const, isRequired: true as const },
    { name: 'reason', label: 'Reason', type: 'string' as const },
  ]
  const { api, show } = open(aWait({ question: { fields } }))
  api.on(decideWait, () => ({ status: 'gone-on' }))
  show()
  await openForm()
  await userEvent.click(await screen.findByRole('button', { name: 'Proceed' }))
  expect(screen.getByText('This field is required.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: '20' } })
  await userEvent.click(screen.getByRole('button', { name: 'Proceed' }))
  await waitFor(() => expect(toldMessages()).toEqual(['Decided. The run continues.']))
  expect(api.sent(decideWait).map(({ body }) => body.form)).toEqual([{ amount: 20 }])
})

test('the arguments of a tool can be changed, and must stay a JSON object', async () => {
  const calls = [
    { id: 'call-1', tool: 'send_mail', input: { to: 'ann' } },
    { id: 'call-2', tool: 'read', input: {}, isFree: true as const },
  ]
  const { api, show } = open(aWait({ question: { kind: 'approval', calls } }))
  api.on(decideWait, () => ({ status: 'gone-on' }))
  show()
  await openForm()
  const input = await screen.findByLabelText('Arguments of send_mail')
  expect(screen.queryByLabelText('Arguments of read')).toBeNull()
  fireEvent.change(input, { target: { value: '[1]' } })
  await userEvent.click(screen.getByRole('button', { name: 'Proceed' }))
  expect(screen.getByText('Enter a JSON object, such as { "to": "ann" }.')).toBeTruthy()
  fireEvent.change(input, { target: { value: '{"to":"bob"}' } })
  await userEvent.click(screen.getByRole('button', { name: 'Proceed' }))
  await waitFor(() => expect(api.sent(decideWait)).toHaveLength(1))
  expect(api.sent(decideWait)[0]?.body.calls?.['call-1']?.input).toEqual({ to: 'bob' })
})

test('a run is ended only after a yes; a refusal is told', async () => {
  const { api, show } = open(aWait())
  api.refuse(cancelWait, 'It has ended.')
  show()
  const answer = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'End the run' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await answer('Let it wait')
  expect(api.sent(cancelWait)).toEqual([])
  await answer('End the run')
  await waitFor(() => expect(toldMessages()).toEqual(['It has ended.']))
  api.on(cancelWait, () => ({ status: 'cancelled' }))
  await answer('End the run')
  await waitFor(() => expect(toldMessages().at(-1)).toBe('The run has ended.'))
})

test('what waits from before there was a limit says so, and that it keeps waiting', () => {
  open(aWait({ isWithoutEnd: true })).show()
  expect(screen.getByText(/From before there was a limit: keeps waiting/)).toBeTruthy()
})

test('what ends by itself says when', () => {
  open(aWait({ question: {}, endDate: '2026-02-01T03:04:05.000Z' })).show()
  expect(screen.getByText(/Ends without a decision/)).toBeTruthy()
})
