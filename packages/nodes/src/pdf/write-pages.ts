import type { StructuredTextItem } from 'unpdf'
import { headingLevels } from './heading-levels.ts'
import { hyphenatedWords } from './join-lines.ts'
import { lineGaps } from './line-gaps.ts'
import { withoutRunningLines } from './running-lines.ts'
import { textLines } from './text-lines.ts'
import { writePage } from './write-page.ts'

export interface PdfPage {
  items: StructuredTextItem[]
  /** Its left, bottom, right and top edge. */
  view: number[]
}

/** The pages of a PDF as Markdown, as far as the print tells: headings by their size, paragraphs by the space between lines. */
export function writePages(pages: readonly PdfPage[]): string[] {
  const printed = withoutRunningLines(
    pages.map(({ items, view: [, bottom = 0, , top = 0] }) => ({ lines: textLines(items), bottom, top })),
  )
  const lines = printed.flat()
  const print = { levels: headingLevels(lines), hyphenated: hyphenatedWords(lines), gapOf: lineGaps(printed) }
  return printed.map((page) => writePage(page, print))
}
