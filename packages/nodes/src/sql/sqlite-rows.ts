import type { Database } from 'sql.js'

export type Row = Record<string, unknown>

/** The rows of one statement, no more than asked for. */
export function rowsOf(
  database: Database,
  sql: string,
  { limit = Infinity, longest = Infinity }: { limit?: number; longest?: number } = {},
): Row[] {
  const statement = database.prepare(sql)
  try {
    const found: Row[] = []
    let length = 0
    while (found.length < limit && length < longest && statement.step()) {
      const row = readable(statement.getAsObject())
      found.push(row)
      if (longest !== Infinity) length += JSON.stringify(row).length
    }
    return found
  } finally {
    statement.free()
  }
}

function readable(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? `(${value.length} bytes)` : value]),
  )
}
