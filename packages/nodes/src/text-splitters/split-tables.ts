import { isDelimiterRow, readCells } from './markdown-table.ts'
import { mergePieces, splitAt, type ChunkSettings, type Pieces } from './split-recursively.ts'

/**
 * Cuts text that is too long for one piece: tables between their rows, with the head of the table on every piece, for
 * without it a row is a list of words and numbers; the rest as `splitText` does.
 */
export function* splitAroundTables(text: string, settings: ChunkSettings, splitText: (text: string) => Pieces): Pieces {
  if (text.length <= settings.chunkSize || !text.includes('|')) {
    yield* splitText(text)
    return
  }
  for (const { head, body } of findTables(text)) {
    const room = settings.chunkSize - head.length - 1
    if (head === '' || room < settings.chunkSize / 2) yield* splitText(body)
    else if (body === '') yield head
    else {
      for (const piece of mergePieces(rowsOf(body, room, splitText), '\n', { chunkSize: room, chunkOverlap: 0 })) {
        yield piece === '' || piece.length > room ? piece : `${head}\n${piece}`
      }
    }
  }
}

function* rowsOf(body: string, room: number, splitText: (text: string) => Pieces): Pieces {
  for (const line of splitAt(body, '\n')) {
    if (line.length <= room) yield line
    else for (const piece of splitText(line)) if (piece !== '') yield piece
  }
}

interface Stretch {
  /** The head of a table with the line that parts it from its rows; empty for other text. */
  head: string
  body: string
}

function* findTables(text: string): Generator<Stretch, void, undefined> {
  let head = ''
  let from = 0
  const until = (end: number): Stretch => ({ head, body: text.slice(from, Math.max(from, end - 1)) })
  let at = 0
  while (at <= text.length) {
    const line = lineAt(text, at)
    const next = at + line.length + 1
    const isRow = readCells(line) !== undefined
    const below = isRow && next <= text.length ? lineAt(text, next) : ''
    const isHead = isRow && isDelimiterRow(below)
    if (isHead || (!isRow && head !== '')) {
      yield* withText(until(at))
      head = isHead ? `${line}\n${below}` : ''
      from = isHead ? next + below.length + 1 : at
    }
    at = isHead ? from : next
  }
  yield* withText(until(text.length + 1))
}

function* withText(stretch: Stretch): Generator<Stretch, void, undefined> {
  if (stretch.head !== '' || /\S/.test(stretch.body)) yield stretch
}

function lineAt(text: string, from: number): string {
  const end = text.indexOf('\n', from)
  return text.slice(from, end === -1 ? undefined : end)
}
