import { isDelimiterRow, readCells } from './markdown-table.ts'
import { mergePieces, type ChunkSettings } from './split-recursively.ts'

/**
 * Cuts text that is too long for one piece: tables between their rows, with the head of the table on every piece, for
 * without it a row is a list of words and numbers; the rest as `splitText` does.
 */
export function splitAroundTables(
  text: string,
  settings: ChunkSettings,
  splitText: (text: string) => string[],
): string[] {
  if (text.length <= settings.chunkSize || !text.includes('|')) return splitText(text)
  return findTables(text.split('\n')).flatMap(({ head, lines }) => {
    const room = settings.chunkSize - head.length - 1
    if (head === '' || room < settings.chunkSize / 2) return splitText(lines.join('\n'))
    if (lines.length === 0) return head
    const rows = lines.flatMap((line) => (line.length <= room ? line : splitText(line)))
    return mergePieces(rows, '\n', { chunkSize: room, chunkOverlap: 0 }).map((piece) =>
      piece.length <= room ? `${head}\n${piece}` : piece,
    )
  })
}

interface Stretch {
  /** The head of a table with the line that parts it from its rows; empty for other text. */
  head: string
  lines: string[]
}

function findTables(lines: readonly string[]): Stretch[] {
  const stretches: Stretch[] = [{ head: '', lines: [] }]
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const isRow = readCells(line) !== undefined
    if (isRow && isDelimiterRow(lines[index + 1])) {
      stretches.push({ head: `${line}\n${lines[index + 1]}`, lines: [] })
      index += 1
      continue
    }
    if (!isRow && stretches.at(-1)?.head !== '') stretches.push({ head: '', lines: [] })
    stretches.at(-1)?.lines.push(line)
  }
  return stretches.filter((stretch) => stretch.head !== '' || stretch.lines.some((line) => line.trim() !== ''))
}
