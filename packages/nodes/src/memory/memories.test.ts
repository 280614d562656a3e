import type { Memory, Message } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { scriptedModel } from '../../test/conforming-values.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import bufferMemory from './buffer-memory.ts'
import bufferWindowMemory from './buffer-window-memory.ts'
import { loadHistory } from './chat-history.ts'
import conversationSummaryBufferMemory from './conversation-summary-buffer-memory.ts'
import conversationSummaryMemory from './conversation-summary-memory.ts'

const hello: Message[] = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'Hello' },
]

describe('bufferMemory', () => {
  test('remembers what is stored for the session', async () => {
    const context = testContext()
    context.messages.set('session-1', hello)
    const memory = await buildNode<Memory>(bufferMemory, { context })
    expect(memory.memoryKey).toBe('chat_history')
    expect(await memory.load(testRun())).toEqual(hello)
    await memory.clear(testRun().session)
    expect(await memory.load(testRun())).toEqual([])
  })

  test('leaves out the question that is being answered', async () => {
    const context = testContext()
    context.messages.set('session-1', [...hello, { role: 'user', content: 'And now?' }])
    const memory = await buildNode<Memory>(bufferMemory, { context })
    expect(await memory.load(testRun({ question: 'And now?' }))).toEqual(hello)
  })

  test('shares a conversation under a session id of its own', async () => {
    const context = testContext()
    context.messages.set('family', hello)
    const memory = await buildNode<Memory>(bufferMemory, { inputs: { sessionId: 'family' }, context })
    expect(await memory.load(testRun())).toEqual(hello)
  })

  test('begins with no result of a call that is left out', async () => {
    const calls = [{ id: 'a', name: 'add', input: {} }]
    const history: Message[] = [
      { role: 'user', content: 'Two and two?' },
      { role: 'assistant', content: '', toolCalls: calls },
      { role: 'tool', content: '4', toolCallId: 'a' },
      { role: 'assistant', content: 'Four' },
    ]
    const loaded = await loadHistory(testContext(), testRun({ history }), { last: 2 })
    expect(loaded).toEqual([{ role: 'assistant', content: 'Four' }])
  })

  test('prefers the history the caller sent along', async () => {
    const context = testContext()
    context.messages.set('session-1', hello)
    const memory = await buildNode<Memory>(bufferMemory, { context })
    const sent: Message[] = [{ role: 'user', content: 'From outside' }]
    expect(await memory.load(testRun({ history: sent }))).toEqual(sent)
  })
})

test('bufferWindowMemory remembers the last exchanges, without the question being answered', async () => {
  const context = testContext()
  context.messages.set('session-1', [...hello, ...hello, { role: 'user', content: 'And now?' }])
  const memory = await buildNode<Memory>(bufferWindowMemory, { inputs: { k: 1 }, context })
  expect(await memory.load(testRun({ question: 'And now?' }))).toEqual(hello)
})

describe('conversationSummaryMemory', () => {
  const summary = (text: string): Message[] => [{ role: 'system', content: `What was said so far, in short: ${text}` }]

  test('summarises each message once, and carries the summary forward', async () => {
    const context = testContext()
    const model = scriptedModel(['They greeted.', 'They greeted and parted.'])
    const memory = await buildNode<Memory>(conversationSummaryMemory, { inputs: { model }, context })
    expect(await memory.load(testRun())).toEqual([])

    context.messages.set('session-1', hello)
    expect(await memory.load(testRun())).toEqual(summary('They greeted.'))
    expect(await memory.load(testRun())).toEqual(summary('They greeted.'))
    expect(model.requests).toHaveLength(1)

    context.messages.set('session-1', [...hello, { role: 'user', content: 'Bye' }])
    expect(await memory.load(testRun())).toEqual(summary('They greeted and parted.'))
    const asked = JSON.stringify(model.requests[1])
    expect(asked).toContain('They greeted.')
    expect(asked).toContain('Human: Bye')
    expect(asked).not.toContain('Human: Hi')
  })

  test('starts over when the conversation was cleared', async () => {
    const context = testContext()
    const model = scriptedModel(['Old.', 'New.'])
    const memory = await buildNode<Memory>(conversationSummaryMemory, { inputs: { model }, context })
    context.messages.set('session-1', hello)
    await memory.load(testRun())
    await memory.clear(testRun().session)
    context.messages.set('session-1', hello)
    expect(await memory.load(testRun())).toEqual(summary('New.'))
    expect(JSON.stringify(model.requests[1])).not.toContain('Old.')
  })
})

test('conversationSummaryBufferMemory keeps the newest whole and summarises the rest', async () => {
  const context = testContext()
  const long: Message[] = [{ role: 'user', content: 'x'.repeat(100) }, ...hello]
  context.messages.set('session-1', long)
  const model = scriptedModel(['They said x.'])
  const memory = await buildNode<Memory>(conversationSummaryBufferMemory, {
    inputs: { model, maxTokenLimit: 10 },
    context,
  })
  expect(await memory.load(testRun())).toEqual([
    { role: 'system', content: 'What was said so far, in short: They said x.' },
    ...hello,
  ])
  const short = await buildNode<Memory>(conversationSummaryBufferMemory, {
    inputs: { model: scriptedModel([]), maxTokenLimit: 1000 },
    context,
  })
  expect(await short.load(testRun())).toEqual(long)
})
