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

const TOKEN = `${'w'.repeat(31)}-.t3k9zz0.${'M'.repeat(21)}_`

test('a link that lets people decide is hidden wherever it stands, also one that another process made', () => {
  const secrets = createKnownSecrets()
  for (const [text, shown] of [
    [`See http://a.example/review/${TOKEN}.`, 'See http://a.example/review/•••.'],
    // One of a person in a channel.
    [`review/${TOKEN.replace(/\.(?=[^.]+$)/, `.${'a'.repeat(60)}.`)}`, 'review/•••'],
    [JSON.stringify({ to: [TOKEN, TOKEN] }), '{"to":["•••","•••"]}'],
    [encodeURIComponent(`a/review/${TOKEN}`), 'a%2Freview%2F•••'],
  ] as const) {
    expect(secrets.hide(ended(text))).toEqual(ended(shown))
  }
  // An id alone, and what only looks a little like one, is no link.
  for (const text of [TOKEN.slice(0, 40), `${TOKEN}x`, TOKEN.slice(1), 'version 1.abcdef.2']) {
    const event = ended(text)
    expect(secrets.hide(event)).toBe(event)
  }
})

test('one that was given to a flow is hidden in what a model says piece by piece, and pushes no credential out', () => {
  const secrets = createKnownSecrets()
  secrets.remember({ key: 'sk-1234567890' })
  for (let each = 0; each < 3000; each += 1) {
    secrets.rememberLink(`http://a.example/review/${String(each).padStart(32, 'x')}.t3k9zz0.${'M'.repeat(22)}`)
  }
  secrets.rememberLink(`http://a.example/review/${TOKEN}`)
  const said: string[] = []
  const stream = secrets.hideInStream((event) => {
    if (event.type === 'token') said.push(event.text)
  })
  for (const text of `It is /review/${TOKEN} and sk-1234567890, yes`) stream.tell({ type: 'token', text })
  stream.tell(ended('end'))
  expect(said.join('')).toBe('It is /review/••• and sk-•••, yes')
})
