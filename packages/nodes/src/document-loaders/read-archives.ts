import { NodeError, type Document, type NodeContext, type OpenFile } from '@chatwright/core'
import { mapInTurns } from '../turns/take-turns.ts'
import { isWholeArchive } from './whole-archive.ts'
import { parseIsolated } from './isolated-parser.ts'
import type { Sheet } from './parse-xlsx.ts'

interface Isolation {
  context: Pick<NodeContext, 'isolate'>
  signal: AbortSignal
}

/** One document per row of each sheet: every column on a line of its own. */
export async function readXlsx(file: OpenFile, isolation: Isolation): Promise<Document[]> {
  const sheets = await parse<Sheet[]>(file, { ...isolation, parser: 'parse-xlsx', kind: 'Excel workbook' })
  const rows = sheets.flatMap(({ name, rows: found }) => found.map((row) => ({ sheet: name, ...row })))
  return mapInTurns(orEmpty(file, rows), ({ sheet, line, cells }) => ({
    pageContent: cells.map(([column, value]) => `${column}: ${value}`).join('\n'),
    metadata: { source: file.name, sheet, line },
  }))
}

/** One document per slide that holds text. */
export async function readPptx(file: OpenFile, isolation: Isolation): Promise<Document[]> {
  const slides = await parse<string[]>(file, { ...isolation, parser: 'parse-pptx', kind: 'PowerPoint presentation' })
  const shown = slides.flatMap((pageContent, index) =>
    pageContent === '' ? [] : [{ pageContent, metadata: { source: file.name, slide: index + 1 } }],
  )
  return orEmpty(file, shown)
}

/** One document per chapter, or one of the whole book. */
export async function readEpub(
  file: OpenFile,
  { usage = 'perChapter', ...isolation }: Isolation & { usage?: 'perChapter' | 'perFile' },
): Promise<Document[]> {
  const chapters = await parse<string[]>(file, { ...isolation, parser: 'parse-epub', kind: 'EPUB book' })
  const metadata = { source: file.name }
  if (usage === 'perFile') return [{ pageContent: orEmpty(file, chapters).join('\n\n'), metadata }]
  return orEmpty(file, chapters).map((pageContent, index) => ({
    pageContent,
    metadata: { ...metadata, chapter: index + 1 },
  }))
}

function parse<Output>(
  file: OpenFile,
  { parser, kind, ...isolation }: Isolation & { parser: 'parse-xlsx' | 'parse-pptx' | 'parse-epub'; kind: string },
): Promise<Output> {
  if (!isWholeArchive(file.bytes)) {
    throw new NodeError(
      `${file.name} isn't an ${kind}, or only part of one.`.replace('an PowerPoint', 'a PowerPoint'),
      {
        code: 'unsupported',
        hint: 'Save or download the file again. Save older formats such as .xls and .ppt in the newer format first.',
      },
    )
  }
  return parseIsolated<Output>({ ...isolation, parser, bytes: file.bytes })
}

function orEmpty<Part>({ name }: OpenFile, parts: Part[]): Part[] {
  if (parts.length > 0) return parts
  throw new NodeError(`${name} contains no text.`, {
    code: 'unsupported',
    hint: 'If it contains images of text, run text recognition (OCR) on it first.',
  })
}
