import { NodeError, type Document, type NodeContext, type OpenFile } from '@chatwright/core'
import { parseIsolated } from './isolated-parser.ts'
import { mapInTurns } from '../turns/take-turns.ts'
import parseCsv, { type CsvRow } from './parse-csv.ts'

interface Isolation {
  context: Pick<NodeContext, 'isolate'>
  signal: AbortSignal
}

/** Up to this size parsing takes less than starting a process would. */
const PARSED_HERE_BYTES = 64 * 1024

export function readRows(bytes: Uint8Array, { context, signal }: Isolation): Promise<CsvRow[]> {
  if (bytes.byteLength <= PARSED_HERE_BYTES) return parseCsv({ bytes })
  return parseIsolated<CsvRow[]>({ context, parser: 'parse-csv', bytes, signal })
}

/** One document per row: every column on a line of its own, or the one column that was asked for. */
export async function readCsv(
  file: OpenFile,
  { columnName, ...isolation }: Isolation & { columnName?: string | undefined },
): Promise<Document[]> {
  const rows = await readRows(file.bytes, isolation)
  const column = columnName?.trim() ?? ''
  if (column !== '' && rows[0] && !(column in rows[0])) {
    throw new NodeError(`${file.name} has no column "${column}".`, {
      code: 'bad-input',
      field: 'columnName',
      hint: `Its columns are ${Object.keys(rows[0]).join(', ')}.`,
    })
  }
  return mapInTurns(rows, (row, index) => ({
    pageContent:
      column === ''
        ? Object.entries(row)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')
        : (row[column] ?? ''),
    metadata: { source: file.name, line: index + 1 },
  }))
}
