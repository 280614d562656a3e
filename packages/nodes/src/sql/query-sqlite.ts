import { NodeError } from '@chatwright/core'
import { longestResult, longestSample, quoted, type Table } from './database.ts'
import { keepChosenTables, listTables } from './keep-chosen-tables.ts'
import { rowsOf } from './sqlite-rows.ts'
import type { TableChoice } from './table-choice.ts'

export interface SqliteTask {
  bytes: Uint8Array
  choice: TableChoice
  wanted: { tables: { sampleRows: number } } | { rows: { sql: string; limit: number } }
}

/** Runs in a child process, which ends with it: reads a database from a copy of its bytes. */
export default async function querySqlite({ bytes, choice, wanted }: SqliteTask): Promise<Table[] | string[]> {
  const { default: initSqlJs } = await import('sql.js')
  const { Database } = await initSqlJs()
  const database = new Database(new Uint8Array(bytes))
  try {
    // A value that grows without end is SQLite's error then, and not the end of the process.
    database.run(`PRAGMA hard_heap_limit = ${256 * 1024 ** 2}`)
    keepChosenTables(database, choice)
    if ('rows' in wanted) {
      const { sql, limit } = wanted.rows
      return rowsOf(database, sql, { limit, longest: longestResult }).map((row) => clipped(row, longestResult))
    }
    const { sampleRows } = wanted.tables
    return listTables(database).map(({ name }) => ({
      name: quoted(name),
      columns: rowsOf(database, `PRAGMA table_info(${quoted(name)})`).map((column) => ({
        name: String(column.name),
        type: String(column.type),
      })),
      sample: rowsOf(database, `SELECT * FROM ${quoted(name)}`, { limit: sampleRows }).map((row) =>
        clipped(row, longestSample),
      ),
    }))
  } catch (cause) {
    throw new NodeError(`SQLite reports: ${cause instanceof Error ? cause.message : String(cause)}`, {
      code: 'bad-input',
      hint: 'Rephrase the question, or name the tables in this node.',
      cause,
    })
  } finally {
    database.close()
  }
}

function clipped(row: object, longest: number): string {
  return JSON.stringify(row).slice(0, longest)
}
