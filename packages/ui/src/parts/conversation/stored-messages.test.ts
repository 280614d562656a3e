import { expect, test } from 'vitest'

import { readStoredMessages } from './stored-messages.ts'

const pairs = (messages: Parameters<typeof readStoredMessages>[0]) =>
  readStoredMessages(messages).map(({ question, answer }) => [question, answer.text, answer.state])

test('questions that were asked at once keep their own answers', () => {
  const messages = [
    { id: '1', role: 'userMessage', content: 'first', runId: 'a' },
    { id: '2', role: 'userMessage', content: 'second', runId: 'b' },
    { id: '3', role: 'apiMessage', content: 'to the second', runId: 'b' },
    { id: '4', role: 'apiMessage', content: 'to the first', runId: 'a' },
  ]
  expect(pairs(messages)).toEqual([
    ['first', 'to the first', 'done'],
    ['second', 'to the second', 'done'],
  ])
})

test('what knows of no run is paired by its place, and a question without an answer was interrupted', () => {
  const messages = [
    { type: 'userMessage', message: 'one' },
    { type: 'apiMessage', message: 'answer', runId: 'a' },
    { type: 'userMessage', message: 'two' },
  ]
  expect(pairs(messages)).toEqual([
    ['one', 'answer', 'done'],
    ['two', '', 'interrupted'],
  ])
})

test('an answer that another model gave says so when it is read again', () => {
  const instead = { model: 'tiny', insteadOf: 'large', limit: { scope: 'flow', period: 'day', amount: 250 } }
  const answers = [instead, { model: 'tiny', insteadOf: 'large' }, { model: 'tiny' }, undefined].map((stored, at) => [
    { role: 'userMessage', content: 'Hi', runId: `${at}` },
    { role: 'apiMessage', content: 'Hello', runId: `${at}`, instead: stored },
  ])
  expect(readStoredMessages(answers.flat()).map(({ answer }) => answer.instead)).toEqual([
    instead,
    { model: 'tiny', insteadOf: 'large' },
    undefined,
    undefined,
  ])
})
