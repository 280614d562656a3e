import { NodeError } from '@chatwright/core'
import { StringDecoder } from 'node:string_decoder'

/** Cuts a stream of bytes into payloads. One instance per stream. */
export interface Framing {
  /** Payloads completed by this piece. */
  push(piece: Uint8Array): string[]
  /** What was left when the stream ended. */
  end(): string[]
}

/**
 * The `data` of server-sent events. Vendors repeat the event's name inside the data, so `event:` lines are skipped.
 * A server that answers whole though a stream was asked for is told by its first sign, whatever its headers say.
 */
export function serverSentEvents(firstPiece: Uint8Array): Framing {
  return firstPiece.find((byte) => byte > space) === openingBrace ? wholeBody() : eventData()
}

function eventData(): Framing {
  const lines = lineReader()
  let data: string | undefined
  const take = (line: string, payloads: string[]): void => {
    if (line === '') {
      if (data !== undefined) payloads.push(data)
      data = undefined
    } else if (line.startsWith('data:')) {
      const value = line.charCodeAt(5) === space ? line.slice(6) : line.slice(5)
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
  }
}

/** One payload per line. */
export function jsonLines(): Framing {
  const lines = lineReader()
  const isFull = (line: string): boolean => line.trim() !== ''
  return { push: (piece) => lines.push(piece).filter(isFull), end: () => lines.end().filter(isFull) }
}

function wholeBody(): Framing {
  const decoder = new TextDecoder()
  let body = ''
  return {
    push(piece) {
      body += decoder.decode(piece, { stream: true })
      return []
    },
    end: () => [body + decoder.decode()],
  }
}

const space = 32
const openingBrace = 123
const byteOrderMark = '\uFEFF'
const longestLine = 16 * 1024 * 1024

function lineReader(): Framing {
  // Node's own: for text that comes in pieces it is several times as fast as a TextDecoder.
  const decoder = new StringDecoder()
  let rest = ''
  let hasBegun = false
  const cut = (text: string): string[] => {
    const lines: string[] = []
    let start = 0
    // What was left over holds no line end, so the search starts after it.
    for (let end = text.indexOf('\n', rest.length); end !== -1; end = text.indexOf('\n', start)) {
      lines.push(text.charCodeAt(end - 1) === 13 ? text.slice(start, end - 1) : text.slice(start, end))
      start = end + 1
    }
    rest = start === 0 ? text : text.slice(start)
    if (rest.length > longestLine) throw new NodeError('The provider sent a line too long to read.', { code: 'failed' })
    return lines
  }
  return {
    push(piece) {
      const text = rest + decoder.write(piece)
      if (hasBegun || text === '') return cut(text)
      hasBegun = true
      return cut(text.startsWith(byteOrderMark) ? text.slice(1) : text)
    },
    end() {
      const left = rest + decoder.end()
      rest = ''
      return left === '' ? [] : left.split(/\r?\n/)
    },
  }
}
