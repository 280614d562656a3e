import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RepeatedChunk } from './repeated-chunk.ts'

const textIn = (chunk: unknown): unknown => (chunk as { delta?: { content?: unknown } }).delta?.content
const payloadOf = (content: string, rest: object = {}): string =>
  JSON.stringify({ id: 'x', delta: { content }, ...rest })

describe('a chunk that repeats another but for its text', () => {
  test('says what parsing it says, whatever both texts and everything around them are', () => {
    const around = fc.record({ tail: fc.string(), more: fc.json().map((text) => JSON.parse(text) as unknown) })
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), around, (learned, said, rest) => {
        const repeated = new RepeatedChunk()
        repeated.learn(payloadOf(learned, rest), learned, textIn)
        const payload = payloadOf(said, rest)
        expect([undefined, textIn(JSON.parse(payload))]).toContain(repeated.textOf(payload))
      }),
    )
  })

  test('is read without parsing', () => {
    const repeated = new RepeatedChunk()
    repeated.learn(payloadOf('one'), 'one', textIn)
    expect(repeated.textOf(payloadOf(' two, drei, ☕'))).toBe(' two, drei, ☕')
    expect(repeated.textOf(payloadOf(''))).toBe('')
  })

  test('is not mistaken for one whose text stands elsewhere too, whatever that text is', () => {
    for (const text of ['another', 'x', 'id', 'content', ',', ':', '},{']) {
      const repeated = new RepeatedChunk()
      const payloadWith = (id: string): string => JSON.stringify({ id, delta: { content: text } })
      repeated.learn(payloadWith(text), text, textIn)
      expect([undefined, text]).toContain(repeated.textOf(payloadWith('two')))
    }
  })

  test.each([
    ['a quote', payloadOf('a "quoted" word')],
    ['an escape', payloadOf('a\nline')],
    ['another field', payloadOf('two', { usage: 1 })],
    ['nothing but its beginning', payloadOf('one').slice(0, 22)],
    ['a beginning and an end that share their quote', payloadOf('').replace('""', '"')],
    ['a second text that ends alike', `${payloadOf('x').slice(0, -3)}","content":"y"}}`],
  ])('is parsed with %s', (_, payload) => {
    const repeated = new RepeatedChunk()
    repeated.learn(payloadOf('one'), 'one', textIn)
    expect(repeated.textOf(payload)).toBeUndefined()
  })

  test('is not mistaken where the same text stands elsewhere first', () => {
    const repeated = new RepeatedChunk()
    repeated.learn(payloadOf('x'), 'x', textIn)
    expect(repeated.textOf(payloadOf('y'))).toBeUndefined()
  })

  test('is not looked for any more where every chunk differs', () => {
    const repeated = new RepeatedChunk()
    for (const number of [1, 2, 3, 4]) repeated.learn(payloadOf('one', { number }), 'one', textIn)
    expect(repeated.textOf(payloadOf('two', { number: 3 }))).toBe('two')
    expect(repeated.textOf(payloadOf('two', { number: 4 }))).toBeUndefined()
  })
})
