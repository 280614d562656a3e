import type { ChatModel, Message, ModelRequest } from '@chatwright/core'
import { expect, test } from 'vitest'
import { visibleTo } from './visible-to.ts'

const model = (canSeeImages: boolean) => ({ kind: 'chat-model', canSeeImages }) as ChatModel

const picture: Message = {
  role: 'user',
  content: [
    { type: 'text', text: 'Look:' },
    { type: 'image', mimeType: 'image/png', data: 'AA==' },
    { type: 'text', text: 'what is it?' },
  ],
}
const words: Message = { role: 'assistant', content: 'A cat.' }

test('a model that sees gets a request as it stands', () => {
  const request: ModelRequest = { messages: [picture, words] }
  expect(visibleTo(model(true), request)).toBe(request)
})

test('a model that cannot see gets the words around the pictures, and all else unchanged', () => {
  const request: ModelRequest = { messages: [picture, words], tools: [] }
  expect(visibleTo(model(false), request)).toEqual({
    messages: [{ role: 'user', content: 'Look:\nwhat is it?' }, words],
    tools: [],
  })
})

test('a request of words alone is not copied', () => {
  const request: ModelRequest = { messages: [words] }
  expect(visibleTo(model(false), request)).toBe(request)
})
