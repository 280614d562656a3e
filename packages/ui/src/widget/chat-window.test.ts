import { RUN_EVENTS_TYPE } from '@chatwright/core/run'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { readBotLook } from '../lib/bot-config/bot-config.ts'
import { ChatWindow } from './chat-window.ts'
import { FlowClient } from './flow-client.ts'
import type { RichModule } from './rich-part.ts'
import { textsFor } from './texts.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

const rich: RichModule = {
  drawMath: (formula) => Object.assign(document.createElement('math'), { textContent: formula }),
  colourCode: (text, language) =>
    language === 'js' ? [Object.assign(document.createElement('b'), { textContent: text })] : undefined,
}

function openWindow(config: Record<string, unknown> = {}, loadPart: () => Promise<unknown> = async () => rich) {
  const client = new FlowClient({ host: 'http://there', flowId: 'f1' })
  const chat = new ChatWindow({
    client,
    texts: textsFor('en'),
    language: 'en',
    config,
    look: readBotLook(config),
    onClose: undefined,
    loadPart,
  })
  document.body.append(chat.element)
  chat.open()
  return chat
}

/** The server's answers, one for each request. */
function answer(...responses: (() => Response)[]) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(() => {
    const next = responses.shift()
    return next ? Promise.resolve(next()) : Promise.reject(new TypeError('Failed to fetch'))
  })
}

const told = (text: string) => () => {
  const events = [
    { type: 'run-start', runId: 'r1', at: 1, chatId: 'c1', flowId: 'f1' },
    { type: 'token', text },
    { type: 'answered', messageId: 'm1', chatId: 'c1', sessionId: 'c1' },
    { type: 'run-end', runId: 'r1', at: 2, status: 'done', durationMs: 1, followUpPrompts: ['And then?'] },
  ]
  const body = events.map((event, index) => `id: r1:${index + 1}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  return new Response(body, { headers: { 'content-type': RUN_EVENTS_TYPE } })
}

test('it greets and offers the owner’s questions, and a click asks one', async () => {
  answer(told('Apple **cake**.'))
  openWindow({ name: 'Cake desk', starterPrompts: { 0: { prompt: 'Which cake?' } } })
  expect(screen.getByRole('heading').textContent).toBe('Cake desk')
  expect(screen.getByText('Hi there! How can I help?')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Which cake?' }))
  expect((await screen.findByText('cake')).tagName).toBe('STRONG')
  await userEvent.click(await screen.findByRole('button', { name: 'And then?' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
})

test('what was said is there again, in the place where the chat page keeps it', async () => {
  answer(told('Apple.'))
  openWindow().element.querySelector('textarea')?.focus()
  await userEvent.keyboard('Which?{Enter}')
  await screen.findByText('Apple.')
  const kept = () => JSON.parse(localStorage.getItem('f1_EXTERNAL') ?? '{}') as unknown
  await waitFor(() =>
    expect(kept()).toMatchObject({
      chatHistory: [{ message: 'Which?' }, { message: 'Apple.' }],
    }),
  )
  document.body.replaceChildren()
  openWindow()
  expect(screen.getByText('Apple.')).toBeTruthy()
})

test.each([
  ['a limit', () => Response.json({ code: 'too-many-requests', message: 'Slow down.' }, { status: 429 }), 'Slow down.'],
  ['a broken flow', () => Response.json({ code: 'x', message: 'At node 7' }, { status: 422 }), /Something went wrong/],
])('%s is told in words for visitors, and asked again with a click', async (_, refusal, words) => {
  answer(refusal, told('Better.'))
  openWindow()
  await userEvent.type(screen.getByRole('textbox'), 'Hello{Enter}')
  const card = await screen.findByRole('alert')
  expect(card.textContent).toMatch(words)
  await userEvent.click(within(card).getByRole('button', { name: 'Try again' }))
  await screen.findByText('Better.')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.querySelectorAll('.question')).toHaveLength(1)
})

test('formulas are set and code coloured once that part is there; without it both are read as they are', async () => {
  answer(told('Mean $\\bar{x}$\n\n```js\nlet x\n```\n\nEnd'))
  openWindow()
  await userEvent.type(screen.getByRole('textbox'), 'Hello{Enter}')
  await waitFor(() => expect(document.querySelector('math')?.textContent).toBe(String.raw`\bar{x}`))
  expect(document.querySelector('pre b')?.textContent).toBe('let x')
  document.body.replaceChildren()
  openWindow({}, () => Promise.reject(new Error('gone')))
  expect(document.querySelector('[data-math]')?.textContent).toBe(String.raw`\bar{x}`)
  expect(document.querySelector('pre')?.textContent).toBe('let x')
})
