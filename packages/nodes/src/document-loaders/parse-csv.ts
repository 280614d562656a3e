import { decodeText } from './decode-text.ts'

export type CsvRow = Record<string, string>

/** Rows of a CSV file by column name; the delimiter is found from the heading line. Also runs in a child process. */
export default async function parseCsv({ bytes }: { bytes: Uint8Array }): Promise<CsvRow[]> {
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
