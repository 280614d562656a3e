import {
  createApiKey,
  deleteApiKey,
  endAllSignIns,
  endSignIn,
  getChatflow,
  listApiKeys,
  listChatflows,
  listSignIns,
  updateApiKey,
} from '@chatwright/contract'
import type { ApiKey, SignIn } from '@chatwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import '../../components/closed-keys-dialog.tsx'
import './components/api-key-dialog.tsx'
import ApiKeysScreen from './api-keys-screen.tsx'

afterEach(() => void vi.unstubAllGlobals())

const A_DATE = '2026-01-02T03:04:05.000Z'
const aKey = (rest: Partial<ApiKey> = {}): ApiKey => ({
  id: 'key-1',
  keyName: 'Website',
  apiKey: 'cw-1…9z',
  permissions: ['predict'],
  flows: null,
  networks: null,
  createdAt: A_DATE,
  lastUsedDate: null,
  isClosed: false,
  usedBy: [],
  ...rest,
})
const aSignIn = (rest: Partial<SignIn> = {}): SignIn => ({
  id: 'sign-in-1',
  browser: 'Firefox on Linux',
  isCurrent: true,
  createdDate: A_DATE,
  lastUsedDate: A_DATE,
  expiresDate: A_DATE,
  ...rest,
})

function open(keys: ApiKey[], signIns: SignIn[] = []) {
  const api = fakeApi()
  api.on(listApiKeys, () => keys)
  api.on(listSignIns, () => signIns)
  api.on(listChatflows, () => ({ items: [{ id: 'flow-1', name: 'Support' }], nextCursor: null, total: 1 }) as never)
  return { api, show: () => renderScreen(<ApiKeysScreen />, { path: '/apikey' }) }
}

const inForm = async (name: string) => within(await screen.findByRole('dialog', { name }))
const choose = async (label: RegExp, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
const chooseAction = async (action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Website' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('keys that cannot be read say why, and show no browsers; an empty list says what they are for', async () => {
  const { api, show } = open([], [aSignIn()])
  api.refuse(listApiKeys, 'The database is locked.')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
  expect(screen.queryByText('Signed-in browsers')).toBeNull()
  api.on(listApiKeys, () => [])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Keys that let other programs talk to your flows' })).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Signed-in browsers' })).toBeTruthy()
})

test('each key says what it opens, who demands it and when it was used', async () => {
  open([
    aKey({ usedBy: [{ id: 'flow-1', name: 'Support' }], lastUsedDate: A_DATE }),
    aKey({ id: 'two', keyName: 'Robot', permissions: ['predict', 'manage'] }),
    aKey({ id: 'three', keyName: 'x'.repeat(200), flows: ['flow-1'], networks: ['10.0.0.0/8'], isClosed: true }),
  ]).show()
  await screen.findByRole('button', { name: 'Website' })
  const [, website, robot, long] = screen.getAllByRole('row').map((row) => row.textContent)
  expect(website).toContain('All flows')
  expect(website).toContain('Support')
  expect(website).not.toContain('Never used')
  expect(robot).toContain('Full access')
  expect(robot).toContain('No flow')
  expect(robot).toContain('Never used')
  expect(long).toContain('1 flow')
  expect(long).toContain('From 1 network')
  expect(website).not.toContain('network')
  expect(long).toContain('Blocked')
})

test('a key for some flows needs one; made, it is shown once, and a click beside it does not close it', async () => {
  const { api, show } = open([])
  api.on(createApiKey, () => aKey({ apiKey: 'cw-whole-key' }))
  api.on(getChatflow, () => ({ id: 'flow-1', name: 'Support' }) as never)
  show()
  await screen.findByRole('heading', { name: 'Keys that let other programs talk to your flows' })
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  const form = await inForm('Create key')
  fireEvent.click(form.getByRole('button', { name: 'Create' }))
  fireEvent.change(form.getByLabelText('Key name'), { target: { value: ' Website ' } })
  await choose(/^Allowed flows/, 'Only these')
  expect(form.getByText('Choose at least one flow, or all flows.')).toBeTruthy()
  expect(api.sent(createApiKey)).toEqual([])
  await choose(/^Choose flows/, 'Support')
  expect(await form.findByText('Support')).toBeTruthy()
  fireEvent.click(form.getByRole('button', { name: 'Create' }))
  const shown = await inForm('Copy your key now')
  expect(api.sent(createApiKey).map(({ body }) => body)).toEqual([
    { keyName: 'Website', permissions: ['predict'], flows: ['flow-1'], networks: null },
  ])
  expect(shown.getByText('Authorization: Bearer cw-whole-key')).toBeTruthy()
  const backdrop = document.querySelector('.MuiDialog-container')
  if (backdrop) await userEvent.click(backdrop)
  expect(screen.getByRole('dialog', { name: 'Copy your key now' })).toBeTruthy()
  await userEvent.click(shown.getByRole('button', { name: 'I have copied it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.body.textContent).not.toContain('cw-whole-key')
})

test('a key that may manage opens all flows; what is refused stays in the dialog', async () => {
  const { api, show } = open([aKey({ flows: ['gone-flow'] })])
  api.refuse(updateApiKey, 'There is no such key.')
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Website' }))
  const form = await inForm('Edit key')
  // A flow that is gone keeps its id as its name.
  expect(await form.findByText('gone-flow')).toBeTruthy()
  await choose(/^What it can do/, 'Full access')
  expect(form.queryByText('gone-flow')).toBeNull()
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('There is no such key.')).toBeTruthy()
  expect(api.sent(updateApiKey).map(({ body }) => body)).toEqual([
    { keyName: 'Website', permissions: ['predict', 'manage'], flows: null, networks: null },
  ])
})

test('building flows and reading runs are rights of their own; a key needs one', async () => {
  const { api, show } = open([aKey({ permissions: ['predict', 'run.read'] })])
  api.on(updateApiKey, () => aKey())
  show()
  const [, website] = (await screen.findAllByRole('row')).map((row) => row.textContent)
  expect(website).toContain('Read runs')
  await userEvent.click(await screen.findByRole('button', { name: 'Website' }))
  const form = await inForm('Edit key')
  const isOn = (name: string) => form.getByRole<HTMLInputElement>('switch', { name }).checked
  expect(['Run flows', 'View flows', 'Build flows', 'Read runs'].map(isOn)).toEqual([true, false, false, true])
  for (const name of ['Run flows', 'Read runs']) await userEvent.click(form.getByRole('switch', { name }))
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Turn on at least one permission.')).toBeTruthy()
  await userEvent.click(form.getByRole('switch', { name: 'Build flows' }))
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(api.sent(updateApiKey).map(({ body }) => body)).toEqual([
      { keyName: 'Website', permissions: ['flow.edit'], flows: null, networks: null },
    ]),
  )
})

test('a blocked key is allowed after one has seen what it opens; a refusal keeps the question open', async () => {
  const { api, show } = open([aKey({ isClosed: true, permissions: ['predict', 'manage'] })])
  api.refuse(updateApiKey, 'Not now.')
  show()
  await chooseAction('Allow…')
  const form = await inForm('The database contained an API key')
  expect(form.getByText('Full access')).toBeTruthy()
  fireEvent.click(form.getByRole('button', { name: 'Allow it' }))
  expect(await form.findByText('Not now.')).toBeTruthy()
  api.on(updateApiKey, () => aKey())
  fireEvent.click(form.getByRole('button', { name: 'Allow it' }))
  await waitFor(() => expect(toldMessages()).toEqual(['The key works now']))
  expect(api.sent(updateApiKey).map(({ body }) => body)).toEqual([{ isClosed: false }, { isClosed: false }])
})

test('a key that a flow demands is deleted only after a second yes; a no leaves it', async () => {
  const { api, show } = open([aKey()])
  api.on(deleteApiKey, () =>
    Response.json(
      { code: 'api-key-in-use', error: 'x', message: 'A flow demands it.', details: { flows: [{ name: 'Support' }] } },
      { status: 409 },
    ),
  )
  show()
  await chooseAction('Delete')
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  const again = within(await screen.findByRole('alertdialog', { name: 'A flow demands it.' }))
  await userEvent.click(again.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(api.sent(deleteApiKey).map(({ query }) => query.force)).toEqual(['false'])
  api.refuse(deleteApiKey, 'The database is locked.')
  await chooseAction('Delete')
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toldMessages()).toEqual(['The database is locked.']))
})

test('a browser is signed out alone, or all after a yes; a refusal is told', async () => {
  const { api, show } = open([aKey()], [aSignIn(), aSignIn({ id: 'two', browser: 'Safari on iOS', isCurrent: false })])
  api.on(endSignIn, () => ({ deleted: true }) as never)
  api.refuse(endAllSignIns, 'Not allowed.')
  show()
  expect(await screen.findByText('This browser')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iOS' }))
  await waitFor(() => expect(api.sent(endSignIn).map(({ params }) => params)).toEqual([{ id: 'two' }]))
  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' }))
  await userEvent.click(question.getByRole('button', { name: 'Sign out everywhere' }))
  await waitFor(() => expect(toldMessages()).toEqual(['Not allowed.']))
})

test('the networks of a key are checked before they are sent, and none means all', async () => {
  const { api, show } = open([aKey({ networks: ['203.0.113.7'] })])
  api.on(updateApiKey, () => aKey())
  show()
  const edit = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Website' }))
    return inForm('Edit key')
  }
  const form = await edit()
  const networks = form.getByLabelText(/^Allowed networks/)
  expect(networks).toHaveProperty('value', '203.0.113.7')
  fireEvent.change(networks, { target: { value: '203.0.113.7\nour office' } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('“our” isn’t an address or range. Enter it like 203.0.113.7 or 2001:db8::/32.')).toBeTruthy()
  expect(api.sent(updateApiKey)).toEqual([])
  fireEvent.change(networks, { target: { value: '203.0.113.7, 2001:db8::/32\n' } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await edit()
  fireEvent.change(again.getByLabelText(/^Allowed networks/), { target: { value: ' ' } })
  fireEvent.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = api.sent(updateApiKey).map(({ body }) => (body as { networks: unknown }).networks)
  expect(sent).toEqual([['203.0.113.7', '2001:db8::/32'], null])
})
