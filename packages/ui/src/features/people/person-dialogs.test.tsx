import {
  createPasswordLink,
  createPerson,
  deletePerson,
  endSignInsOfPerson,
  listPeople,
  updatePerson,
  type Person,
} from '@chatwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import './components/link-dialog.tsx'
import './components/person-dialog.tsx'
import PeopleScreen from './people-screen.tsx'

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

function open(people: Person[]) {
  const api = fakeApi()
  api.on(listPeople, () => people)
  renderScreen(<PeopleScreen />, { path: '/people' })
  return api
}

const inForm = async (name: string) => within(await screen.findByRole('dialog', { name }))
const act = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Ana' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}
const chooseRole = async (name: RegExp) => {
  await userEvent.click(screen.getByRole('combobox', { name: /^Role/ }))
  await userEvent.click(await screen.findByRole('option', { name }))
}

test('a person is invited with a role, and the link is shown once', async () => {
  const api = open([])
  api.on(createPerson, ({ body }) => ({
    person: { ...ANA, ...body, hasJoined: false, lastSeenDate: null },
    link: { ...LINK, isMailed: true },
  }))
  await screen.findByRole('heading', { name: 'Work on flows together' })
  await userEvent.click(screen.getByRole('button', { name: 'Invite a person' }))
  const form = await inForm('Invite a person')
  const login = form.getByRole('textbox', { name: 'Email or username' })
  fireEvent.change(form.getByRole('textbox', { name: 'Name' }), { target: { value: 'Bo' } })
  fireEvent.change(login, { target: { value: 'bo:x' } })
  fireEvent.click(form.getByRole('button', { name: 'Invite a person' }))
  expect(form.getByText('Enter one word without a colon.')).toBeTruthy()
  fireEvent.change(login, { target: { value: 'bo@example.com' } })
  await chooseRole(/^Reviewer/)
  fireEvent.click(form.getByRole('button', { name: 'Invite a person' }))
  const shown = await inForm('Invitation for Bo')
  expect(shown.getByText(/\/join#one-token$/)).toBeTruthy()
  expect(shown.getByText('It was also sent to bo@example.com.')).toBeTruthy()
  expect(api.sent(createPerson).map(({ body }) => body)).toEqual([
    { name: 'Bo', login: 'bo@example.com', role: 'reviewer' },
  ])
})

test('a role is changed', async () => {
  const api = open([ANA])
  api.on(updatePerson, () => ANA)
  await act('Edit')
  const form = await inForm('Edit Ana')
  await chooseRole(/^Viewer/)
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(toldMessages()).toContain('Person saved.'))
  expect(api.sent(updatePerson).map(({ body }) => body)).toEqual([{ name: 'Ana', role: 'viewer' }])
})

test('a password is reset by a link', async () => {
  const api = open([ANA])
  api.on(createPasswordLink, () => LINK)
  await act('Reset password')
  expect((await inForm('Reset link for Ana')).getByText(/\/join#one-token$/)).toBeTruthy()
})

test('a person is removed once that is confirmed', async () => {
  const api = open([ANA])
  api.on(deletePerson, () => ({ raw: [], affected: 1 }))
  await act('Remove')
  const sure = within(await screen.findByRole('alertdialog', { name: 'Remove "Ana"?' }))
  expect(api.sent(deletePerson)).toEqual([])
  fireEvent.click(sure.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(toldMessages()).toContain('Removed Ana.'))
})

test('a person is signed out everywhere, or it says why not', async () => {
  const api = open([ANA])
  api.refuse(endSignInsOfPerson, 'Ask an owner.')
  await act('Sign out everywhere')
  await waitFor(() => expect(toldMessages()).toContain('Ask an owner.'))
  api.on(endSignInsOfPerson, () => ({ raw: [], affected: 1 }))
  await act('Sign out everywhere')
  await waitFor(() => expect(toldMessages()).toContain('Signed Ana out.'))
})
