import type { AskedText } from '../questions/repeated-texts.ts'
import { longPieces, textInPieces, textOfPiece } from './value-texts.ts'

/** The row of a recorded value with what was asked named in it; nothing where it holds nothing of it. */
export type PlaceInQuestion = (row: string) => string | undefined

/** Begins a row whose text stands in a message. Its id follows, and which part of it stands where. */
const IN_MESSAGE = 'm'

/** Finds what was asked in the values that are recorded: its message holds it. */
export function placesIn({ messageId, text }: AskedText): PlaceInQuestion {
  let starts: Map<string, number> | undefined
  let whole: string | undefined
  return (row) => {
    const piece = textOfPiece(row)
    if (row.length > text.length + 1) {
      // The row of one text holds it as it is, that of a value as JSON within JSON.
      const inside = piece === undefined ? (whole ??= textInPieces(text)) : text
      const at = row.indexOf(inside)
      if (at === -1) return undefined
      return `${IN_MESSAGE}${messageId} ${at}\n${row.slice(0, at)}${row.slice(at + inside.length)}`
    }
    if (piece === undefined) return undefined
    starts ??= startsOf(text)
    const start = starts.get(piece)
    return start === undefined ? undefined : `${IN_MESSAGE}${messageId} ${start} ${piece.length}`
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

/** The message in which a part of a row stands, where one does. */
export function messageOfPiece(row: string): string | undefined {
  return row[0] === IN_MESSAGE ? row.slice(1, row.indexOf(' ')) : undefined
}

/** The row as it would be with its text. */
export function pieceOutOf(row: string, message: string): string {
  const line = row.indexOf('\n')
  const [, start, length] = (line === -1 ? row : row.slice(0, line)).split(' ')
  if (line === -1) return `t${message.slice(Number(start), Number(start) + Number(length))}`
  const rest = row.slice(line + 1)
  const inside = rest.startsWith('t') ? message : textInPieces(message)
  return rest.slice(0, Number(start)) + inside + rest.slice(Number(start))
}
