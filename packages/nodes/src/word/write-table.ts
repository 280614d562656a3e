import { oneLine, plainText } from './plain-text.ts'
import { isAllBold } from './printed-runs.ts'
import type { Table } from './word-document.ts'

/** A stranger's file may say that a cell spans a million columns. */
const MOST_COLUMNS = 100

/** A table as Markdown, which knows none without a head: where nothing looks like one, it is empty. */
export function writeTable(table: Table): string {
  const rows = readRows(table).filter((row) => row.some((cell) => cell !== ''))
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width === 0) return ''
  const [head = '', ...body] = (hasHead(table, width) ? rows : [[], ...rows]).map((row) => {
    const cells = Array.from({ length: width }, (_, column) => (row[column] ?? '').replaceAll('|', '\\|'))
    return `| ${cells.join(' | ')} |`
  })
  return [head, `|${' --- |'.repeat(width)}`, ...body].join('\n')
}

/** Two columns are as often names and values from the first row on. */
function hasHead({ children }: Table, width: number): boolean {
  const [first] = children
  return width > 2 || (first?.type === 'tableRow' && (first.isHeader || isAllBold(first.children)))
}

/** The cells in their columns. One that reaches over several rows stands in each, so that every row makes sense alone. */
function readRows({ children }: Table): string[][] {
  const reachingDown = new Map<number, { text: string; rowsLeft: number }>()
  return children
    .filter((row) => row.type === 'tableRow')
    .map((row) => {
      const cells: string[] = []
      const fillFromAbove = (): void => {
        for (let above = reachingDown.get(cells.length); above; above = reachingDown.get(cells.length)) {
          above.rowsLeft -= 1
          if (above.rowsLeft === 0) reachingDown.delete(cells.length)
          cells.push(above.text)
        }
      }
      for (const cell of row.children.filter((child) => child.type === 'tableCell')) {
        fillFromAbove()
        const text = oneLine(plainText(cell.children))
        const spanned = Math.min(cell.colSpan, MOST_COLUMNS - cells.length)
        for (let column = 0; column < spanned; column += 1) {
          const shown = column === 0 ? text : ''
          if (cell.rowSpan > 1) reachingDown.set(cells.length, { text: shown, rowsLeft: cell.rowSpan - 1 })
          cells.push(shown)
        }
      }
      fillFromAbove()
      return cells
    })
}
