import { NodeError } from '@chatwright/core'
import { decodeText } from './decode-text.ts'

export type CsvRow = Record<string, string>

/** No table that people make is as wide; each row of it comes to the server in one go. */
const MOST_COLUMNS = 10_000

/** Rows of a CSV file by column name; the delimiter is found from the heading line. Also runs in a child process. */
export default async function parseCsv({ bytes }: { bytes: Uint8Array }): Promise<CsvRow[]> {
  const { parse } = await import('csv-parse/sync')
  const text = decodeText(bytes)
  const heading = text.slice(0, text.search(/[\r\n]|$/))
  const delimiter = [',', ';', '\t', '|'].reduce((best, each) =>
    heading.split(each).length > heading.split(best).length ? each : best,
  )
  return parse(text, {
    columns: (names: string[]) => {
      if (names.length > MOST_COLUMNS) throw tooWide()
      return names
    },
    bom: true,
    delimiter,
    skip_empty_lines: true,
    relax_column_count: true,
    trim: true,
  })
}

function tooWide(): NodeError {
  return new NodeError(`The table has more than ${MOST_COLUMNS.toLocaleString('en')} columns.`, {
    code: 'unsupported',
    hint: 'Check that the first line holds the column names, or load it as a text file.',
  })
}
