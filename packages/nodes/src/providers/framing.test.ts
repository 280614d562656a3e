import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { HeldBytes } from '../http/growing-bytes.ts'
import { jsonLines, mediaFrames, serverSentEvents, textFrames, type Framing } from './framing.ts'

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

describe('long frames', () => {
  /** All streams of the process share what may be held. */
  const opened: Framing[] = []
  afterEach(() => {
    for (const framing of opened.splice(0)) framing.close()
  })
  const open = (framing: Framing): Framing => {
    opened.push(framing)
    return framing
  }
  const begin = (limits = textFrames): Framing => {
    const opening = Buffer.from('data: ')
    const framing = open(serverSentEvents(opening, limits))
    framing.push(opening)
    return framing
  }
  const fill = (framing: Framing, bytes: number, pieceBytes = 16 * 1024): void => {
    const piece = Buffer.alloc(pieceBytes, 'x')
    for (let sent = 0; sent < bytes; sent += pieceBytes) framing.push(piece)
  }
  const tooMuch = 'The model sent too much at once.'

  test('come out whole, however the bytes were cut', () => {
    const long = 'Grüße 🛠 '.repeat(4000)
    const text = `data: ${long}\r\n\r\ndata: short\n\ndata: ${long}`
    expect(payloads(serverSentEvents, text, [1013, 7, 4099])).toEqual([long, 'short', long])
  })

  test.each([
    ['text', textFrames],
    ['media', mediaFrames],
  ])('of %s are read up to their limit and refused beyond it', (_, limits) => {
    const framing = begin(limits)
    fill(framing, limits.frameBytes - 1024 ** 2 / 2)
    expect(framing.push(Buffer.from('\n\ndata: '))).toHaveLength(1)
    fill(framing, limits.frameBytes - 1024 ** 2 / 2)
    expect(() => fill(framing, 1024 ** 2)).toThrow(tooMuch)
    const whole = open(serverSentEvents(Buffer.from('{'), limits))
    expect(() => fill(whole, limits.frameBytes + 1024 ** 2)).toThrow(tooMuch)
    const lines = open(jsonLines(undefined, limits))
    expect(() => fill(lines, limits.frameBytes + 1024 ** 2)).toThrow(tooMuch)
  })

  test('of many short lines are refused too', () => {
    const framing = begin()
    expect(() => {
      for (let n = 0; n < 100_000; n += 1) framing.push(Buffer.from('data:\n'))
    }).toThrow(tooMuch)
  })

  test('take time that grows with their length alone, however small their pieces are', () => {
    const before = process.cpuUsage()
    fill(begin(mediaFrames), 15 * 1024 ** 2, 64)
    const { user, system } = process.cpuUsage(before)
    // A tenth of a second; joined or searched again for each of 250,000 pieces it would be hours.
    expect((user + system) / 1000).toBeLessThan(5000)
  })

  test('of all streams together are bounded, and one that is let go of makes room', () => {
    const limits = { frameBytes: 1024 ** 2, held: new HeldBytes(3 * 1024 ** 2) }
    const streams = Array.from({ length: 3 }, () => begin(limits))
    for (const stream of streams) fill(stream, 900 * 1024)
    const late = begin(limits)
    expect(() => fill(late, 900 * 1024)).toThrow(tooMuch)
    late.close()
    expect(streams[0]?.push(Buffer.from('\n\n'))).toEqual([expect.stringMatching(/^x+$/)])
    streams[1]?.close()
    fill(begin(limits), 900 * 1024)
  })
})
