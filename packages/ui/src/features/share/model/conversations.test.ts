import type { ChatMessage } from '@chatwright/contract'
import { expect, test } from 'vitest'

import { groupByChat, titleOf } from './conversations.ts'

const message = (chatId: string, minute: number, content: string, role: ChatMessage['role'] = 'userMessage') =>
  ({ chatId, content, role, chatType: 'EXTERNAL', createdDate: `2026-01-01T00:0${minute}:00.000Z` }) as ChatMessage

test('messages stand under their chat, oldest first, and the chat that spoke last is on top', () => {
  const grouped = groupByChat([
    message('b', 3, 'third'),
    message('a', 2, 'An answer', 'apiMessage'),
    message('a', 1, 'first'),
  ])
  expect(grouped.map(({ chatId, messages }) => [chatId, messages.map(({ content }) => content)])).toEqual([
    ['b', ['third']],
    ['a', ['first', 'An answer']],
  ])
  expect(grouped.map(titleOf)).toEqual(['third', 'first'])
})
