import type { CallEvent, RunEvent } from '@chatwright/core'
import { afterEach, expect, test, vi } from 'vitest'
import { writeValue } from '../../runs/recordings/value-texts.ts'
import { createKnownSecrets } from './known-secrets.ts'
import { HIDDEN } from './secret-stream.ts'

const TOKEN = 'canary-8812-of-a-variable'

function streamOf(told: Record<string, string>, credentials: Record<string, string> = {}) {
  const secrets = createKnownSecrets()
  secrets.rememberTold(told)
  secrets.remember(credentials)
  const events: RunEvent[] = []
  return { secrets, events, stream: secrets.hideInStream((event) => events.push(event)) }
}

const token = (text: string): RunEvent => ({ type: 'token', text })
const thinking = (text: string): RunEvent => ({ type: 'thinking', text })
const callOf = (outcome: object): CallEvent => {
  const response = writeValue(outcome).hash
  return { type: 'call', kind: 'tool', method: 'call', effect: 'reads', key: '=', request: '={}', response }
}
const end: RunEvent = { type: 'run-end', runId: 'r', at: 1, status: 'done', durationMs: 1 }
const saidIn = (events: readonly RunEvent[], type: 'token' | 'thinking' = 'token'): string =>
  events.map((event) => (event.type === type ? event.text : '')).join('')

test('a secret that comes in pieces is hidden, and what is none is told as it comes', () => {
  const { stream, events } = streamOf({ TOKEN })
  for (const text of ['It is ', 'can', 'ary-8812', '-of-a-', 'variable', ', I can', ' say.']) stream.tell(token(text))
  stream.tell(end)
  expect(events).toEqual(['It is ', HIDDEN, ', I ', 'can say.'].map(token).concat(end))
})

test('what waits is told before whatever else is told, and at the end', () => {
  const { stream, events } = streamOf({ TOKEN })
  const usage: RunEvent = { type: 'usage', usage: { inputTokens: 1, outputTokens: 1 } }
  for (const event of [token('can'), usage, thinking('a can'), token('Here'), thinking('canary'), end])
    stream.tell(event)
  expect(events).toEqual([token('can'), usage, thinking('a '), thinking('can'), token('Here'), thinking('canary'), end])
})

test('a call that is written down in the middle of a sentence shows nothing of what waits', () => {
  const { secrets, stream, events } = streamOf({ TOKEN })
  const call = callOf(secrets.hide({ result: TOKEN }))
  stream.tell(token(`It is ${TOKEN.slice(0, 6)}`))
  stream.tell(call)
  stream.tell(token(`${TOKEN.slice(6)}.`))
  expect(call).toMatchObject({ response: `={"result":"${HIDDEN}"}` })
  expect(events).toEqual([token('It is '), call, token(`${HIDDEN}.`)])
})

test('a call stays readable where a secret ends like what JSON puts before a quote', () => {
  const { secrets, stream, events } = streamOf({ secret: 'halfhalf\\', name: 'http_of_us' })
  const call = callOf(secrets.hide({ result: 'halfhalf" and halfhalf\\' }))
  stream.tell({ ...call, nodeId: 'http_of_us' })
  expect(events).toEqual([{ ...call, nodeId: HIDDEN }])
  const [, json = ''] = call.response.split(/^=/)
  expect(JSON.parse(json)).toEqual({ result: `halfhalf" and ${HIDDEN}` })
})

test('what a model thinks is read like what it says, to its last word', () => {
  const { stream, events } = streamOf({ TOKEN })
  stream.tell(thinking('So ' + TOKEN.slice(0, 9)))
  stream.tell(thinking(TOKEN.slice(9)))
  stream.tell(thinking(' or can'))
  stream.tell({ type: 'thinking', text: '', durationMs: 7 })
  expect(events).toEqual([
    thinking('So '),
    thinking(HIDDEN),
    thinking(' or '),
    { type: 'thinking', text: 'can', durationMs: 7 },
  ])
})

test('a secret that something else interrupts is not told to its end', () => {
  const { stream, events } = streamOf({ TOKEN })
  stream.tell(token(`It is ${TOKEN.slice(0, 6)}`))
  stream.tell(end)
  stream.tell(token(`${TOKEN.slice(6)}.`))
  expect(saidIn(events)).toBe(`It is ${TOKEN.slice(0, 6)}${HIDDEN}.`)
})

test('an answer that is gone on with is read from where it broke off, whenever the secret becomes known', () => {
  const secrets = createKnownSecrets()
  const events: RunEvent[] = []
  const stream = secrets.hideInStream((event) => events.push(event))
  stream.goOnFrom([token('It is '), end, token(TOKEN.slice(0, 10))])
  secrets.rememberTold({ TOKEN })
  stream.tell(token(TOKEN.slice(10)))
  stream.tell(token(' indeed'))
  expect(saidIn(events)).toBe(`${HIDDEN} indeed`)
})

test('a credential that a vendor quotes in pieces is hidden; no word waits for the first letters of one', () => {
  const { stream, events } = streamOf({}, { key: 'sk-1234567890abcdef' })
  for (const text of ['Yes', ' sk-', '12345', '67890abc', 'def', ' ask']) stream.tell(token(text))
  expect(events).toEqual(['Yes', ' sk-', HIDDEN, ' ask'].map(token))
})

test('of a long secret nothing is told, also when it is longer than what is looked for', () => {
  const long = Array.from({ length: 5000 }, (_, at) => String.fromCharCode(97 + ((at * 7 + (at >> 5)) % 26))).join('')
  const { stream, events } = streamOf({ long })
  for (const text of cut(`<${long}>`, () => 3)) stream.tell(token(text))
  expect(saidIn(events)).toBe(`<${HIDDEN}>`)
})

test('nothing is looked at while no secret is known', () => {
  const secrets = createKnownSecrets()
  const events: RunEvent[] = []
  const stream = secrets.hideInStream((event) => events.push(event))
  const event = token('can')
  stream.tell(event)
  expect(events[0]).toBe(event)
})

test('whatever the secrets, the text and the pieces: what is told is the text without its secrets', () => {
  const random = randomFrom(20_231)
  // Few letters, so that secrets begin alike, hold each other and overlap.
  const word = (length: number): string => Array.from({ length }, () => 'ab-'[random(3)]).join('')
  for (let round = 0; round < 3000; round += 1) {
    const secrets = Array.from({ length: 1 + random(4) }, () => word(8 + random(6)))
    if (random(2) === 0) secrets.push(`${word(2)}${secrets[0]}${word(2)}`)
    const parts = Array.from({ length: random(8) }, () =>
      random(2) === 0 ? word(random(12)) : (secrets[random(secrets.length)] ?? '').slice(0, 4 + random(12)),
    )
    const text = parts.join('')
    const { stream, events } = streamOf(Object.fromEntries(secrets.map((secret, at) => [`s${at}`, secret])))
    for (const piece of cut(text, () => random(7))) stream.tell(token(piece))
    stream.tell(end)
    expect(saidIn(events), JSON.stringify({ secrets, text })).toBe(withoutSecrets(text, secrets))
    expect(events.at(-1)).toEqual(end)
  }
})

afterEach(() => vi.restoreAllMocks())

test('each character is looked at once, however the text and the secrets resemble each other', () => {
  const steps = (length: number): number => {
    const secret = 'a'.repeat(255) + 'b'
    const { stream, events } = streamOf({ secret, other: 'ab'.repeat(100) })
    const read = vi.spyOn(String.prototype, 'charCodeAt')
    for (const piece of cut('a'.repeat(length), () => 5)) stream.tell(token(piece))
    stream.tell(end)
    expect(saidIn(events)).toHaveLength(length)
    const count = read.mock.calls.length
    read.mockRestore()
    return count
  }
  const [short, long] = [steps(10_000), steps(40_000)]
  expect(long).toBeLessThan(short * 4 + 2000)
})

/** Every character that belongs to a secret, found the slow way; neighbours share one sign. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  const isHidden = Array.from({ length: text.length }, () => false)
  for (const secret of secrets) {
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1))
      isHidden.fill(true, at, at + secret.length)
  }
  return Array.from(text, (letter, at) => (!isHidden[at] ? letter : isHidden[at - 1] ? '' : HIDDEN)).join('')
}

function cut(text: string, length: () => number): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    const size = length()
    pieces.push(text.slice(at, at + size))
    at += size
  }
  return pieces
}

/** The same numbers each time, so that a failure can be looked at. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
