import type { Json } from './column-types.ts'

/** Rows that flows share. */
export interface DataTableTable {
  id: string
  name: string
  columns: Json
  row_count: number
  byte_count: number
  /** The place of the next row. */
  next_position: number
  created_date: string
  updated_date: string
}

export interface DataRowTable {
  id: string
  table_id: string
  position: number
  /** Values by the ids of the columns. */
  cells: Json
}
