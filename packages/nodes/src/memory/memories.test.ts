import type { Memory, Message } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import bufferMemory from './buffer-memory.ts'

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

  test('prefers the history the caller sent along', async () => {
    const context = testContext()
    context.messages.set('session-1', hello)
    const memory = await buildNode<Memory>(bufferMemory, { context })
    const sent: Message[] = [{ role: 'user', content: 'From outside' }]
    expect(await memory.load(testRun({ history: sent }))).toEqual(sent)
  })
})
