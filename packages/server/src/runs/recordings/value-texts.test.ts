import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelEvent } from '@chatwright/core'
import { SHORTEST_LIST_ROW } from './call-keys.ts'
import { keepModelEvents, readModelEvents } from './model-events.ts'
import {
  listName,
  neededBy,
  readValue,
  textsFor,
  writeList,
  writeShortMessages,
  writeValue,
  type EarlierList,
} from './value-texts.ts'

const longText = fc.array(fc.string({ maxLength: 300 }), { maxLength: 6 }).map((parts) => parts.join('\n\n'))
const json = fc.jsonValue({ maxDepth: 4 })
const value = fc.record({ json, text: longText, marked: longText.map((text) => `\u0001p${text}`) })

test('whatever is written is read again', () => {
  fc.assert(
    fc.property(value, (written) => {
      const { hash, texts } = writeValue(written)
      expect(readValue(hash, texts)).toEqual(JSON.parse(JSON.stringify(written)))
      for (const text of texts.values()) for (const needed of neededBy(text)) expect(texts.has(needed)).toBe(true)
    }),
  )
})

test('a value that is its own name tells which long texts it needs', () => {
  const { hash, texts } = writeValue({ result: 'A long sentence about the sea. '.repeat(20) })
  expect(hash[0]).toBe('=')
  expect(textsFor(hash)).toEqual([...texts.keys()])
  expect(texts.size).toBe(1)
  expect(textsFor(writeValue({ result: 'short' }).hash)).toEqual([])
  expect(textsFor('a-name')).toEqual(['a-name'])
})

test('the order of keys makes no other value, and another value is another hash', () => {
  expect(writeValue({ a: 1, b: [2] }).hash).toBe(writeValue({ b: [2], a: 1 }).hash)
  fc.assert(
    fc.property(json, json, (one, other) => {
      const isEqual = isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)))
      expect(writeValue(one).hash === writeValue(other).hash).toBe(isEqual)
    }),
  )
})

test('vectors come back to the digit', () => {
  const short = Array.from({ length: 100 }, (_, index) => Math.fround(index / 7))
  const exact = Array.from({ length: 100 }, (_, index) => index / 7)
  for (const vector of [short, exact]) {
    const { hash, texts } = writeValue({ vector })
    expect(readValue(hash, texts)).toEqual({ vector })
  }
})

/** The shortest list that is a row: none is, some are, all are. */
const rows = fc.constantFrom(Infinity, 300, 0)

test('a short list is its own name, and its hash the same as in a row', () => {
  const items = [{ role: 'user', content: 'Hi' }, { content: 'A long sentence about the sea. '.repeat(20) }]
  const [short, row] = [writeList(items, {}, undefined, 1000), writeList(items, {}, undefined)]
  expect(short.hash).toMatch(/^=l/)
  expect([listName(short.hash), listName(row.hash)]).toEqual([row.hash, row.hash])
  expect(short.next).toBeUndefined()
  // Its long text alone is a row.
  expect(textsFor(short.hash)).toEqual([...short.texts.keys()])
  expect(short.texts.size).toBe(1)
  expect(row.texts.size).toBe(2)
  expect(readValue(short.hash, short.texts)).toEqual(readValue(row.hash, row.texts))
})

test('short messages are written as every list is', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 270 }), longText, fc.constant('\u0001p'))
  const message = fc.record({ role: fc.constantFrom('user', 'assistant', 'system'), content: text })
  let short = 0
  fc.assert(
    fc.property(fc.array(message, { maxLength: 4 }), (messages) => {
      const written = writeShortMessages(messages, SHORTEST_LIST_ROW)
      if (written === undefined) return
      short += 1
      expect(written).toBe(writeList(messages, {}, undefined, SHORTEST_LIST_ROW).hash)
    }),
  )
  expect(short).toBeGreaterThan(10)
  const withMore = [{ role: 'assistant', content: 'Hi', toolCalls: [] }]
  expect(writeShortMessages(withMore, SHORTEST_LIST_ROW)).toBeUndefined()
})

test('a list that grows keeps what is new, and each of its states is read again', () => {
  fc.assert(
    fc.property(fc.array(fc.array(json, { maxLength: 4 }), { minLength: 1, maxLength: 60 }), rows, (turns, row) => {
      const kept = new Map<string, string>()
      let earlier: EarlierList | undefined
      const states: { hash: string; items: unknown[] }[] = []
      let items: unknown[] = []
      for (const more of turns) {
        items = [...items, ...more]
        const { hash, texts, next } = writeList(items, { rest: true }, earlier, row)
        for (const [name, text] of texts) kept.set(name, text)
        states.push({ hash, items })
        for (const name of textsFor(hash)) expect(kept.has(name)).toBe(true)
        earlier = next ?? earlier
      }
      for (const { hash, items: expected } of states) {
        expect(readValue(hash, kept)).toEqual({ items: JSON.parse(JSON.stringify(expected)), rest: { rest: true } })
      }
    }),
    { numRuns: 50 },
  )
})

test('a chat of fifty turns about documents takes at most three times its transcript and passages', () => {
  const passages = Array.from(
    { length: 12 },
    (_, index) => `Passage ${index}. ${`Of the sea and of ships ${index}. `.repeat(30)}`,
  )
  const kept = new Map<string, string>()
  let inEvents = 0
  const keep = ({ hash, texts }: { hash: string; texts: ReadonlyMap<string, string> }): void => {
    for (const [name, text] of texts) kept.set(name, text)
    if (hash[0] === '=') inEvents += hash.length
  }
  const history: { role: string; content: string }[] = []
  let requests: EarlierList | undefined
  let remembered: EarlierList | undefined
  let transcript = 0
  for (let turn = 0; turn < 50; turn += 1) {
    const found = [0, 1, 2, 3].map((each) => passages[(turn * 5 + each * 7) % passages.length] ?? '')
    const question = `What is to be said of ship number ${turn}, and of its crew?`
    const answer = `Of ship ${turn} there is much to be told. ${`It sailed in year ${turn}. `.repeat(16)}`
    const loaded = writeList(history, null, remembered, SHORTEST_LIST_ROW)
    remembered = loaded.next
    keep(loaded)
    keep(writeValue({ query: question }))
    keep(
      writeValue({
        result: found.map((pageContent, index) => ({ pageContent, metadata: { source: 'sea.pdf', page: index } })),
      }),
    )
    const system = { role: 'system', content: `Answer from these passages.\n\n${found.join('\n\n')}` }
    const request = writeList(
      [...history, system, { role: 'user', content: question }],
      {},
      requests,
      SHORTEST_LIST_ROW,
    )
    requests = request.next
    keep(request)
    const said: ModelEvent[] = answer.match(/.{1,4}/gs)?.map((text) => ({ type: 'text', text })) ?? []
    expect(readModelEvents(keepModelEvents(said))).toEqual(said)
    keep(writeValue({ said: keepModelEvents(said) }))
    history.push({ role: 'user', content: question }, { role: 'assistant', content: answer })
    transcript += question.length + answer.length
  }
  const size = [...kept].reduce((sum, [name, text]) => sum + name.length + text.length, inEvents)
  const measure = transcript + passages.join('').length
  expect(size / measure).toBeLessThan(3)
})

test('texts of very many paragraphs do not become a row each', () => {
  const paragraphs = (count: number, sign: string) =>
    Array.from({ length: count }, (_, at) => `${sign}${at}`.padEnd(130, sign)).join('\n\n')
  const few = paragraphs(900, 'x')
  const many = paragraphs(1001, 'y')
  expect(writeValue(few).texts.size).toBe(901)
  for (const value of [many, [few, paragraphs(200, 'z')]]) {
    const { hash, texts } = writeValue(value)
    expect(texts.size).toBeLessThanOrEqual(1001)
    expect(readValue(hash, texts)).toEqual(value)
  }
})

test('texts of very many short paragraphs are not cut', () => {
  const [cut, whole] = [9999, 10_001].map((count) => 'a\n\n'.repeat(count))
  const long = 'x'.repeat(130)
  for (const [value, pieces] of [
    [cut, 19_999],
    [whole, 1],
    [[cut, cut, `${long}\n\n${cut}`], 19_999],
  ] as const) {
    const { hash, texts } = writeValue(value)
    expect(texts.get(hash)?.split(String.raw`\",\"`).length).toBe(pieces)
    expect(readValue(hash, texts)).toEqual(value)
  }
})
