import { listAudit, type AuditEntry } from '@chatwright/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen } from '../../../test/render.tsx'
import AuditScreen from './audit-screen.tsx'

afterEach(() => void vi.unstubAllGlobals())

const anEntry = (rest: Partial<AuditEntry>): AuditEntry => ({
  id: 'entry-1',
  date: '2026-01-02T03:04:05.000Z',
  actor: { kind: 'person', id: 'person-1', name: 'Ana', keyId: null },
  way: 'screen',
  address: '203.0.113.7',
  action: 'POST /chatflows/:id/versions/:version/publish',
  object: { id: 'flow-1', name: 'Support' },
  fields: [],
  result: 'done',
  code: null,
  ...rest,
})

test('each entry is a sentence, and older ones are a click away', async () => {
  const api = fakeApi()
  api.on(listAudit, ({ query }) =>
    query.cursor === undefined
      ? {
          items: [
            anEntry({}),
            anEntry({
              id: 'entry-2',
              actor: { kind: 'person', id: null, name: null, keyId: null },
              action: 'PUT /variables/:id',
              object: { id: 'v', name: 'place' },
              fields: ['name', 'value'],
            }),
          ],
          nextCursor: 'more',
        }
      : {
          items: [
            anEntry({
              id: 'entry-3',
              actor: { kind: 'visitor', id: null, name: null, keyId: null },
              action: 'GET /something',
              object: { id: null, name: null },
              result: 'refused',
            }),
          ],
          nextCursor: null,
        },
  )
  renderScreen(<AuditScreen />, { path: '/audit' })
  expect(await screen.findByText('Ana published flow "Support".')).toBeTruthy()
  expect(screen.getByText('The operator changed variable "place".')).toBeTruthy()
  expect(screen.getByText('Fields: name, value (screen or API)')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show older entries' }))
  expect(await screen.findByText('Someone who isn’t signed in opened a setting.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull()
})

test('refused entries alone, and none', async () => {
  const api = fakeApi()
  api.on(listAudit, () => ({ items: [], nextCursor: null }))
  renderScreen(<AuditScreen />, { path: '/audit' })
  expect(await screen.findByText('No entries yet')).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: /Show/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Refused' }))
  await waitFor(() => expect(api.sent(listAudit).map(({ query }) => query.result)).toEqual([undefined, 'refused']))
})
