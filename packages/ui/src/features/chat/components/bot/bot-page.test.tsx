import { getPublicChatbotConfig, getPublicChatflow, version } from '@chatwright/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../../../test/fake-api.ts'
import { renderScreen } from '../../../../../test/render.tsx'
import type { ServerFacts } from '../../../../lib/server-facts.ts'
import ChatbotScreen from '../../chatbot-screen.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const BOT = { id: 'flow-1', name: 'Support', isPublic: true, needsKey: false, chatbotConfig: null }

function open() {
  const api = fakeApi()
  api.on(getPublicChatflow, () => BOT as never)
  api.on(getPublicChatbotConfig, () => ({ starterPrompts: { 0: { prompt: 'When do you open?' } } }))
  return { api, show: () => renderScreen(<ChatbotScreen />, { path: '/chatbot/flow-1', route: '/chatbot/:id' }) }
}

test('while the chat loads it says so', async () => {
  const { api, show } = open()
  api.hang(getPublicChatbotConfig)
  show()
  expect(await screen.findByRole('status', { name: 'Loading the conversation' })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('an empty chat greets, offers what to ask, and has the name of the flow', async () => {
  open().show()
  expect(await screen.findByRole('heading', { name: 'Support' })).toBeTruthy()
  expect(await screen.findByText('Hi there! How can I help?')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'When do you open?' })).toBeTruthy()
})

test.each([
  [401, 'This chat is private'],
  [403, 'This site isn’t allowed to show this chat'],
  [404, 'This chat doesn’t exist'],
])('a refusal with %d says what it means to a visitor', async (status, title) => {
  const { api, show } = open()
  api.refuse(getPublicChatflow, 'Refused.', { status })
  show()
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

test.each([
  [true, 1],
  [false, 0],
])('signing in is offered where there is a login (%s)', async (hasLogin, offered) => {
  const { api, show } = open()
  api.refuse(getPublicChatflow, 'Refused.', { status: 401 })
  const asked = vi.fn<() => ServerFacts>(() => ({ version: '1', releasesUrl: null, isPublished: false, hasLogin }))
  api.on(version, asked)
  show()
  await screen.findByText(hasLogin ? /sign in and share it/ : /on the server’s machine/)
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  expect(screen.queryAllByRole('button', { name: 'Sign in' })).toHaveLength(offered)
})

test('a flow that needs a key asks for it, says that another is wrong, and keeps the right one for the tab', async () => {
  const { api, show } = open()
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', fetchNoting(keys))
  api.on(getPublicChatflow, () => ({ ...BOT, needsKey: keys.at(-1) !== 'Bearer right' }))
  const { unmount } = show()
  await userEvent.type(await screen.findByLabelText('API key'), 'wrong{Enter}')
  expect(await screen.findByText(/This key can’t open this chat/)).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('API key'))
  await userEvent.type(screen.getByLabelText('API key'), 'right{Enter}')
  expect(await screen.findByRole('heading', { name: 'Support' })).toBeTruthy()
  unmount()
  show()
  expect(await screen.findByRole('heading', { name: 'Support' })).toBeTruthy()
})

/** The server's stand-in, which also notes with which key the page asked. */
function fetchNoting(keys: (string | null)[]): typeof fetch {
  const answer = globalThis.fetch
  return (input, init) => {
    keys.push(new Headers(init?.headers).get('Authorization'))
    return answer(input, init)
  }
}

test('any other failure names its cause, and Retry opens the chat', async () => {
  const { api, show } = open()
  api.refuse(getPublicChatflow, 'The database is locked.', { status: 422 })
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The database is locked.')
  api.on(getPublicChatflow, () => BOT as never)
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Support' })).toBeTruthy()
})
