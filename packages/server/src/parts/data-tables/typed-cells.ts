import { AppError, type DataTable } from '@chatwright/contract'
import type { DataRecord } from '@chatwright/core'

type Column = DataTable['columns'][number]

const LARGEST_ROW_BYTES = 256 * 1024

export type CellValue = string | number | boolean
export type Cells = Record<string, CellValue>

/** A row's values in the types of their columns, by the columns' ids. What is empty isn't stored. */
export function typedCells(columns: readonly Column[], row: DataRecord): { cells: Cells; emptied: string[] } {
  const cells: Cells = {}
  const emptied: string[] = []
  for (const [name, value] of Object.entries(row)) {
    if (name === 'id') continue
    const column = columnNamed(columns, name)
    const typed = typedValue(column, value)
    if (typed === undefined) emptied.push(column.id)
    else cells[column.id] = typed
  }
  if (JSON.stringify(cells).length > LARGEST_ROW_BYTES) throw invalid('A row holds at most 256 KB.')
  return { cells, emptied }
}

export function columnNamed(columns: readonly Column[], name: string): Column {
  const column = columns.find((each) => each.name === name)
  if (column) return column
  throw invalid(`The table has no column "${name}". Its columns are: ${columns.map((each) => each.name).join(', ')}.`)
}

export function typedValue({ name, type }: Column, value: unknown): CellValue | undefined {
  if (value === undefined || value === null || value === '') return undefined
  switch (type) {
    case 'number': {
      const number = typeof value === 'number' ? value : Number(plain(value))
      if (Number.isFinite(number)) return number
      throw invalid(`"${name}" takes a number, not "${shown(value)}".`)
    }
    case 'boolean': {
      const text = plain(value).toLowerCase()
      if (['true', '1', 'yes'].includes(text)) return true
      if (['false', '0', 'no'].includes(text)) return false
      throw invalid(`"${name}" takes true or false, not "${shown(value)}".`)
    }
    case 'date': {
      const date = new Date(plain(value))
      if (!Number.isNaN(date.getTime())) return date.toISOString()
      throw invalid(`"${name}" takes a date such as 2026-05-01, not "${shown(value)}".`)
    }
    default:
      return (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('\0', '').toWellFormed()
  }
}

/** A stored row as people read it. Values of columns that were removed are not shown. */
export function readRow(columns: readonly Column[], row: { id: string; cells: string }): DataRecord {
  const cells = JSON.parse(row.cells) as Cells
  return { id: row.id, ...Object.fromEntries(columns.map(({ id, name }) => [name, cells[id] ?? null])) }
}

export function invalid(message: string): AppError {
  return new AppError('data-row-invalid', undefined, { message })
}

function plain(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).trim()
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
