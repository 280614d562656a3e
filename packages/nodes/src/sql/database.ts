/** A database that can only be read. */
export interface Database {
  dialect: 'SQLite' | 'PostgreSQL'
  tables(signal: AbortSignal): Promise<Table[]>
  /** Rows of a query that was found to be a SELECT, at most `limit` of them. */
  query(sql: string, options: { limit: number; signal: AbortSignal }): Promise<Row[]>
}

export interface Table {
  name: string
  columns: { name: string; type: string }[]
}

export type Row = Record<string, unknown>

export const queryTimeoutMs = 15_000

/** A LIMIT around the query, so that a forgotten one costs little. */
export function limited(sql: string, limit: number): string {
  return `SELECT * FROM (${sql}\n) AS limited_answer LIMIT ${Math.trunc(limit)}`
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
