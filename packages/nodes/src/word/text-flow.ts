import { plainText } from './plain-text.ts'
import type { Paragraph, Table, WordDocument, WordElement } from './word-document.ts'

/** Cells with more letters than this on average hold text that was only laid out side by side. */
const LONGEST_DATA = 150

/** Paragraphs and tables of data in reading order; tables that only lay out the page are taken apart. */
export function textFlow({ children }: Pick<WordDocument, 'children'>): (Paragraph | Table)[] {
  return children.flatMap((element) => {
    if (element.type === 'paragraph') return element
    if (element.type !== 'table') return []
    const cells = cellsOf(element)
    if (!isLayout(element, cells)) return element
    return cells.flatMap(textFlow)
  })
}

function cellsOf({ children }: Table): Extract<WordElement, { type: 'tableCell' }>[] {
  return children
    .flatMap((row) => (row.type === 'tableRow' ? row.children : []))
    .filter((cell) => cell.type === 'tableCell')
}

function isLayout({ children }: Table, cells: readonly { children: WordElement[] }[]): boolean {
  const isOneColumn = children.every((row) => row.type !== 'tableRow' || row.children.length <= 1)
  const letters = cells.reduce((sum, cell) => sum + plainText(cell.children).length, 0)
  return isOneColumn || letters > cells.length * LONGEST_DATA
}
