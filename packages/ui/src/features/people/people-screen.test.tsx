import {
  changePassword,
  createPasswordLink,
  createPerson,
  deletePerson,
  endSignInsOfPerson,
  getProfile,
  listPeople,
  listSignIns,
  readPasswordLink,
  signIn,
  updatePerson,
  updateProfile,
  usePasswordLink as givePassword,
  type Person,
} from '@chatwright/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import './components/link-dialog.tsx'
import './components/person-dialog.tsx'
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
const LINK = { token: 'one-token', expiresDate: A_DATE, isMailed: false }

function openPeople(people: Person[]) {
  const api = fakeApi()
  api.on(listPeople, () => people)
  renderScreen(<PeopleScreen />, { path: '/people' })
  return api
}

const act = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Ana' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

test('a person is invited with a role, and the link is shown once', async () => {
  const api = openPeople([])
  api.on(createPerson, ({ body }) => ({
    person: { ...ANA, ...body, hasJoined: false, lastSeenDate: null },
    link: { ...LINK, isMailed: true },
  }))
  const [first] = await screen.findAllByRole('button', { name: 'Invite a person' })
  if (first) await userEvent.click(first)
  const form = within(await screen.findByRole('dialog', { name: 'Invite a person' }))
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Bo')
  await userEvent.type(form.getByRole('textbox', { name: 'Email or username' }), 'bo:x')
  await userEvent.click(form.getByRole('button', { name: 'Invite a person' }))
  expect(await form.findByText('Enter one word without a colon.')).toBeTruthy()
  await userEvent.clear(form.getByRole('textbox', { name: 'Email or username' }))
  await userEvent.type(form.getByRole('textbox', { name: 'Email or username' }), 'bo@example.com')
  await userEvent.click(form.getByRole('combobox', { name: /^Role/ }))
  await userEvent.click(await screen.findByRole('option', { name: /^Reviewer/ }))
  await userEvent.click(form.getByRole('button', { name: 'Invite a person' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Invitation for Bo' }))
  expect(shown.getByText(/\/join#one-token$/)).toBeTruthy()
  expect(shown.getByText('It was also sent to bo@example.com.')).toBeTruthy()
  expect(api.sent(createPerson).map(({ body }) => body)).toEqual([
    { name: 'Bo', login: 'bo@example.com', role: 'reviewer' },
  ])
})

test('a person’s role is changed, their password reset, their browsers signed out, and they are removed', async () => {
  const api = openPeople([ANA])
  api.on(updatePerson, () => ANA)
  api.on(createPasswordLink, () => LINK)
  api.on(endSignInsOfPerson, () => ({ raw: [], affected: 1 }))
  api.on(deletePerson, () => ({ raw: [], affected: 1 }))
  await act('Edit')
  const form = within(await screen.findByRole('dialog', { name: 'Edit Ana' }))
  await userEvent.click(form.getByRole('combobox', { name: /^Role/ }))
  await userEvent.click(await screen.findByRole('option', { name: /^Viewer/ }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.sent(updatePerson).map(({ body }) => body)).toEqual([{ name: 'Ana', role: 'viewer' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act('Reset password')
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Reset link for Ana' })).getByRole('button', { name: 'Done' }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act('Sign out everywhere')
  await waitFor(() => expect(toldMessages()).toContain('Signed Ana out.'))
  await act('Remove')
  const sure = within(await screen.findByRole('dialog', { name: 'Remove "Ana"?' }))
  await userEvent.click(sure.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(toldMessages()).toContain('Removed Ana.'))
})

test('a refused action says why', async () => {
  const api = openPeople([ANA])
  api.refuse(endSignInsOfPerson, 'Ask an owner.')
  await act('Sign out everywhere')
  await waitFor(() => expect(toldMessages()).toContain('Ask an owner.'))
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
