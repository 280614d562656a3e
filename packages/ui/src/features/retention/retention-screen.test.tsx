import { listRetention, previewRetention, setRetention, type Retention } from '@chatwright/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import RetentionScreen from './retention-screen.tsx'

const item = (kind: Retention['kind'], days: number | null, more: Partial<Retention> = {}): Retention => ({
  kind,
  setting: 'SOME_DAYS',
  isFixed: false,
  days,
  withoutEnd: 0,
  ...more,
})

function open() {
  const api = fakeApi()
  const items = [
    item('messages', null),
    item('waits', 30, { withoutEnd: 4 }),
    item('traces', 1, { setting: 'TRACE_DAYS', isFixed: true }),
    item('recordings', 0),
  ]
  api.on(listRetention, () => ({ items }))
  api.on(previewRetention, ({ query: { days } }) => ({ items: String(days) === '90' ? 12 : 0, messages: 40 }))
  api.on(setRetention, ({ params, body }) => {
    const set = items.find(({ kind }) => kind === params.kind)
    if (set) set.days = body.days
    return { items }
  })
  return { api, show: () => renderScreen(<RetentionScreen />, { path: '/retention' }) }
}

const change = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Change the limit: ${name}` }))
  return within(await screen.findByRole('dialog', { name }))
}

test('each kind says for how long it is stored, and what the environment sets is not changed here', async () => {
  open().show()
  const items = await screen.findAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Conversations and their filesUntil you delete themChange',
    'Runs that wait for a person4 started before there was a limit and keep waiting. Show them30 daysChange',
    'TracesSet by the environment variable TRACE_DAYS. Remove it and restart to change it here.1 day',
    'RecordingsNot storedChange',
  ])
  expect(screen.getByRole('link', { name: 'Show them' }).getAttribute('href')).toBe(
    '/runs?view=waiting&withoutEnd=true',
  )
})

test('a limit is switched on, after what it deletes was shown', async () => {
  const { api, show } = open()
  show()
  const dialog = await change('Conversations and their files')
  await userEvent.click(dialog.getByRole('combobox', { name: /^Store/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'For a number of days' }))
  expect(await dialog.findByText('Nothing would be deleted now.')).toBeTruthy()
  const days = dialog.getByRole('spinbutton', { name: 'Days' })
  await userEvent.clear(days)
  expect(dialog.getByText('Enter a whole number of days, from 1 to 36,500.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(api.sent(setRetention)).toEqual([])
  await userEvent.type(days, '90')
  expect(await dialog.findByText('This deletes 12 conversations with 40 messages, their files and runs.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(toldMessages()).toEqual(['Limit saved.']))
  expect(api.sent(setRetention)).toMatchObject([{ params: { kind: 'messages' }, body: { days: 90 } }])
  expect(await screen.findByText('90 days')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a limit is switched off, and a refusal stays in the dialog', async () => {
  const { api, show } = open()
  show()
  api.refuse(setRetention, 'An environment variable sets this limit.')
  const dialog = await change('Runs that wait for a person')
  await userEvent.click(dialog.getByRole('combobox', { name: /^Store/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Until you delete them' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('An environment variable sets this limit.')).toBeTruthy()
  expect(dialog.queryByRole('spinbutton')).toBeNull()
})

test('a server that does not answer is said, with a way to try again', async () => {
  const { api, show } = open()
  api.refuse(listRetention, 'Nothing to be had.')
  show()
  expect(await screen.findByText(/Nothing to be had/)).toBeTruthy()
})
