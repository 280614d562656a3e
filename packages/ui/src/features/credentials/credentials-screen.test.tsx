import {
  createCredential,
  deleteCredential,
  getCredential,
  getCredentialUse,
  listCredentialKinds,
  listCredentials,
  SECRET_IS_SET,
  testNewCredential,
  updateCredential,
} from '@chatwright/contract'
import type { Credential } from '@chatwright/contract'
import type { CredentialDescription } from '@chatwright/core'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import '../../components/credential-dialog/credential-dialog.tsx'
import CredentialsScreen from './credentials-screen.tsx'

afterEach(() => void vi.unstubAllGlobals())

const A_DATE = '2026-01-02T03:04:05.000Z'
const aKind = (name: string, label: string): CredentialDescription => ({
  name,
  label,
  version: 1,
  canTest: true,
  inputs: [{ name: 'key', label: 'API key', type: 'password' }],
})
const KINDS = [
  aKind('openAIApi', 'OpenAI API'),
  aKind('azureOpenAIApi', 'Azure OpenAI API'),
  aKind('serpApi', 'Serp API'),
]
const aCredential = (rest: Partial<Credential> = {}): Credential => ({
  id: 'one',
  name: 'Our key',
  credentialName: 'openAIApi',
  createdDate: A_DATE,
  updatedDate: A_DATE,
  plainDataObj: { key: SECRET_IS_SET },
  ...rest,
})

function open(credentials: Credential[], path = '/credentials') {
  const api = fakeApi()
  api.on(listCredentials, () => credentials)
  api.on(listCredentialKinds, () => KINDS as never)
  api.on(getCredential, ({ params }) => credentials.find(({ id }) => id === params.id) ?? aCredential())
  api.on(getCredentialUse, () => [])
  return { api, show: () => renderScreen(<CredentialsScreen />, { path }) }
}

/** What is there once the list is known to be empty: until then the button stands in the head. */
const emptyPage = () => screen.findByRole('heading', { name: 'Keys and logins for the services your flows talk to' })
const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('while they load the page says so; a failure names its cause, and Retry reads again', async () => {
  const { api, show } = open([aCredential()])
  api.hang(listCredentials)
  const { unmount } = show()
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
  unmount()
  api.refuse(listCredentials, 'The database is locked.')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
  api.on(listCredentials, () => [aCredential()])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: 'Our key' })).toBeTruthy()
})

test('with the keys alone a credential is added: a kind by its words, what is missing, and what is sent', async () => {
  const { api, show } = open([])
  api.on(createCredential, () => aCredential())
  show()
  await emptyPage()
  screen.getByRole('button', { name: 'Add credential' }).focus()
  await userEvent.keyboard('{Enter}')
  const kinds = await inDialog('Which kind of credential?')
  expect(document.activeElement).toBe(kinds.getByRole('searchbox', { name: 'Search kinds' }))
  // Its words in any order.
  await userEvent.keyboard('api azure')
  expect(kinds.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Azure OpenAI API'])
  await userEvent.keyboard('{Enter}')
  const form = await inDialog('Add Azure OpenAI API credential')
  expect(document.activeElement).toBe(form.getByLabelText('Credential name'))
  await userEvent.keyboard('{Enter}')
  expect(form.getByText('This field is required.')).toBeTruthy()
  expect(api.sent(createCredential)).toEqual([])
  form.getByLabelText('API key').focus()
  await userEvent.keyboard('sk-1{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.sent(createCredential).map(({ body }) => body)).toEqual([
    { name: 'Azure OpenAI API', credentialName: 'azureOpenAIApi', plainDataObj: { key: 'sk-1' } },
  ])
  expect(api.refused).toEqual([])
})

test('kinds that nothing matches are named; Escape clears, then closes, and the focus comes back', async () => {
  open([]).show()
  await emptyPage()
  const add = await screen.findByRole('button', { name: 'Add credential' })
  await userEvent.click(add)
  const kinds = await inDialog('Which kind of credential?')
  await userEvent.keyboard('ferry{Enter}')
  expect(kinds.getByRole('status').textContent).toContain('Nothing found for “ferry”')
  await userEvent.keyboard('{Escape}')
  expect(kinds.getAllByRole('listitem')).toHaveLength(KINDS.length)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(add)
})

test('a test tells how it went and is forgotten with the next letter; what saving refuses stays in the dialog', async () => {
  const { api, show } = open([])
  api.on(testNewCredential, () => ({ ok: false, message: 'The key is wrong.', hint: 'Paste it again.' }))
  api.refuse(createCredential, 'The disk is full.')
  show()
  await emptyPage()
  await userEvent.click(screen.getByRole('button', { name: 'Add credential' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Serp API' }))
  const form = await inDialog('Add Serp API credential')
  await userEvent.type(form.getByLabelText('API key'), 'x')
  await userEvent.click(form.getByRole('button', { name: 'Test connection' }))
  expect(await form.findByText('The key is wrong. Paste it again.')).toBeTruthy()
  await userEvent.type(form.getByLabelText('API key'), 'y')
  expect(form.queryByText(/The key is wrong/)).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Add' }))
  expect(await form.findByText('The disk is full.')).toBeTruthy()
})

test('a secret left alone is kept: it is not shown, and what is sent leaves it as it is', async () => {
  const { api, show } = open([aCredential()])
  api.on(updateCredential, () => aCredential({ name: 'Theirs' }))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Our key' }))
  const form = await inDialog('Edit credential')
  expect(document.body.textContent).not.toContain(SECRET_IS_SET)
  expect(form.getByLabelText<HTMLInputElement>('API key').value).toBe('')
  await userEvent.clear(form.getByLabelText('Credential name'))
  await userEvent.type(form.getByLabelText('Credential name'), 'Theirs{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.sent(updateCredential).map(({ body }) => [body.name, body.plainDataObj])).toEqual([['Theirs', {}]])
})

test.each(['env:OPENAI_API_KEY', 'file:openai.key', 'vault:secret/shop#key'])(
  'a credential by reference says where its secret is, and sends just that: %s',
  async (reference) => {
    const { api, show } = open([aCredential({ plainDataObj: { key: reference } })])
    api.on(updateCredential, () => aCredential())
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Our key' }))
    const form = await inDialog('Edit credential')
    expect(form.getByText(/enter where it is: env:NAME, file:NAME or vault:PATH#FIELD/)).toBeTruthy()
    const key = form.getByLabelText<HTMLInputElement>('API key')
    // Where a secret is is no secret.
    expect([key.value, key.type]).toEqual([reference, 'text'])
    await userEvent.type(key, '2{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.sent(updateCredential).map(({ body }) => body.plainDataObj)).toEqual([{ key: `${reference}2` }])
  },
)

test('one that flows need is deleted only after a second yes that names them', async () => {
  const { api, show } = open([aCredential()])
  api.on(deleteCredential, ({ query }) =>
    query.force === 'true'
      ? ({ deleted: true } as never)
      : Response.json(
          {
            code: 'credential-in-use',
            error: 'x',
            message: 'Flows use it.',
            details: { flows: [{ id: 'flow-1', name: 'Support' }] },
          },
          { status: 409 },
        ),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Our key' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  const again = await screen.findByRole('alertdialog', { name: 'Flows use it.' })
  expect(again.textContent).toContain('Support')
  await userEvent.click(within(again).getByRole('button', { name: 'Delete anyway' }))
  await waitFor(() => expect(toldMessages()).toEqual(['Deleted “Our key”']))
  expect(api.sent(deleteCredential).map(({ query }) => query.force)).toEqual(['false', 'true'])
})

test('a link to one opens it, and one to a credential that is gone shows the list', async () => {
  const { show } = open([aCredential()], '/credentials?open=one')
  const { unmount } = show()
  expect(await screen.findByRole('dialog', { name: 'Edit credential' })).toBeTruthy()
  unmount()
  open([aCredential()], '/credentials?open=gone').show()
  await screen.findByRole('button', { name: 'Our key' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
