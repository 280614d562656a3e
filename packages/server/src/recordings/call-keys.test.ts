import { expect, test } from 'vitest'
import type { GatedCall } from '@chatwright/engine'
import { writeCall } from './call-keys.ts'

const identity = {
  name: 'chatOpenAI',
  version: 8,
  output: 'chatOpenAI',
  credential: ['openAIApi'],
  inputs: { temperature: 0.9, modelName: 'gpt-4o-mini' },
}
const keyOf = (call: Partial<GatedCall>): string =>
  writeCall({ node: { id: 'chat_0', name: 'chatOpenAI', label: 'Chat', identity }, ...call } as GatedCall, (it) => it)
    .key
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
  const long = [
    { role: 'user', content: `${'Of the sea. '.repeat(30)}\n\n${'Of ships. '.repeat(90)}` },
    { role: 'assistant', content: 'x'.repeat(1200), toolCalls: [{ name: 'b', id: 'a', input }] },
  ]
  expect(keyOfModel(...long)).toBe('JR0jkMaQqMZDg_X2Z0JWO18QAArfYMKQKj9yjo44H3c')
  const sent = { to: 'a', text: 'b', cc: [], '"q"': '\uD800' }
  expect(keyOf({ kind: 'tool', method: 'call', input: { tool: 'send', input: sent } })).toBe(
    '4FagVfMyf1YaPckaBoUzCX7Vyna5UJtPxb05OwJz37M',
  )
})
