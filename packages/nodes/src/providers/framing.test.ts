import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonLines, serverSentEvents, type Framing } from './framing.ts'

/** All payloads of a text whose bytes are cut into pieces of the given sizes. */
function payloads(framing: (first: Uint8Array) => Framing, text: string, sizes: readonly number[]): string[] {
  const bytes = new TextEncoder().encode(text)
  const found: string[] = []
  let reader: Framing | undefined
  let at = 0
  for (let turn = 0; at < bytes.length; turn++) {
    const piece = bytes.slice(at, at + (sizes[turn % sizes.length] ?? 1))
    at += piece.length
    reader ??= framing(piece)
    found.push(...reader.push(piece))
  }
  return [...found, ...(reader?.end() ?? [])]
}

const cuts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 })
const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, '').trim())

describe('server-sent events', () => {
  test('come out whole, however the bytes were cut', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), cuts, fc.constantFrom('\n', '\r\n'), (events, sizes, ending) => {
        const text = events.map((event) => `event: message${ending}data: ${event}${ending}${ending}`).join('')
        expect(payloads(serverSentEvents, text, sizes)).toEqual(events)
      }),
    )
  })

  test.each([
    ['comments and names are skipped', ': ping\n\nid: 1\nevent: x\ndata: a\n\n', ['a']],
    ['several lines are one payload', 'data: a\ndata: b\n\n', ['a\nb']],
    ['the space after the colon is optional', 'data:a\n\n', ['a']],
    ['a last event without its blank line counts', 'data: a\n\ndata: b', ['a', 'b']],
    ['a mark of the byte order at the beginning is none of the text', '\uFEFFdata: a\n\n', ['a']],
    ['a body that is no stream may begin with white space', '\n {"whole": 1}', ['\n {"whole": 1}']],
    ['a body that is no stream is one payload', '{"whole":\n\ntrue}', ['{"whole":\n\ntrue}']],
  ])('%s', (_, text, expected) => {
    expect(payloads(serverSentEvents, text, [3])).toEqual(expected)
  })
})

test('lines of JSON come out whole, and empty ones are skipped', () => {
  fc.assert(
    fc.property(fc.array(fc.json()), cuts, (values, sizes) => {
      const lines = values.map((value) => JSON.stringify(JSON.parse(value)))
      expect(payloads(jsonLines, lines.map((each) => `${each}\n\n`).join(''), sizes)).toEqual(lines)
    }),
  )
})
