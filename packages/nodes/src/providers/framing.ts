import { StringDecoder } from 'node:string_decoder'
import { GrowingBytes, tooMuchAtOnce, type HeldBytes } from '../http/growing-bytes.ts'

/** Cuts a stream of bytes into payloads. One instance per stream. */
export interface Framing {
  /** Payloads completed by this piece. */
  push(piece: Uint8Array): string[]
  /** What was left when the stream ended. */
  end(): string[]
  /** Lines that were completed so far, comments and empty ones too: a sign of life. */
  readonly lines: number
  /** Lets go of what is held. */
  close(): void
}

export interface FramingLimits {
  /** Bytes of one frame. */
  frameBytes: number
  held?: HeldBytes
}

/** Text alone is short; pictures and sound come as one long line. */
export const textFrames: FramingLimits = { frameBytes: 1024 ** 2 }
export const mediaFrames: FramingLimits = { frameBytes: 16 * 1024 ** 2 }

/**
 * The `data` of server-sent events. Vendors repeat the event's name inside the data, so `event:` lines are skipped.
 * A server that answers whole though a stream was asked for is told by its first sign, whatever its headers say.
 */
export function serverSentEvents(firstPiece: Uint8Array, limits = textFrames): Framing {
  return firstPiece.find((byte) => byte > space) === openingBrace ? wholeBody(limits) : eventData(limits)
}

function eventData(limits: FramingLimits): Framing {
  const lines = lineReader(limits)
  let data: string | undefined
  let length = 0
  const take = (line: string, payloads: string[]): void => {
    if (line === '') {
      if (data !== undefined) payloads.push(data)
      data = undefined
      length = 0
    } else if (line.startsWith('data:')) {
      const value = line.charCodeAt(5) === space ? line.slice(6) : line.slice(5)
      // Each line costs memory beside its text, so that a million empty ones are no empty payload.
      length += value.length + costOfLine
      if (length > limits.frameBytes + costOfLine) throw tooMuchAtOnce()
      data = data === undefined ? value : `${data}\n${value}`
    }
  }
  return {
    push(piece) {
      const payloads: string[] = []
      for (const line of lines.push(piece)) take(line, payloads)
      return payloads
    },
    end() {
      const payloads: string[] = []
      for (const line of lines.end()) take(line, payloads)
      take('', payloads)
      return payloads
    },
    get lines() {
      return lines.lines
    },
    close: () => lines.close(),
  }
}

const costOfLine = 32

/** One payload per line. */
export function jsonLines(_firstPiece?: Uint8Array, limits = textFrames): Framing {
  const lines = lineReader(limits)
  const isFull = (line: string): boolean => line.trim() !== ''
  return {
    push: (piece) => lines.push(piece).filter(isFull),
    end: () => lines.end().filter(isFull),
    get lines() {
      return lines.lines
    },
    close: () => lines.close(),
  }
}

function wholeBody({ frameBytes, held }: FramingLimits): Framing {
  const body = new GrowingBytes(frameBytes, held)
  return {
    push(piece) {
      body.add(piece)
      return []
    },
    end: () => [new TextDecoder().decode(body.bytes)],
    lines: 0,
    close: () => body.clear(),
  }
}

const space = 32
const openingBrace = 123
const byteOrderMark = '\uFEFF'

/** A rest that grows beyond this is kept as bytes and no longer searched: else every piece would search it all again. */
const longRest = 16 * 1024

function lineReader({ frameBytes, held }: FramingLimits): Framing {
  // Node's own: for text that comes in pieces it is several times as fast as a TextDecoder.
  const decoder = new StringDecoder()
  const long = new GrowingBytes(frameBytes, held)
  let rest = ''
  let hasBegun = false
  let count = 0
  const cut = (text: string): string[] => {
    const lines: string[] = []
    let start = 0
    // What was left over holds no line end, so the search starts after it.
    for (let end = text.indexOf('\n', rest.length); end !== -1; end = text.indexOf('\n', start)) {
      lines.push(text.charCodeAt(end - 1) === carriageReturn ? text.slice(start, end - 1) : text.slice(start, end))
      start = end + 1
    }
    rest = start === 0 ? text : text.slice(start)
    if (rest.length > longRest) {
      long.add(Buffer.from(rest))
      rest = ''
    }
    count += lines.length
    return lines
  }
  const endLong = (text: string): string[] => {
    const end = text.indexOf('\n')
    long.add(Buffer.from(end === -1 ? text : text.slice(0, end)))
    if (end === -1) return []
    const line = long.bytes.toString()
    long.clear()
    count += 1
    return [line.endsWith('\r') ? line.slice(0, -1) : line, ...cut(text.slice(end + 1))]
  }
  return {
    push(piece) {
      const text = decoder.write(piece)
      if (long.length > 0) return endLong(text)
      const whole = rest + text
      if (hasBegun || whole === '') return cut(whole)
      hasBegun = true
      return cut(whole.startsWith(byteOrderMark) ? whole.slice(1) : whole)
    },
    end() {
      const left = long.bytes.toString() + rest + decoder.end()
      long.clear()
      rest = ''
      return left === '' ? [] : left.split(/\r?\n/)
    },
    get lines() {
      return count
    },
    close: () => long.clear(),
  }
}

const carriageReturn = 13
