import { expect, test } from 'vitest'
import type { GatedCall } from '@chatwright/engine'
import { createKnownSecrets } from '../../parts/credentials/known-secrets.ts'
import { HIDDEN } from '../../parts/credentials/secret-stream.ts'
import { keyOf as keyOfEvent, keyOfCall, writeCall } from './call-keys.ts'

const identity = {
  name: 'chatOpenAI',
  version: 8,
  output: 'chatOpenAI',
  credential: ['openAIApi'],
  inputs: { temperature: 0.9, modelName: 'gpt-4o-mini' },
}
const keyOf = (call: Partial<GatedCall>): string =>
  keyOfCall({ node: { id: 'chat_0', name: 'chatOpenAI', label: 'Chat', identity }, ...call } as GatedCall, (it) => it)
const tools = [{ name: 'n', description: 'd', parameters: { type: 'object' } }]
const keyOfModel = (...messages: object[]): string =>
  keyOf({ kind: 'model', method: 'stream', input: { messages, tools } })

test('the keys of earlier recordings are the keys of today, however a value is kept', () => {
  const short = [
    { role: 'system', content: 'Say "it"\n in short.' },
    { role: 'user', content: 'Wie geht’s? 😀' },
  ]
  expect(keyOfModel(...short)).toBe('zs5r7Rrh3jOq8B6zx3MqVO4etVqaSBN4sUl5lZBb1lA')
  const input = { z: 1, a: [undefined, null], m: '\u0001p' }
  const longList = [
    { role: 'user', content: `${'Of the sea. '.repeat(30)}\n\n${'Of ships. '.repeat(90)}` },
    { role: 'assistant', content: 'x'.repeat(1200), toolCalls: [{ name: 'b', id: 'a', input }] },
  ]
  expect(keyOfModel(...longList)).toBe('JR0jkMaQqMZDg_X2Z0JWO18QAArfYMKQKj9yjo44H3c')
  const sent = { to: 'a', text: 'b', cc: [], '"q"': '\uD800' }
  expect(keyOf({ kind: 'tool', method: 'call', input: { tool: 'send', input: sent } })).toBe(
    '4FagVfMyf1YaPckaBoUzCX7Vyna5UJtPxb05OwJz37M',
  )
  const ofRequest = (messages: object[]): string => keyOf({ kind: 'model', method: 'stream', input: { messages } })
  expect(ofRequest([])).toBe('BNJLQtBqmjBcpbO_U2TKn21Oo-Cu1dvj3f5tYaOLrMY')
  const marked = [
    { role: 'user', content: 'Say "hi" 😀' },
    { role: 'assistant', content: '\u0001p' },
  ]
  expect(ofRequest(marked)).toBe('GA7okSVWOd6YdrKQyaYhEqrnezGMO6RZuvDHhZOOxdg')
  expect(ofRequest([{ role: 'user', content: 'Hi' }])).toBe('jN4KkEe1Sx9MzHKvwSLmFwDKWIAIhoCDgu_JOTTBMoM')
  const long = { tool: 'send', input: 'Hi '.repeat(300) }
  expect(keyOf({ kind: 'tool', method: 'call', input: long })).toBe('AV63GlZmGbAY7Xsuc7RG338qc7H2a390pgAAtbpuw0M')
  expect(keyOf({ kind: 'memory', method: 'load', input: {}, node: undefined })).toBe(
    'M0h3nASEr1idnHd8mNnAEGVQ-l4s-0_YASRg1gaJRA8',
  )
})

test('an event of before holds its key, one of today what it is made from', () => {
  const asked = { kind: 'memory', method: 'load', request: '={}' } as const
  expect(keyOfEvent({ ...asked, key: 'of-before' })).toBe('of-before')
  expect(keyOfEvent({ ...asked, key: '=' })).toBe('M0h3nASEr1idnHd8mNnAEGVQ-l4s-0_YASRg1gaJRA8')
})

test('a secret is taken out of a short request, and the rest can still be read', () => {
  const secrets = createKnownSecrets()
  // In the text of the second message this would take the backslash of a quote along.
  secrets.remember({ one: 'sk-secret-1', two: 'halfhalf\\' })
  const messages = [
    { role: 'user', content: 'My key is sk-secret-1' },
    { role: 'user', content: 'halfhalf"' },
  ]
  const { hash } = writeCall({ kind: 'model', method: 'stream', input: { messages } }, secrets.hide)
  const lines = hash
    .slice('=l'.length)
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  expect(lines).toEqual([
    {},
    {},
    { role: 'user', content: `My key is ${HIDDEN}` },
    { role: 'user', content: 'halfhalf"' },
  ])
})
