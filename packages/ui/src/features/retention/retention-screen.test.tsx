import { listRetention, previewRetention } from '@chatwright/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen } from '../../../test/render.tsx'
import RetentionScreen from './retention-screen.tsx'

function open() {
  const api = fakeApi()
  api.on(listRetention, () => ({
    items: [
      { kind: 'messages', setting: 'MESSAGE_DAYS', days: null, withoutEnd: 0 },
      { kind: 'waits', setting: 'WAIT_DAYS', days: 30, withoutEnd: 4 },
      { kind: 'recordings', setting: 'RECORDING_DAYS', days: 0, withoutEnd: 0 },
    ],
  }))
  api.on(previewRetention, () => ({ chats: 12, messages: 40, leads: 3 }))
  return { api, show: () => renderScreen(<RetentionScreen />, { path: '/retention' }) }
}

test('each kind says for how long it is stored, and by which setting', async () => {
  open().show()
  const items = await screen.findAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Conversations and their filesUntil you delete themSet by MESSAGE_DAYS',
    'Runs that wait for a person30 daysSet by WAIT_DAYS4 started before there was a limit and keep waiting. Find them under Waiting.',
    'RecordingsNot storedSet by RECORDING_DAYS',
  ])
})

test('what a limit would delete is said before it is set', async () => {
  open().show()
  const days = await screen.findByRole('spinbutton', { name: 'Days' })
  expect(await screen.findByText(/MESSAGE_DAYS=365 would now delete 12 conversations with 40 messages/)).toBeTruthy()
  await userEvent.clear(days)
  expect(screen.getByText(/Enter a whole number of days/)).toBeTruthy()
  await userEvent.type(days, '90')
  expect(await screen.findByText(/LEAD_DAYS=90 would delete 3 lead entries/)).toBeTruthy()
})

test('a server that does not answer is said, with a way to try again', async () => {
  const { api, show } = open()
  api.refuse(listRetention, 'Nothing to be had.')
  show()
  expect(await screen.findByText(/Nothing to be had/)).toBeTruthy()
})
