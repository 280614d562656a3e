/** The cells of a CSV, line by line: quoted or not, parted by commas, semicolons or tabs. Linear. */
export function readCsvText(text: string): string[][] {
  const clean = text.startsWith('\ufeff') ? text.slice(1) : text
  const delimiter = delimiterOf(clean)
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < clean.length) {
    const cell = clean[at] === '"' ? quotedCell(clean, at) : plainCell(clean, at, delimiter)
    row.push(cell.text)
    at = cell.end
    if (clean[at] === delimiter) {
      at += 1
      // A line may end with an empty cell, also where the text ends.
      if (at === clean.length) row.push('')
      continue
    }
    if (clean[at] === '\r') at += 1
    if (clean[at] === '\n') at += 1
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push(row)
  return rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
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

function plainCell(text: string, start: number, delimiter: string): { text: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { text: text.slice(start, end), end }
}

function quotedCell(text: string, start: number): { text: string; end: number } {
  const parts: string[] = []
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return { text: [...parts, text.slice(from)].join(''), end: text.length }
    parts.push(text.slice(from, quote))
    if (text[quote + 1] !== '"') return { text: parts.join(''), end: quote + 1 }
    parts.push('"')
    from = quote + 2
  }
}
