import { getChatflow, getMcpServer, updateChatflow } from '@chatwright/contract'
import type { Chatflow, McpServer } from '@chatwright/contract'
import { screen, waitFor, within } from '@testing-library/react'
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
const ways = () => within(screen.getByRole('group', { name: 'How to ask it' }))

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
  const { api, changed } = open(aFlow({ access: 'owner' }))
  expect(screen.getByText('The page is off: only you can open it. Turn it on to share its link.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Copy the link' })).toBeNull()
  screen.getByRole('switch', { name: 'Public' }).focus()
  await userEvent.keyboard(' ')
  expect(await screen.findByText(/The page is on, but only you can ask this flow/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Copy the link' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Open it' }))
  expect(await screen.findByText('Anyone who knows the link can chat with this flow.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy the link' })).toBeTruthy()
  expect(api.sent(updateChatflow).map(({ body }) => body)).toEqual([
    { isPublic: true, version: 1 },
    { access: 'open', version: 2 },
  ])
  expect(changed).toEqual([2, 3])
})

test('what cannot be saved is told, and the switch stays as it was', async () => {
  const { api, changed } = open()
  api.refuse(updateChatflow, 'The database is locked.')
  const page = screen.getByRole<HTMLInputElement>('switch', { name: 'Public' })
  await userEvent.click(page)
  await waitFor(() => expect(toldMessages()).toEqual(['This could not be saved: The database is locked.']))
  expect(page.checked).toBe(false)
  expect(changed).toEqual([])
})

test('where the address is not known yet the page is set all the same; MCP says why, and Retry reads again', async () => {
  const { api } = open(aFlow({ isPublic: true }), (prepared) => prepared.refuse(getMcpServer, 'Not now.'))
  expect(screen.getByRole('group', { name: 'Link to the chat' }).textContent).toBe(
    `${window.location.origin}/chatbot/flow-1`,
  )
  await userEvent.click(screen.getByRole('tab', { name: 'API' }))
  await userEvent.click(ways().getByRole('button', { name: 'MCP' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
  api.on(getMcpServer, () => MCP)
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('switch', { name: 'Offer this flow as a tool' })).toBeTruthy()
})

test('while MCP is read there is nothing to switch yet', async () => {
  open(aFlow(), (prepared) => prepared.hang(getMcpServer))
  await userEvent.click(screen.getByRole('tab', { name: 'API' }))
  await userEvent.click(ways().getByRole('button', { name: 'MCP' }))
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
