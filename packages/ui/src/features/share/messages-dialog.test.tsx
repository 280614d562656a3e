import { deleteChatMessages, exportMessages, listChatMessages } from '@chatwright/contract'
import type { ChatMessage } from '@chatwright/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import MessagesDialog from './messages-dialog.tsx'

beforeEach(() => {
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
})
afterEach(() => void vi.unstubAllGlobals())

let count = 0
const aMessage = (rest: Partial<ChatMessage> = {}): ChatMessage => {
  count += 1
  return {
    id: `message-${count}`,
    role: 'userMessage',
    chatflowid: 'flow-1',
    content: 'Where is my parcel?',
    status: 'done',
    runId: null,
    chatType: 'EXTERNAL',
    chatId: 'chat-1',
    memoryType: null,
    sessionId: null,
    sourceDocuments: null,
    usedTools: null,
    fileAnnotations: null,
    fileUploads: null,
    artifacts: null,
    action: null,
    agentReasoning: null,
    reasonContent: null,
    followUpPrompts: null,
    leadEmail: null,
    createdDate: '2026-01-02T03:04:05.000Z',
    ...rest,
  }
}
const page = (items: ChatMessage[]) => ({ items, nextCursor: null, total: items.length })

function open(items: ChatMessage[]) {
  const api = fakeApi()
  api.on(listChatMessages, ({ query }) => (query.chatId === undefined ? page(items) : items))
  const onClose = vi.fn<() => void>()
  const show = () =>
    renderScreen(<MessagesDialog chatflow={{ id: 'flow-1', name: 'Support' }} onClose={onClose} />, { path: '/' })
  return { api, show, onClose }
}

const list = () => screen.findByRole('navigation', { name: 'Conversations' })

test('a failure names its cause, and Retry reads again; Escape closes', async () => {
  const { api, show, onClose } = open([aMessage()])
  api.refuse(listChatMessages, 'The database is locked.')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
  api.on(listChatMessages, () => page([]))
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'No conversations yet' })).toBeTruthy()
  screen.getByRole('searchbox', { name: 'Search the messages' }).focus()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('earlier messages that cannot be read are told, and Retry reads them', async () => {
  const { api, show } = open([])
  const earlier = aMessage({ chatId: 'chat-2', content: 'An earlier question' })
  const answer = () =>
    api.on(listChatMessages, ({ query }) => {
      if (query.chatId !== undefined) return [aMessage()]
      return query.cursor === undefined ? { items: [aMessage()], nextCursor: 'next', total: 2 } : page([earlier])
    })
  answer()
  show()
  const more = within(await list()).getByRole('button', { name: 'Load more' })
  api.refuse(listChatMessages, 'The server is away.')
  await userEvent.click(more)
  const problem = (await screen.findByText('The server is away.')).closest<HTMLElement>('[role=alert]')
  answer()
  await userEvent.click(within(problem ?? document.body).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText(/An earlier question/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('nothing found is not nothing asked, and clearing brings the list back', async () => {
  const { api, show } = open([aMessage()])
  api.on(listChatMessages, ({ query }) => page(query.search === undefined ? [aMessage()] : []))
  show()
  await list()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search the messages' }), 'ferry')
  expect(await screen.findByText('Nothing found for “ferry”')).toBeTruthy()
  await userEvent.click(within(screen.getByRole('status')).getByRole('button', { name: 'Clear search' }))
  expect(await list()).toBeTruthy()
})

test('a conversation that cannot be read whole shows what was found, says so, and reads again', async () => {
  const { api, show } = open([aMessage({ content: 'Where is my parcel?' })])
  api.on(listChatMessages, ({ query }) =>
    query.chatId === undefined
      ? page([aMessage({ content: 'Where is my parcel?' })])
      : Response.json({ code: 'x', error: 'x', message: 'The disk is full.' }, { status: 422 }),
  )
  show()
  expect(await screen.findByText(/the rest couldn’t be loaded: The disk is full/)).toBeTruthy()
  const reader = within(screen.getByRole('group', { name: 'Conversations' }))
  expect(reader.getByText('Where is my parcel?')).toBeTruthy()
  api.on(listChatMessages, () => [aMessage(), aMessage({ role: 'apiMessage', content: 'At the harbour.' })])
  await userEvent.click(reader.getByRole('button', { name: 'Retry' }))
  expect(await reader.findByText('At the harbour.')).toBeTruthy()
})

test('what is exported is what the filter leaves; a refusal is told', async () => {
  const { api, show } = open([aMessage()])
  api.refuse(exportMessages, 'Not now.')
  show()
  await list()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search the messages' }), 'parcel')
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(toldMessages()).toEqual(['Couldn’t export the messages: Not now.']))
  api.on(exportMessages, () => [])
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(api.sent(exportMessages)).toHaveLength(2))
  expect(api.sent(exportMessages).at(-1)?.body).toEqual({ chatflowId: 'flow-1', search: 'parcel' })
})

test('with the keys alone a conversation is chosen, and deleted after a yes', async () => {
  const { api, show } = open([aMessage(), aMessage({ chatId: 'chat-2', content: 'What about cakes?' })])
  api.on(deleteChatMessages, () => ({ raw: [], affected: 1 }))
  show()
  const second = within(await list()).getByRole('button', { name: /What about cakes/ })
  second.focus()
  await userEvent.keyboard('{Enter}')
  expect(second.getAttribute('aria-current')).toBe('true')
  screen.getByRole('button', { name: 'Delete this conversation' }).focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(api.sent(deleteChatMessages).map(({ query }) => query.chatId)).toEqual(['chat-2']))
})
