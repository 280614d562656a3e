import type { RunEvent } from '@chatwright/core'
import { expect, test } from 'vitest'
import { createKnownSecrets } from './known-secrets.ts'

const ended = (output: string): RunEvent => ({
  type: 'node-end',
  nodeId: 'chatOpenAI_0',
  callId: 'chatOpenAI_0#1',
  at: 1,
  durationMs: 1,
  output,
})

test('hides every value a credential held, wherever an event holds it', () => {
  const secrets = createKnownSecrets()
  secrets.remember({ key: 'sk-1234567890', password: 'quo"ted\\secret', region: 'eu' })
  expect(secrets.hide(ended('Refused: sk-1234567890 of eu'))).toEqual(ended('Refused: ••• of eu'))
  // As it is, and inside a value that is told as JSON.
  expect(secrets.hide(ended('It was quo"ted\\secret'))).toEqual(ended('It was •••'))
  expect(secrets.hide(ended(JSON.stringify({ password: 'quo"ted\\secret' })))).toEqual(ended('{"password":"•••"}'))
  const filled = String.raw`{'password': 'quo\u0022ted\u005csecret'}`
  expect(secrets.hide(ended(filled))).toEqual(ended("{'password': '•••'}"))
  const tools: RunEvent = {
    type: 'used-tools',
    tools: [{ tool: 'get', toolInput: { 'sk-1234567890': ['sk-1234567890'] }, toolOutput: 'ok' }],
  }
  expect(secrets.hide(tools)).toEqual({
    type: 'used-tools',
    tools: [{ tool: 'get', toolInput: { '•••': ['•••'] }, toolOutput: 'ok' }],
  })
})

test('is found in lists and in names, as long as the shortest that is known, and when one becomes known later', () => {
  const secrets = createKnownSecrets()
  secrets.remember({ long: 'a-very-long-secret-of-many-letters' })
  expect(secrets.hide({ list: [['short'], ['a-very-long-secret-of-many-letters']] })).toEqual({
    list: [['short'], ['•••']],
  })
  expect(secrets.hide(['exactly8'])).toEqual(['exactly8'])
  // Shorter than what was looked for so far.
  secrets.remember({ short: 'exactly8' })
  expect(secrets.hide(['exactly8', { exactly8: 'and exactly8' }])).toEqual(['•••', { '•••': 'and •••' }])
  expect(secrets.hide('a-very-long-secret-of-many-letters')).toBe('•••')
})

test('what holds no secret passes as it is', () => {
  const secrets = createKnownSecrets()
  secrets.remember({ key: 'sk-1234567890' })
  const event = ended('Nothing to hide')
  expect(secrets.hide(event)).toBe(event)
})
