import { NodeError } from '@chatwright/core'
import { quoted, type Row, type Table } from './database.ts'

export interface SqliteTask {
  bytes: Uint8Array
  wanted: 'tables' | 'rows'
  sql?: string
}

/** Runs in a child process: reads a database from its bytes. */
export default async function querySqlite(task: SqliteTask): Promise<Table[] | Row[]> {
  const { default: initSqlJs } = await import('sql.js')
  const { Database } = await initSqlJs()
  const database = new Database(new Uint8Array(task.bytes))
  const rows = (sql: string): Row[] => {
    const statement = database.prepare(sql)
    const found: Row[] = []
    while (statement.step()) found.push(statement.getAsObject())
    statement.free()
    return found
  }
  try {
    if (task.wanted === 'rows') return rows(task.sql ?? '').map(readable)
    const names = rows(`SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'`)
    return names.map(({ name }) => ({
      name: String(name),
      columns: rows(`PRAGMA table_info(${quoted(String(name))})`).map((column) => ({
        name: String(column.name),
        type: String(column.type),
      })),
    }))
  } catch (cause) {
    throw new NodeError(`SQLite says: ${cause instanceof Error ? cause.message : String(cause)}`, {
      code: 'bad-input',
      hint: 'Ask in other words, or name the tables to use in this node.',
      cause,
    })
  } finally {
    database.close()
  }
}

function readable(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? `(${value.length} bytes)` : value]),
  )
}
