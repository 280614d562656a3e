/** Rows that flows share, without a database beside this one. */
export interface DataTableAccess {
  list(): Promise<{ id: string; name: string; columns: DataColumn[] }[]>
  find(table: string, query: DataQuery): Promise<DataRecord[]>
  add(table: string, rows: readonly DataRecord[]): Promise<DataRecord[]>
  /** How many rows were changed. */
  update(table: string, where: readonly DataCondition[], values: DataRecord): Promise<number>
  remove(table: string, where: readonly DataCondition[]): Promise<number>
  /** Changes the row whose key column holds the same, or adds one. */
  upsert(table: string, key: string, rows: readonly DataRecord[]): Promise<{ added: number; changed: number }>
}

/** A row by the names of its columns; its `id` among them. */
export type DataRecord = Readonly<Record<string, unknown>>

export type DataType = 'text' | 'number' | 'boolean' | 'date'

export interface DataColumn {
  name: string
  type: DataType
}

export const DATA_OPERATORS = ['equals', 'notEquals', 'contains', 'greater', 'less', 'empty', 'notEmpty'] as const

export interface DataCondition {
  column: string
  operator: (typeof DATA_OPERATORS)[number]
  value?: unknown
}

export interface DataQuery {
  where: readonly DataCondition[]
  limit: number
  /** A column's name; with a minus before it the last come first. */
  sort?: string
}
