import { createLimit, getChatflow, getMcpServer, listLimits, updateChatflow } from '@chatwright/contract'
import type { Chatflow, McpServer } from '@chatwright/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import ShareDialog from './share-dialog.tsx'

afterEach(() => void vi.unstubAllGlobals())

const A_DATE = '2026-01-02T03:04:05.000Z'
const aFlow = (rest: Partial<Chatflow> = {}): Chatflow => ({
  id: 'flow-1',
  name: 'Support',
  type: 'CHATFLOW',
  version: 1,
  liveVersion: 1,
  publish: 'save',
  gate: 'off',
  deployed: false,
  isPublic: false,
  access: 'open',
  apikeyid: null,
  chatbotConfig: null,
  apiConfig: null,
  analytic: null,
  speechToText: null,
  textToSpeech: null,
  followUpPrompts: null,
  category: null,
  nodeNames: [],
  createdDate: A_DATE,
  updatedDate: A_DATE,
  lastRunDate: null,
  flowData: '{"nodes":[],"edges":[]}',
  ...rest,
})
const MCP: McpServer = {
  enabled: false,
  token: '',
  toolName: 'support',
  description: '',
  address: 'https://chat.example/api/v1/mcp/flow-1',
  isReachable: true,
  isPublicUrl: true,
}

function open(flow: Chatflow = aFlow(), prepare?: (api: ReturnType<typeof fakeApi>) => void) {
  let stored = flow
  const api = fakeApi()
  api.on(getChatflow, () => stored)
  api.on(getMcpServer, () => MCP)
  api.on(updateChatflow, ({ body }) => {
    stored = { ...stored, ...(body as Partial<Chatflow>), version: stored.version + 1 }
    return stored
  })
  prepare?.(api)
  const onClose = vi.fn<() => void>()
  const changed: number[] = []
  renderScreen(
    <ShareDialog
      chatflow={flow}
      triggers={<p>What begins it</p>}
      onClose={onClose}
      onChanged={({ version }) => changed.push(version)}
    />,
    { path: '/' },
  )
  return { api, onClose, changed }
}

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
const choose = (access: string) => userEvent.click(screen.getByRole('radio', { name: access }))
const isChosen = (access: string) =>
  waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: access }).checked).toBe(true))
const ways = () => within(screen.getByRole('group', { name: 'How to call it' }))

test('five tabs, people first, walked by the arrow keys; Escape closes', async () => {
  const { onClose } = open()
  expect(tabs()).toEqual(['Chat page', 'Embed', 'API', 'Triggers', 'Configuration'])
  screen.getByRole('tab', { name: 'Chat page', selected: true }).focus()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  expect(screen.getByRole('tabpanel', { name: 'Embed' }).textContent).toContain('Bubble in the corner')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}')
  expect(within(screen.getByRole('tabpanel', { name: 'Triggers' })).getByText('What begins it')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('the way a program asks is chosen under API, and remembered', async () => {
  open()
  await userEvent.click(screen.getByRole('tab', { name: 'API' }))
  expect(ways().getByRole('button', { name: 'cURL' }).getAttribute('aria-pressed')).toBe('true')
  ways().getByRole('button', { name: 'Python' }).focus()
  await userEvent.keyboard(' ')
  expect(screen.getByRole('tabpanel').textContent).toContain('import urllib.request')
  await userEvent.click(screen.getByRole('tab', { name: 'Embed' }))
  await userEvent.click(screen.getByRole('tab', { name: 'API' }))
  expect(ways().getByRole('button', { name: 'Python' }).getAttribute('aria-pressed')).toBe('true')
})

test('a page has a link to copy once it is on and others may ask; until then it says why not', async () => {
  const { api, changed } = open(aFlow({ access: 'owner', apiConfig: '{"rateLimit":{"status":false}}' }))
  expect(screen.getByText('The page is off for visitors. This doesn’t change the API and embeds.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Copy the link' })).toBeNull()
  screen.getByRole('switch', { name: 'Chat page' }).focus()
  await userEvent.keyboard(' ')
  expect(await screen.findByText(/Only you can open the page/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Copy the link' })).toBeNull()
  await choose('Anyone with the link')
  expect(await screen.findByText('Anyone with the link can chat with this flow.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy the link' })).toBeTruthy()
  expect(api.sent(updateChatflow).map(({ body }) => body)).toEqual([
    { isPublic: true, version: 1 },
    { access: 'open', version: 2 },
  ])
  expect(changed).toEqual([2, 3])
})

test('where visitors are counted, a proxy that is not named is pointed out', async () => {
  const rated = { apiConfig: '{"rateLimit":{"status":true,"limitMax":"5","limitDuration":"60"}}' }
  const unnamed = (untrustedProxy: string | null) => (fake: ReturnType<typeof fakeApi>) =>
    fake.on(listLimits, () => ({ items: [], untrustedProxy }))
  const words = /Requests carry X-Forwarded-For, but TRUSTED_PROXIES isn't set/
  open(aFlow(rated), unnamed('X-Forwarded-For'))
  await userEvent.click(screen.getByRole('tab', { name: 'Configuration' }))
  expect(await screen.findByText(words)).toBeTruthy()
  cleanup()
  const { api } = open(aFlow(rated), unnamed(null))
  await userEvent.click(screen.getByRole('tab', { name: 'Configuration' }))
  await waitFor(() => expect(api.sent(listLimits)).not.toEqual([]))
  expect(screen.queryByText(words)).toBeNull()
  cleanup()
  open(aFlow({ access: 'owner' }), unnamed('X-Forwarded-For'))
  await choose('Anyone with the link')
  expect(await screen.findByText(words)).toBeTruthy()
})

const LIMIT = { scope: 'flow', subject: 'flow-1', period: 'month', unit: 'micro', amount: 20_000_000 }
const RATE = { status: true, limitMax: '60', limitDuration: '60', limitMsg: '' }
/** Opens it for the first time; gives what was made and saved, in the order it was sent. */
function openFirst({ apiConfig = '{"overrideConfig":{"status":true}}', limits = [] as object[] } = {}) {
  const sent: unknown[] = []
  const { api } = open(aFlow({ access: 'owner', apiConfig }), (fake) => {
    fake.on(listLimits, () => ({ items: limits }) as never)
    fake.on(createLimit, ({ body }) => {
      sent.push(body)
      return {} as never
    })
  })
  const saved = () => {
    const [change] = api.sent(updateChatflow).map(({ body }) => body as Partial<Chatflow>)
    return change && { access: change.access, apiConfig: JSON.parse(change.apiConfig ?? '{}') as unknown }
  }
  return { api, sent, saved }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const write = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label))
  if (text !== '') await userEvent.type(screen.getByLabelText(label), text)
}

test('opened for the first time, a flow is offered limits, which one click takes', async () => {
  const { sent, saved } = openFirst()
  await choose('Anyone with the link')
  expect(saved()).toBeUndefined()
  await press('Share with limits')
  await isChosen('Anyone with the link')
  expect(sent).toEqual([LIMIT])
  expect(saved()).toEqual({ access: 'open', apiConfig: { overrideConfig: { status: true }, rateLimit: RATE } })
  // Closed and opened again, nothing is asked anew.
  await choose('Only me')
  await choose('Anyone with the link')
  await isChosen('Anyone with the link')
  expect(sent).toEqual([LIMIT])
})

test('the limits are changed or left out before the flow is open', async () => {
  const { sent, saved } = openFirst()
  await choose('Anyone with the link')
  await write('Questions per minute and network', 'many')
  await write('US dollars per month', '0')
  await press('Share with limits')
  expect(screen.getByText('Enter a whole number above zero.')).toBeTruthy()
  expect(screen.getByText('Enter an amount above zero, such as 20 or 0.50.')).toBeTruthy()
  await write('Questions per minute and network', '')
  await write('US dollars per month', '0.50')
  expect([sent, saved()]).toEqual([[], undefined])
  await press('Share with limits')
  await isChosen('Anyone with the link')
  expect(sent).toEqual([{ ...LIMIT, amount: 500_000 }])
  expect(saved()).toMatchObject({ access: 'open', apiConfig: { rateLimit: { status: false } } })
})

test('declined in one click, the limits are not offered again; cancelled, the flow stays closed', async () => {
  const { sent, saved } = openFirst()
  await choose('Anyone with the link')
  await press('Cancel')
  await isChosen('Only me')
  expect(saved()).toBeUndefined()
  await choose('Anyone with the link')
  await press('Share without limits')
  await isChosen('Anyone with the link')
  expect(sent).toEqual([])
  expect(saved()).toMatchObject({ access: 'open', apiConfig: { rateLimit: { status: false } } })
  await choose('Only me')
  await choose('Anyone with the link')
  await isChosen('Anyone with the link')
})

test('a limit that cannot be made leaves the flow closed; one that is there is not made twice', async () => {
  const { api, saved } = openFirst()
  api.refuse(createLimit, 'The database is locked.')
  await choose('Anyone with the link')
  await press('Share with limits')
  expect(await screen.findByText('The database is locked.')).toBeTruthy()
  expect(saved()).toBeUndefined()
  cleanup()
  const other = openFirst({ limits: [{ scope: 'flow', subject: null }] })
  await choose('Anyone with the link')
  await waitFor(() => expect(screen.queryByLabelText('US dollars per month')).toBeNull())
  await press('Share with limits')
  await isChosen('Anyone with the link')
  expect(other.sent).toEqual([])
})

test('what cannot be saved is told, and the switch stays as it was', async () => {
  const { api, changed } = open()
  api.refuse(updateChatflow, 'The database is locked.')
  const page = screen.getByRole<HTMLInputElement>('switch', { name: 'Chat page' })
  await userEvent.click(page)
  await waitFor(() => expect(toldMessages()).toEqual(['Couldn’t save this: The database is locked.']))
  expect(page.checked).toBe(false)
  expect(changed).toEqual([])
})

test('where the address is not known yet the page is set all the same; MCP says why, and Retry reads again', async () => {
  const { api } = open(aFlow({ isPublic: true }), (prepared) => prepared.refuse(getMcpServer, 'Not now.'))
  expect(screen.getByRole('group', { name: 'Chat link' }).textContent).toBe(`${window.location.origin}/chatbot/flow-1`)
  await userEvent.click(screen.getByRole('tab', { name: 'API' }))
  await userEvent.click(ways().getByRole('button', { name: 'MCP' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
  api.on(getMcpServer, () => MCP)
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('switch', { name: 'Expose as an MCP tool' })).toBeTruthy()
})

test('while MCP is read there is nothing to switch yet', async () => {
  open(aFlow(), (prepared) => prepared.hang(getMcpServer))
  await userEvent.click(screen.getByRole('tab', { name: 'API' }))
  await userEvent.click(ways().getByRole('button', { name: 'MCP' }))
  expect(screen.queryByRole('switch', { name: 'Expose as an MCP tool' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
