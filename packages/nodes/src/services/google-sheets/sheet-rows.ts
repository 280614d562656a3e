import { NodeError } from '@chatwright/core'
import { asText } from '../as-text.ts'
import { at, listAt, textAt } from '../read-body.ts'
import { get, path, post, put } from '../service-request.ts'
import type { ServiceCalls } from '../service.ts'

export interface Sheet {
  spreadsheet: string
  sheet: string
}

export type Cells = readonly unknown[]

/** A sheet's name in A1 notation: in quotes, so that any name is one. */
export function inSheet(sheet: string, cells = ''): string {
  const quoted = `'${sheet.replaceAll("'", "''")}'`
  return cells === '' ? quoted : `${quoted}!${cells}`
}

export function valuesOf({ spreadsheet, sheet }: Sheet, cells = '') {
  return get(path`/v4/spreadsheets/${spreadsheet}/values/${inSheet(sheet, cells)}`)
}

export interface SheetTable {
  header: string[]
  /** The rows below the header. */
  rows: Cells[]
}

export async function readTable(calls: ServiceCalls, of: Sheet, cells = ''): Promise<SheetTable> {
  const [header = [], ...rows] = listAt(await calls.send(valuesOf(of, cells)), 'values') as Cells[]
  return { header: header.map(String), rows }
}

/** Rows as people read them: each value under its column's title. The header lies in row `first` of the sheet. */
export function asRecords({ header, rows }: SheetTable, first = 1): Record<string, unknown>[] {
  return rows.map((cells, index) => ({
    row_number: index + first + 1,
    ...Object.fromEntries(header.map((title, column) => [title || columnName(column), cells[column] ?? ''])),
  }))
}

/** The first row of a range such as A5:D50; whole columns begin in row 1. */
export function firstRow(range = ''): number {
  const [, one = '1', other = one] = /(\d+)(?::[A-Za-z]*(\d+))?/.exec(range) ?? []
  return Math.min(Number(one), Number(other))
}

/** A row in the order of the header. Titles that the sheet does not have are refused, not lost. */
export function inOrder(row: unknown, header: readonly string[]): unknown[] {
  if (Array.isArray(row)) return row as unknown[]
  const values = row as Record<string, unknown>
  const unknown = Object.keys(values).find((title) => !header.includes(title))
  if (unknown !== undefined) {
    throw new NodeError(`The sheet has no column "${unknown}".`, {
      code: 'bad-input',
      field: 'row',
      hint: `Its columns are: ${header.join(', ') || 'none'}.`,
    })
  }
  // An empty place leaves the cell as it is.
  return header.map((title) => values[title] ?? null)
}

export function matchingRows({ header, rows }: SheetTable, column: string, value: string): number[] {
  const place = header.indexOf(column)
  if (place < 0) {
    throw new NodeError(`The sheet has no column "${column}".`, {
      code: 'bad-input',
      field: 'column',
      hint: `Its columns are: ${header.join(', ') || 'none'}.`,
    })
  }
  return rows.flatMap((cells, index) => (textAt(cells, String(place)) === value ? [index + 2] : []))
}

export const asTyped = { valueInputOption: 'USER_ENTERED' }

export async function append(calls: ServiceCalls, of: Sheet, rows: readonly unknown[]): Promise<unknown> {
  const needsHeader = rows.some((row) => !Array.isArray(row))
  const header = needsHeader ? (await readTable(calls, of, '1:1')).header : []
  const values = rows.map((row) => inOrder(row, header).map(asText))
  const address = `${path`/v4/spreadsheets/${of.spreadsheet}/values/${inSheet(of.sheet)}`}:append`
  const body = await calls.send(post(address, { values }, { query: { ...asTyped, insertDataOption: 'INSERT_ROWS' } }))
  return { range: at(body, 'updates.updatedRange'), rows: at(body, 'updates.updatedRows') }
}

export async function writeRow(calls: ServiceCalls, of: Sheet, number: number, values: unknown[]): Promise<unknown> {
  const address = path`/v4/spreadsheets/${of.spreadsheet}/values/${inSheet(of.sheet, `A${number}`)}`
  const body = await calls.send(put(address, { values: [values.map(asText)] }, { query: asTyped }))
  return { range: at(body, 'updatedRange'), cells: at(body, 'updatedCells') }
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : `${columnName(Math.floor(column / 26) - 1)}${letter}`
}
