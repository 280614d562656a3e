import type { Asker } from '@chatwright/core'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newId } from '../../ground/db/new-id.ts'
import { askerOf, ON_CANVAS } from '../../door/askers/asker-of.ts'
import { isOwnerHere, keyOf, namesAny } from '../../door/askers/may.ts'
import { isGuessable, sessionOf, sessionsCalled, visitorsChat } from './session.ts'

const visitor = askerOf('chat', { kind: 'anonymous' })
const key = askerOf('chat', { kind: 'api-key', id: 'k', permissions: ['predict'], flows: null })
const owner = askerOf('chat', { kind: 'owner' })

const flow = { id: 'flow', memory: undefined }
const remembering = { id: 'flow', memory: { sessionId: 'typed' } } as Parameters<typeof sessionOf>[0]

type Asked = { chatId?: string; name?: unknown; by?: Asker }
const ask = (to: Parameters<typeof sessionOf>[0], { chatId, name, by = visitor }: Asked) =>
  sessionOf(
    to,
    { ...(chatId !== undefined && { chatId }), ...(name !== undefined && { overrideConfig: { sessionId: name } }) },
    by,
  )

test('what each may say beyond a question', () => {
  const asked = (asker: Asker) => ({ names: namesAny(asker), builds: isOwnerHere(asker), key: keyOf(asker) })
  expect(asked(visitor)).toEqual({ names: false, builds: false, key: undefined })
  expect(asked(key)).toEqual({ names: true, builds: false, key: 'k' })
  expect(asked(owner)).toEqual({ names: true, builds: true, key: undefined })
})

describe('a question', () => {
  test('that names nothing begins a chat', () => {
    const session = ask(flow, {})
    expect(session).toEqual({
      flowId: 'flow',
      chatId: session.chatId,
      sessionId: session.chatId,
      origin: 'external',
      isNew: true,
    })
    expect(ask(flow, {}).chatId).not.toBe(session.chatId)
  })

  test('that names its chat goes on with it', () => {
    const session = { flowId: 'flow', chatId: 'chat', sessionId: 'chat', origin: 'external' }
    expect(ask(flow, { chatId: 'chat' })).toEqual(session)
    expect(ask(remembering, { chatId: 'chat' })).toEqual(session)
  })

  test('without a chat goes into the session typed into the memory', () => {
    const session = ask(remembering, {})
    expect(session).toEqual({ flowId: 'flow', chatId: session.chatId, sessionId: 'typed', origin: 'external' })
  })

  test('from the canvas goes into the typed session, whatever chat it is of', () => {
    const asked = { chatId: 'chat', by: ON_CANVAS }
    expect(ask(remembering, asked)).toMatchObject({ chatId: 'chat', sessionId: 'typed' })
    expect(ask(flow, asked)).toMatchObject({ chatId: 'chat', sessionId: 'chat' })
  })
})

describe('a session named by a visitor', () => {
  test('lives apart from chats, and is told by its name', () => {
    expect(ask(flow, { name: 'anna' })).toEqual({
      flowId: 'flow',
      chatId: 'visitor:anna',
      sessionId: 'visitor:anna',
      sessionName: 'anna',
      origin: 'external',
    })
  })

  test('is the same when its id is sent back', () => {
    const session = ask(flow, { name: 'visitor:anna' })
    expect(session).toMatchObject({ sessionId: 'visitor:anna' })
    expect(session).not.toHaveProperty('sessionName')
  })

  test('stands before the chat it came in', () => {
    expect(ask(flow, { name: 'anna', chatId: 'chat' })).toMatchObject({ chatId: 'chat', sessionId: 'visitor:anna' })
  })

  test('is not what an answer from the canvas belongs to', () => {
    const session = ask(flow, { name: 'anna', chatId: 'chat', by: { ...visitor, way: 'canvas' } })
    expect(session).toEqual({ flowId: 'flow', chatId: 'chat', sessionId: 'chat', origin: 'internal' })
  })

  test.each([[key], [owner]])('is any session for those who may', (by) => {
    const session = ask(flow, { name: 'anna', by })
    expect(session).toMatchObject({ chatId: 'anna', sessionId: 'anna' })
    expect(session).not.toHaveProperty('sessionName')
  })

  test.each([
    [7, 'visitor:7'],
    [{ bufferMemory_0: 'anna' }, 'visitor:anna'],
  ])('may be %j', (name, sessionId) => {
    expect(ask(flow, { name })).toMatchObject({ sessionId })
  })

  test.each([[null], ['']])('may be left out as %j', (name) => {
    expect(ask(flow, { name })).toMatchObject({ isNew: true })
  })

  test('has at most 192 characters, and 200 for those who may name any', () => {
    expect(ask(flow, { name: 'a'.repeat(192) }).sessionId).toHaveLength(200)
    expect(ask(flow, { name: 'a'.repeat(200), by: key }).sessionId).toHaveLength(200)
    const refusal = (longest: number) => {
      const message = `The session id is not a text of at most ${longest} characters`
      return expect.objectContaining({
        code: 'invalid-request',
        message: `body.overrideConfig.sessionId: ${message}`,
        details: { issues: [{ path: 'body.overrideConfig.sessionId', message }] },
      })
    }
    expect(() => ask(flow, { name: 'a'.repeat(193) })).toThrow(refusal(192))
    expect(() => ask(flow, { name: 'a'.repeat(201), by: key })).toThrow(refusal(200))
    expect(() => ask(flow, { name: { bufferMemory_0: {} } })).toThrow(refusal(200))
    expect(() => ask(flow, { name: true })).toThrow(refusal(200))
  })
})

describe('the id of a chat', () => {
  test.each([
    ['anna'],
    ['4711'],
    ['anna@shop.example'],
    // Made of a name, the same for everybody who makes it.
    ['886313e1-3b8a-5372-9b90-0c9aee199e5d'],
    ['anna visitor:'],
  ])('could be guessed: %s', (id) => expect(isGuessable(id)).toBe(true))

  test.each([
    [newId()],
    [randomUUID()],
    [randomUUID().toUpperCase()],
    [`customer-17+${randomUUID()}`],
    [`telegram:${newId()}:4711`],
    // It opens nothing of the owner's or of a key's.
    ['visitor:anna'],
  ])('could not: %s', (id) => expect(isGuessable(id)).toBe(false))

  test('is a visitor’s own where somebody else has it, up to 192 characters', () => {
    expect(visitorsChat('a'.repeat(192))).toBe(`visitor:${'a'.repeat(192)}`)
    const message = 'The chat’s id is longer than 192 characters'
    expect(() => visitorsChat('a'.repeat(193))).toThrow(
      expect.objectContaining({
        code: 'invalid-request',
        message: `body.chatId: ${message}`,
        details: { issues: [{ path: 'body.chatId', message }] },
      }),
    )
  })
})

test('a name means the session called so, and the one a visitor called so', () => {
  expect(sessionsCalled('anna')).toEqual(['anna', 'visitor:anna'])
})
