import { findHeadings, type Headings } from './find-headings.ts'
import { listMarks, writeItem, type ListMarks } from './list-marks.ts'
import { oneLine, plainText } from './plain-text.ts'
import { textFlow } from './text-flow.ts'
import type { NoteReference, Paragraph, WordDocument, WordElement } from './word-document.ts'
import { writeTable } from './write-table.ts'

/**
 * A Word document as Markdown: headings, lists, tables and paragraphs. Its letters stay as they are, because they are
 * searched and quoted: no bold marks, no escapes.
 */
export function writeMarkdown(document: WordDocument, outlineLevels: ReadonlyMap<string, number>): string {
  const flow = textFlow(document)
  const headings = findHeadings(flow, outlineLevels)
  const marks = listMarks()
  const blocks = flow.map((element) =>
    element.type === 'table'
      ? { text: writeTable(element), isItem: false }
      : { text: writeParagraph(element, { headings, marks }), isItem: element.numbering !== null },
  )
  const notes = notesOf(document).map((text) => ({ text, isItem: false }))
  return joinBlocks([...blocks, ...notes])
}

function writeParagraph(paragraph: Paragraph, { headings, marks }: { headings: Headings; marks: ListMarks }): string {
  const text = tidyLines(plainText(paragraph.children))
  if (text === '' || isContentsEntry(paragraph)) return ''
  const level = headings.get(paragraph)
  if (level === undefined) return paragraph.numbering ? writeItem(text, marks.next(paragraph.numbering)) : text
  marks.restart()
  return `${'#'.repeat(level)} ${oneLine(text)}`
}

/** Entries of a table of contents speak of everything and say nothing: a search would find them first. */
function isContentsEntry({ styleName }: Paragraph): boolean {
  return /^(toc \d|toc heading|table of figures)$/i.test(styleName ?? '')
}

function tidyLines(text: string): string {
  const lines = text.split('\n').map(oneLine)
  return lines.filter((line) => line !== '').join('\n')
}

interface Block {
  text: string
  /** Items of a list stand together. */
  isItem: boolean
}

function joinBlocks(blocks: readonly Block[]): string {
  const pieces: string[] = []
  let wasItem = false
  for (const { text, isItem } of blocks) {
    if (text === '') continue
    if (pieces.length > 0) pieces.push(wasItem && isItem ? '\n' : '\n\n')
    pieces.push(text)
    wasItem = isItem
  }
  return pieces.join('')
}

/** Footnotes and endnotes, in the order in which the text speaks of them. */
function notesOf({ children, notes }: WordDocument): string[] {
  return referencesIn(children)
    .map((reference) => oneLine(plainText(notes.resolve(reference)?.body ?? [])))
    .filter((text) => text !== '')
}

function referencesIn(elements: readonly WordElement[]): NoteReference[] {
  return elements.flatMap((element) => {
    if (element.type === 'noteReference') return element
    return 'children' in element ? referencesIn(element.children) : []
  })
}
