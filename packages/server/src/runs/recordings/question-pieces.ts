import type { AskedText } from '../questions/repeated-texts.ts'
import { longPieces, textInPieces, textOfPiece } from './value-texts.ts'

/** The row of a recorded value with what was asked named in it; nothing where it holds nothing of it. */
export type PlaceInQuestion = (row: string) => string | undefined

/** Begins a row whose text stands in a message. Its id follows, and which part of it stands where. */
const IN_MESSAGE = 'm'
/** A prompt may say the same more than once. */
const MOST_TIMES = 8

/** Finds what was asked in the values that are recorded: its rows hold it. */
export function placesIn(asked: readonly AskedText[]): PlaceInQuestion {
  // The longest first: a shorter one may stand in it.
  const finders = asked.toSorted((a, b) => b.text.length - a.text.length).map(finderOf)
  return (row) => {
    let named = ''
    let rest = row
    for (const find of finders) {
      for (let times = 0; times < MOST_TIMES; times += 1) {
        const found = find(rest)
        if (!found) break
        named += found.named
        if (found.rest === undefined) return named
        rest = found.rest
      }
    }
    return named === '' ? undefined : named + rest
  }
}

/** What names a part of a row, and the row without it: nothing where it is all of it. */
type Find = (row: string) => { named: string; rest?: string } | undefined

function finderOf({ messageId, text }: AskedText): Find {
  let starts: Map<string, number> | undefined
  let whole: string | undefined
  return (row) => {
    const piece = textOfPiece(row)
    if (row.length > text.length + 1) {
      // The row of one text holds it as it is, that of a value as JSON within JSON.
      const inside = piece === undefined ? (whole ??= textInPieces(text)) : text
      const at = row.indexOf(inside)
      if (at === -1) return undefined
      return { named: `${IN_MESSAGE}${messageId} ${at}\n`, rest: row.slice(0, at) + row.slice(at + inside.length) }
    }
    if (piece === undefined) return undefined
    starts ??= startsOf(text)
    const start = starts.get(piece)
    return start === undefined ? undefined : { named: `${IN_MESSAGE}${messageId} ${start} ${piece.length}` }
  }
}

function startsOf(text: string): Map<string, number> {
  const starts = new Map<string, number>()
  let start = 0
  for (const piece of longPieces(text)) {
    starts.set(piece, start)
    start += piece.length
  }
  return starts
}

interface Part {
  messageId: string
  start: number
  /** Of a row that is all of it. */
  length?: number
}

/** What a row names, in the order in which it was taken out, and what is left. */
function partsOf(row: string): { parts: Part[]; rest: string } {
  const parts: Part[] = []
  let rest = row
  while (rest[0] === IN_MESSAGE) {
    const line = rest.indexOf('\n')
    const [messageId = '', start, length] = rest.slice(1, line === -1 ? undefined : line).split(' ')
    if (line === -1) return { parts: [...parts, { messageId, start: Number(start), length: Number(length) }], rest: '' }
    parts.push({ messageId, start: Number(start) })
    rest = rest.slice(line + 1)
  }
  return { parts, rest }
}

/** The rows in which parts of a row stand. */
export function messagesOfPiece(row: string): string[] {
  return partsOf(row).parts.map(({ messageId }) => messageId)
}

/** The row as it would be with its texts; as it is where one of them is gone. */
export function pieceOutOf(row: string, messages: ReadonlyMap<string, string>): string {
  const { parts, rest } = partsOf(row)
  let text = rest
  for (const { messageId, start, length } of parts.toReversed()) {
    const message = messages.get(messageId)
    if (message === undefined) return row
    if (length !== undefined) text = `t${message.slice(start, start + length)}`
    else {
      const inside = text.startsWith('t') ? message : textInPieces(message)
      text = text.slice(0, start) + inside + text.slice(start)
    }
  }
  return text
}
