import {
  changePassword,
  getProfile,
  listPeople,
  listSignIns,
  readPasswordLink,
  signIn,
  updateProfile,
  usePasswordLink as givePassword,
  type Person,
} from '@chatwright/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import JoinScreen from './join-screen.tsx'
import PeopleScreen from './people-screen.tsx'
import ProfileScreen from './profile-screen.tsx'

afterEach(() => void vi.unstubAllGlobals())

const A_DATE = '2026-01-02T03:04:05.000Z'
const ANA: Person = {
  id: 'person-1',
  name: 'Ana',
  login: 'ana@example.com',
  role: 'editor',
  hasJoined: true,
  createdDate: A_DATE,
  lastSeenDate: A_DATE,
}

test('people are listed with their role and whether they have joined', async () => {
  const api = fakeApi()
  api.on(listPeople, () => [ANA, { ...ANA, id: 'person-2', name: 'Bo', login: 'bo', role: 'viewer', hasJoined: false }])
  renderScreen(<PeopleScreen />, { path: '/people' })
  await screen.findByRole('button', { name: 'Ana' })
  const [, ana, bo] = screen.getAllByRole('row').map((row) => row.textContent)
  expect([ana?.includes('Editor'), ana?.includes('Invited')]).toEqual([true, false])
  expect([bo?.includes('Viewer'), bo?.includes('Invited')]).toEqual([true, true])
})

test('an invitation leads to a password and signs in', async () => {
  const api = fakeApi()
  api.on(readPasswordLink, () => ({ name: 'Ana', login: 'ana', hasJoined: false, expiresDate: A_DATE }))
  api.on(givePassword, () => ({ login: 'ana' }))
  api.on(signIn, () => ({ token: 'cws_x', expiresDate: A_DATE }))
  const { address } = renderScreen(<JoinScreen />, { path: '/join#one-token', route: '/join' })
  expect(await screen.findByText('Welcome, Ana. Choose a password for ana.')).toBeTruthy()
  const password = screen.getByLabelText(/^Password/)
  await userEvent.type(password, 'short')
  await userEvent.click(screen.getByRole('button', { name: 'Set password and sign in' }))
  expect(api.sent(givePassword)).toEqual([])
  await userEvent.type(password, ' no more')
  await userEvent.click(screen.getByRole('button', { name: 'Set password and sign in' }))
  await waitFor(() => expect(address()).toBe('/'))
  expect(api.sent(givePassword).map(({ body }) => body)).toEqual([{ token: 'one-token', password: 'short no more' }])
  expect([localStorage.getItem('username'), localStorage.getItem('password')]).toEqual(['ana', 'cws_x'])
})

test('everybody changes their own name and password; the operator’s are set elsewhere', async () => {
  const api = fakeApi()
  api.on(listSignIns, () => [])
  api.on(getProfile, () => ({ name: 'Ana', login: 'ana', role: 'editor' as const, rights: [] }))
  api.on(updateProfile, ({ body }) => ({ ...body, login: 'ana', role: 'editor' as const, rights: [] }))
  api.on(changePassword, () => ({ raw: [], affected: 0 }))
  const { unmount } = renderScreen(<ProfileScreen />, { path: '/profile' })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await userEvent.type(name, ' B')
  await userEvent.click(screen.getByRole('button', { name: 'Save name' }))
  await waitFor(() => expect(toldMessages()).toContain('Name saved.'))
  await userEvent.type(screen.getByLabelText(/^Current password/), 'correct horse')
  await userEvent.type(screen.getByLabelText(/^New password/), 'battery staple')
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(toldMessages()).toContain('Password changed.'))
  expect(api.sent(changePassword).map(({ body }) => body)).toEqual([
    { current: 'correct horse', password: 'battery staple' },
  ])
  unmount()
  api.on(getProfile, () => ({ name: 'Operator', login: null, role: 'owner' as const, rights: [] }))
  renderScreen(<ProfileScreen />, { path: '/profile' })
  expect(await screen.findByText(/chatwright reset-login/)).toBeTruthy()
})
