/** A database that can only be read, and of it only the tables the builder chose. */
export interface Database {
  dialect: Dialect
  /** The tables a model may read, each with its first rows. */
  describe(options: { sampleRows: number; signal: AbortSignal }): Promise<Table[]>
  /** Rows of one SELECT as JSON texts: at most `limit` of them, and no more than a model is shown. */
  query(sql: string, options: { limit: number; signal: AbortSignal }): Promise<string[]>
}

export type Dialect = 'SQLite' | 'PostgreSQL'

export interface Table {
  /** As a query has to write it, quoted. */
  name: string
  columns: { name: string; type: string }[]
  /** Rows as JSON texts. */
  sample: string[]
}

export const queryTimeoutMs = 15_000

/** What a model is shown of a result: one row, or all of them together. */
export const longestResult = 20_000

/** What a model is shown of a row of a table it has not asked for yet. */
export const longestSample = 500

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
