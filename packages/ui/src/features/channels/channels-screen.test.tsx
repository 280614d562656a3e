import {
  connectChannel,
  createChannel,
  createCredential,
  deleteChannel,
  getChatflow,
  listChannelDeliveries,
  listChannels,
  listChatflows,
  resendChannelDelivery,
  updateChannel,
} from '@chatwright/contract'
import type { Channel, ChannelDelivery } from '@chatwright/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import ChannelsScreen from './channels-screen.tsx'

afterEach(() => void vi.unstubAllGlobals())

const A_DATE = '2026-01-02T03:04:05.000Z'
const aChannel = (rest: Partial<Channel> = {}): Channel => ({
  id: 'channel-1',
  kind: 'telegram',
  name: 'Helpdesk',
  flowId: 'flow-1',
  flowName: 'Support',
  credentialId: null,
  enabled: true,
  status: 'new',
  problem: null,
  account: null,
  greeting: '',
  allowedSenders: [],
  address: 'https://chat.example.com/api/v1/channels/channel-1/events',
  lastMessageAt: null,
  createdDate: A_DATE,
  updatedDate: A_DATE,
  ...rest,
})
const aDelivery = (rest: Partial<ChannelDelivery> = {}): ChannelDelivery => ({
  id: 'delivery-1',
  type: 'message',
  sender: 'ann',
  text: 'When do you open?',
  status: 'SUCCEEDED',
  error: null,
  runId: null,
  executionId: null,
  times: 1,
  createdDate: A_DATE,
  ...rest,
})

function open(channels: Channel[], { isReachable = true }: { isReachable?: boolean } = {}) {
  const api = fakeApi()
  api.on(listChannels, () => ({ data: channels, isReachable, isPublicUrl: true }))
  api.on(listChatflows, () => ({ items: [{ id: 'flow-2', name: 'Sales' }], nextCursor: null, total: 1 }) as never)
  return { api, show: (path = '/channels') => renderScreen(<ChannelsScreen />, { path }) }
}

const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const openOne = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Open the channel Helpdesk' }))
  return inDialog(name)
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('it waits, then says why channels cannot be read, and tries again', async () => {
  const { api, show } = open([aChannel()])
  api.hang(listChannels)
  const { unmount } = show()
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  unmount()
  api.refuse(listChannels, 'The database is locked.')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
  api.on(listChannels, () => ({ data: [], isReachable: true, isPublicUrl: true }))
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Put a flow in Telegram, Slack or WhatsApp' })).toBeTruthy()
})

test('a server that nobody can reach says so above the list; each row says how it stands', async () => {
  open(
    [
      aChannel(),
      aChannel({
        id: 'two',
        name: 'Team',
        kind: 'slack',
        status: 'connected',
        account: 'helper',
        lastMessageAt: A_DATE,
      }),
      aChannel({ id: 'three', name: 'Old', status: 'broken', problem: 'The token was revoked.' }),
    ],
    { isReachable: false },
  ).show()
  expect(await screen.findByText(/^Telegram, Slack and WhatsApp can’t reach this server yet/)).toBeTruthy()
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows[1]).toContain('Not connected yet')
  expect(rows[1]).toContain('Never')
  expect(rows[2]).toContain('Connected as helper')
  expect(rows[2]).not.toContain('Never')
  expect(screen.getAllByTitle('The token was revoked.')[0]?.textContent).toBe('Not working')
})

test('a channel is paused and goes on; a refusal is told', async () => {
  const { api, show } = open([aChannel()])
  api.on(updateChannel, () => aChannel())
  show()
  await userEvent.click(await screen.findByRole('switch', { name: 'Answer in Helpdesk' }))
  await waitFor(() => expect(toldMessages()).toEqual(['Helpdesk is paused. Messages sent meanwhile aren’t answered.']))
  expect(api.sent(updateChannel).map(({ body }) => body)).toEqual([{ enabled: false }])
  api.refuse(updateChannel, 'The flow is gone.')
  await userEvent.click(screen.getByRole('switch', { name: 'Answer in Helpdesk' }))
  await waitFor(() => expect(toldMessages().at(-1)).toBe('The flow is gone.'))
})

test('whoever comes from a flow adds a channel for it, named after it, and sets it up at once', async () => {
  const { api, show } = open([])
  api.on(getChatflow, () => ({ id: 'flow-1', name: 'Support' }) as never)
  api.refuse(createChannel, 'Too many channels.')
  const { address } = show('/channels?flow=flow-1')
  const form = await inDialog('Add channel')
  await waitFor(() => expect(form.getByRole('combobox', { name: /^Flow/ })).toHaveProperty('value', 'Support'))
  fireEvent.click(form.getByRole('button', { name: 'Next' }))
  expect(await form.findByText('Too many channels.')).toBeTruthy()
  api.on(createChannel, () => aChannel())
  api.on(listChannels, () => ({ data: [aChannel()], isReachable: true, isPublicUrl: true }))
  fireEvent.click(form.getByRole('button', { name: 'Next' }))
  expect(await screen.findByRole('dialog', { name: 'Helpdesk · Telegram' })).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/channels'))
  expect(api.sent(createChannel).map(({ body }) => body)).toEqual([
    { kind: 'telegram', flowId: 'flow-1', name: 'Support' },
    { kind: 'telegram', flowId: 'flow-1', name: 'Support' },
  ])
})

test('without a flow nothing is added; Slack and another name are sent', async () => {
  const { api, show } = open([aChannel()])
  api.on(createChannel, () => aChannel({ id: 'two' }))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Add channel' }))
  const form = await inDialog('Add channel')
  fireEvent.click(form.getByRole('button', { name: 'Next' }))
  expect(form.getByText('Choose a flow.')).toBeTruthy()
  await userEvent.click(form.getByRole('combobox', { name: /^Channel/ }))
  await userEvent.click(await screen.findByRole('option', { name: /^Slack/ }))
  await userEvent.click(form.getByRole('combobox', { name: /^Flow/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Sales' }))
  type(form.getByLabelText(/^Name/), ' Team ')
  fireEvent.click(form.getByRole('button', { name: 'Next' }))
  await waitFor(() =>
    expect(api.sent(createChannel).map(({ body }) => body)).toEqual([
      { kind: 'slack', flowId: 'flow-2', name: 'Team' },
    ]),
  )
})

test('a Telegram bot is connected with its token, kept as a credential; a wrong one says why', async () => {
  const { api, show } = open([aChannel({ problem: 'The token was revoked.' })], { isReachable: false })
  api.on(createCredential, () => ({ id: 'credential-1' }) as never)
  api.on(updateChannel, () => aChannel({ credentialId: 'credential-1' }))
  api.refuse(connectChannel, "Telegram doesn't recognize this token.")
  show()
  const dialog = await openOne('Helpdesk · Telegram')
  expect(dialog.getByText('The token was revoked.')).toBeTruthy()
  expect(dialog.getByText(/^Telegram, Slack and WhatsApp can’t reach this server yet/)).toBeTruthy()
  const connect = dialog.getByRole('button', { name: 'Connect' })
  expect(connect).toHaveProperty('disabled', true)
  type(dialog.getByLabelText('Bot token'), ' 1:abc ')
  fireEvent.click(connect)
  expect(await dialog.findByText("Telegram doesn't recognize this token.")).toBeTruthy()
  expect(api.sent(createCredential).map(({ body }) => body)).toEqual([
    { name: 'Helpdesk', credentialName: 'telegramApi', plainDataObj: { telegramBotToken: '1:abc' } },
  ])
  expect(api.sent(updateChannel).map(({ body }) => body)).toEqual([{ credentialId: 'credential-1' }])
})

test('a Slack app needs both secrets, and its manifest holds name and address', async () => {
  const slack = aChannel({ kind: 'slack' })
  const { api, show } = open([slack])
  api.on(createCredential, () => ({ id: 'credential-1' }) as never)
  api.on(updateChannel, () => slack)
  api.on(connectChannel, () => ({ ...slack, account: 'helper' }))
  show()
  const dialog = await openOne('Helpdesk · Slack')
  const connect = dialog.getByRole('button', { name: 'Connect' })
  type(dialog.getByLabelText('Bot token'), 'xoxb-1')
  expect(connect).toHaveProperty('disabled', true)
  type(dialog.getByLabelText('Signing secret'), 'secret')
  fireEvent.click(connect)
  await waitFor(() => expect(toldMessages()).toEqual(['Connected as helper']))
  expect(api.sent(createCredential)[0]?.body).toMatchObject({
    credentialName: 'slackAppApi',
    plainDataObj: { slackBotToken: 'xoxb-1', slackSigningSecret: 'secret' },
  })
  expect(dialog.getByLabelText('Bot token')).toHaveProperty('value', '')
  const manifest = dialog.getByLabelText('Slack app manifest').textContent ?? ''
  expect(manifest).toContain('"request_url": "https://chat.example.com/api/v1/channels/channel-1/events"')
  expect(manifest).toContain('"name": "Helpdesk"')
})

test('a WhatsApp number is connected with its ID and both secrets', async () => {
  const number = aChannel({ kind: 'whatsapp' })
  const { api, show } = open([number])
  api.on(createCredential, () => ({ id: 'credential-1' }) as never)
  api.on(updateChannel, () => number)
  api.on(connectChannel, () => ({ ...number, account: '+1 555 0100' }))
  show()
  const dialog = await openOne('Helpdesk · WhatsApp')
  const connect = dialog.getByRole('button', { name: 'Connect' })
  type(dialog.getByLabelText('Phone number ID'), '1065')
  type(dialog.getByLabelText('Access token'), 'EAAG')
  expect(connect).toHaveProperty('disabled', true)
  type(dialog.getByLabelText('App secret'), 'secret')
  fireEvent.click(connect)
  await waitFor(() => expect(toldMessages()).toEqual(['Connected as +1 555 0100']))
  expect(api.sent(createCredential)[0]?.body).toMatchObject({
    credentialName: 'whatsAppCloudApi',
    plainDataObj: { whatsAppPhoneNumberId: '1065', whatsAppAccessToken: 'EAAG', whatsAppAppSecret: 'secret' },
  })
})

test('one that is connected opens on what was written; stored tokens are tried again without new ones', async () => {
  const connected = aChannel({ status: 'connected', account: 'help_bot', credentialId: 'credential-1' })
  const { api, show } = open([connected])
  api.on(listChannelDeliveries, () => ({ data: [], total: 0 }))
  api.on(connectChannel, () => connected)
  show()
  const dialog = await openOne('Helpdesk · Telegram')
  expect(await dialog.findByText('No messages yet')).toBeTruthy()
  await userEvent.click(dialog.getByRole('tab', { name: 'Set up' }))
  expect(dialog.getByRole('link', { name: 't.me/help_bot' }).getAttribute('href')).toBe('https://t.me/help_bot')
  fireEvent.click(dialog.getByRole('button', { name: 'Connect again' }))
  await waitFor(() => expect(toldMessages()).toEqual(['Connected as help_bot']))
  expect(api.sent(createCredential)).toEqual([])
})

test('what was written says what became of it, leads to its run, and the rest of an answer can be sent', async () => {
  const { api, show } = open([aChannel({ status: 'connected', account: 'help_bot' })])
  api.on(listChannelDeliveries, () => ({
    data: [
      aDelivery({ status: 'UNKNOWN', runId: 'run-1', times: 3 }),
      aDelivery({ id: 'two', type: 'press', status: 'FAILED', error: 'The chat is closed.' }),
      aDelivery({ id: 'three', type: 'greeting', status: 'WAITING', runId: 'run-3', executionId: 'execution-3' }),
    ],
    total: 3,
  }))
  api.refuse(resendChannelDelivery, 'It was sent already.')
  show()
  const dialog = await openOne('Helpdesk · Telegram')
  const [unknown, failed, waiting] = await dialog.findAllByRole('listitem')
  expect(unknown?.textContent).toContain('received 3 times')
  expect(unknown?.textContent).toContain('When do you open?')
  expect(failed?.textContent).toContain('Pressed a buttonThe chat is closed.')
  expect(waiting?.textContent).toContain('Started the bot')
  expect(dialog.getAllByRole('link', { name: 'Open run' }).map((link) => link.getAttribute('href'))).toEqual([
    '/runs/run-1',
    '/runs/execution-3',
  ])
  // What failed before it had a run has nothing left to send.
  await userEvent.click(dialog.getByRole('button', { name: 'Send the rest' }))
  await waitFor(() => expect(toldMessages()).toEqual(['It was sent already.']))
})

test('messages that cannot be read say why', async () => {
  const { api, show } = open([aChannel({ status: 'connected', account: 'help_bot' })])
  api.refuse(listChannelDeliveries, 'The database is locked.')
  show()
  const dialog = await openOne('Helpdesk · Telegram')
  expect((await dialog.findByRole('alert')).textContent).toContain('The database is locked.')
})

test('settings are sent trimmed, an empty name keeps the old one, and deleting asks first', async () => {
  const { api, show } = open([aChannel({ allowedSenders: ['ann'] })])
  api.on(updateChannel, () => aChannel())
  api.refuse(deleteChannel, 'It is answering.')
  show()
  const dialog = await openOne('Helpdesk · Telegram')
  await userEvent.click(dialog.getByRole('tab', { name: 'Settings' }))
  type(dialog.getByLabelText(/^Name/), '  ')
  type(dialog.getByLabelText(/^Greeting/), 'Hello!')
  type(dialog.getByLabelText(/^Who can write/), 'ann,, bob ')
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(toldMessages()).toEqual(['Channel saved.']))
  expect(api.sent(updateChannel).map(({ body }) => body)).toEqual([
    { name: 'Helpdesk', flowId: 'flow-1', greeting: 'Hello!', allowedSenders: ['ann', 'bob'] },
  ])
  fireEvent.click(dialog.getByRole('button', { name: 'Delete channel' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toldMessages().at(-1)).toBe('It is answering.'))
  expect(screen.getByRole('dialog', { name: 'Helpdesk · Telegram', hidden: true })).toBeTruthy()
})
