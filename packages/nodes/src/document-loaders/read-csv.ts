import { NodeError, type Document, type OpenFile } from '@chatwright/core'
import { decodeText } from './decode-text.ts'

export type CsvRow = Record<string, string>

/** Rows of a CSV file by column name; the delimiter is found from the heading line. */
export async function parseCsv(bytes: Uint8Array): Promise<CsvRow[]> {
  const { parse } = await import('csv-parse/sync')
  const text = decodeText(bytes)
  const heading = text.slice(0, text.search(/[\r\n]|$/))
  const delimiter = [',', ';', '\t', '|'].reduce((best, each) =>
    heading.split(each).length > heading.split(best).length ? each : best,
  )
  return parse(text, {
    columns: true,
    bom: true,
    delimiter,
    skip_empty_lines: true,
    relax_column_count: true,
    trim: true,
  })
}

/** One document per row: every column on a line of its own, or the one column that was asked for. */
export async function readCsv(file: OpenFile, columnName: string | undefined): Promise<Document[]> {
  const rows = await parseCsv(file.bytes)
  const column = columnName?.trim() ?? ''
  if (column !== '' && rows[0] && !(column in rows[0])) {
    throw new NodeError(`${file.name} has no column "${column}".`, {
      code: 'bad-input',
      field: 'columnName',
      hint: `Its columns are ${Object.keys(rows[0]).join(', ')}.`,
    })
  }
  return rows.map((row, index) => ({
    pageContent:
      column === ''
        ? Object.entries(row)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')
        : (row[column] ?? ''),
    metadata: { source: file.name, line: index + 1 },
  }))
}
