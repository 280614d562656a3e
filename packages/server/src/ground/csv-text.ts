/** The cells of a CSV, line by line: quoted or not, parted by commas, semicolons or tabs. */
export async function readCsvText(text: string): Promise<string[][]> {
  const { parse } = await import('csv-parse/sync')
  return parse(text, {
    bom: true,
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_empty_values: true,
  })
}

/** CSV as every spreadsheet reads it; a text that one would run as a formula is marked as a text. */
export function writeCsvText(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')
}

/** The text of a cell without the mark. */
export function withoutMark(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

/** What a cell begins with that a spreadsheet may run, as OWASP lists it; full-width signs count as theirs. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

function writeCell(text: string): string {
  const marked = FORMULA.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(marked) ? `"${marked.replaceAll('"', '""')}"` : marked
}

function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]|$/)
  const line = text.slice(0, end)
  return [',', ';', '\t'].reduce((best, each) => (line.split(each).length > line.split(best).length ? each : best))
}
