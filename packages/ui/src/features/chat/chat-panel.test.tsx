import {
  deleteChatMessages,
  getPublicChatbotConfig,
  listInternalChatMessages,
  predictInternally,
} from '@chatwright/contract'
import { RUN_EVENTS_TYPE } from '@chatwright/core'
import type { RunEvent } from '@chatwright/core'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeApi } from '../../../test/fake-api.ts'
import { renderScreen, toldMessages } from '../../../test/render.tsx'
import ChatPanel from './chat-panel.tsx'
import type { ChatPanelProps } from './chat-panel.tsx'

afterEach(() => void vi.unstubAllGlobals())

/** Somebody who has asked before: the server is asked for what was said. */
function returning() {
  localStorage.setItem('flow-1_INTERNAL', JSON.stringify({ chatId: 'chat-1', chatHistory: [] }))
}

function open(props: Partial<ChatPanelProps> = {}) {
  const api = fakeApi()
  api.on(getPublicChatbotConfig, () => ({}))
  api.on(listInternalChatMessages, () => [])
  const show = () => renderScreen(<ChatPanel chatflowId="flow-1" canAsk {...props} />, { path: '/' })
  return { api, show }
}

function answering(...events: RunEvent[]): Response {
  const frames = events.map((event, index) => `id: run:${index + 1}\ndata:${JSON.stringify(event)}\n\n`)
  return new Response(frames.join(''), { headers: { 'content-type': RUN_EVENTS_TYPE } })
}
const START: RunEvent = { type: 'run-start', runId: 'run', at: 1, endingNodeId: '', messageId: 'm' }
const END: RunEvent = { type: 'run-end', runId: 'run', at: 2, status: 'done', durationMs: 0 }

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' })
const said = () => within(screen.getByRole('log')).getByRole('status').textContent

test('while earlier messages load it says so; a failure is told, and Retry reads again', async () => {
  returning()
  const { api, show } = open()
  api.hang(listInternalChatMessages)
  const { unmount } = show()
  expect(await screen.findByRole('status', { name: 'Loading the conversation' })).toBeTruthy()
  unmount()
  api.refuse(listInternalChatMessages, 'The database is locked.')
  show()
  expect(await screen.findByText('Couldn’t load the earlier messages.')).toBeTruthy()
  api.on(listInternalChatMessages, () => [])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByText('Couldn’t load the earlier messages.')).toBeNull())
  expect(screen.getByText('Try your flow')).toBeTruthy()
})

test('an empty chat has the caret, offers questions, and nothing to clear', async () => {
  const { api, show } = open({ examples: ['When do you open?'] })
  api.hang(predictInternally)
  show()
  expect(document.activeElement).toBe(await field())
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Clear the conversation' }).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'When do you open?' }))
  await waitFor(() => expect(api.sent(predictInternally)).toHaveLength(1))
  expect(api.sent(predictInternally)[0]?.body).toMatchObject({ question: 'When do you open?' })
})

test('what cannot be asked says why, in the empty chat and in the field, and offers no question', async () => {
  open({ canAsk: false, reasonCannotAsk: 'Add a chain first.', examples: ['When do you open?'] }).show()
  expect((await field()).placeholder).toBe('Add a chain first.')
  expect(screen.getByText('This flow can’t answer yet')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'When do you open?' }).disabled).toBe(true)
})

test('by the keys alone: Enter asks, the answer is read out in words, and the arrow brings the question back', async () => {
  const { api, show } = open()
  api.on(predictInternally, () => answering(START, { type: 'token', text: '## Hours\nWe open at **nine**.' }, END))
  show()
  await userEvent.type(await field(), 'When?{Enter}')
  await waitFor(() => expect(said()).toBe('The answer is complete. Hours\nWe open at nine.'))
  expect((await field()).value).toBe('')
  expect(document.activeElement).toBe(await field())
  await userEvent.keyboard('{ArrowUp}')
  expect((await field()).value).toBe('When?')
})

test('an answer that failed is not read out as a complete one', async () => {
  const { api, show } = open()
  api.refuse(predictInternally, 'The key is wrong.')
  show()
  await userEvent.type(await field(), 'When?{Enter}')
  await waitFor(() => expect(api.sent(predictInternally)).toHaveLength(1))
  await waitFor(() => expect(said()).toBe(''))
})

test('while an answer is written nothing else is sent', async () => {
  const { api, show } = open()
  api.hang(predictInternally)
  show()
  await userEvent.type(await field(), 'One{Enter}')
  await waitFor(() => expect(said()).toBe('The answer is being written'))
  expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy()
  await userEvent.type(await field(), 'Two{Enter}')
  expect((await field()).value).toBe('Two')
  expect(api.sent(predictInternally)).toHaveLength(1)
})

test('a conversation is cleared after a yes; what is refused is told, and it stays', async () => {
  const { api, show } = open()
  api.on(predictInternally, () => answering(START, { type: 'token', text: 'Hello' }, END))
  api.refuse(deleteChatMessages, 'Not now.')
  show()
  await userEvent.type(await field(), 'Hi{Enter}')
  await waitFor(() => expect(said()).toContain('Hello'))
  const clear = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Clear the conversation' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Clear' }))
  }
  await clear()
  await waitFor(() => expect(toldMessages()).toEqual(['Couldn’t clear the conversation: Not now.']))
  await waitFor(() => expect(said()).toContain('Hello'))
  api.on(deleteChatMessages, () => ({ raw: [], affected: 2 }))
  await clear()
  expect(await screen.findByText('Try your flow')).toBeTruthy()
})

test('files that were picked go along when the chat is expanded', async () => {
  const { api, show } = open()
  api.on(getPublicChatbotConfig, () => ({
    uploads: {
      isImageUploadAllowed: true,
      imgUploadSizeAndTypes: [{ fileTypes: ['image/png'], maxUploadSize: 5 }],
      fileUploadSizeAndTypes: [],
      isSpeechToTextEnabled: false,
      isRAGFileUploadAllowed: false,
    },
  }))
  show()
  await userEvent.type(await field(), 'What is this?')
  await screen.findByRole('button', { name: 'Attach files' })
  fireEvent.paste(await field(), { clipboardData: { files: [new File(['x'], 'cat.png', { type: 'image/png' })] } })
  expect(await screen.findByText('cat.png')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Expand the chat' }))
  const dialog = await screen.findByRole('dialog', { name: 'Chat' })
  expect(within(dialog).getByText('cat.png')).toBeTruthy()
})

test('the large chat is a dialog with a name; Escape docks it again, and the words that were typed stay', async () => {
  open().show()
  await userEvent.type(await field(), 'When do')
  await userEvent.click(screen.getByRole('button', { name: 'Expand the chat' }))
  const dialog = await screen.findByRole('dialog', { name: 'Chat' })
  const large = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' })
  expect(large.value).toBe('When do')
  await userEvent.type(large, ' you open?')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await field()).value).toBe('When do you open?')
})
