import type { Database } from 'sql.js'
import { quoted } from './database.ts'
import { rowsOf } from './sqlite-rows.ts'
import { isChosen, isIgnored, type TableChoice } from './table-choice.ts'

interface ListedTable {
  name: string
  type: 'table' | 'view' | 'virtual'
}

/** Tables and views of a database, without SQLite's own and the hidden parts of others. */
export function listTables(database: Database): ListedTable[] {
  return rowsOf(database, 'PRAGMA table_list').flatMap(({ name, type }) => {
    const isOwn = String(name).startsWith('sqlite_')
    return isOwn || (type !== 'table' && type !== 'view' && type !== 'virtual') ? [] : [{ name: String(name), type }]
  })
}

/**
 * Takes everything out of a copy that is not chosen: what is not there cannot be read, however it is asked for. A view
 * of an ignored table goes with it; a view that is chosen keeps its rows when its tables go.
 */
export function keepChosenTables(database: Database, choice: TableChoice): void {
  if (choice.include.length === 0 && choice.ignore.length === 0) return
  // Nothing is written here, but the text of a trigger names tables.
  for (const { name } of rowsOf(database, `SELECT name FROM sqlite_schema WHERE type = 'trigger'`))
    database.run(`DROP TRIGGER ${quoted(String(name))}`)
  drop(
    database,
    listTables(database).filter(({ name }) => isIgnored(choice, { name, isInPath: true })),
  )
  drop(
    database,
    listTables(database).filter((table) => table.type === 'view' && !isWhole(database, table)),
  )
  const rest = listTables(database)
  const others = rest.filter(({ name }) => !isChosen(choice, { name, isInPath: true }))
  if (others.length === 0) return
  const views = rest.filter(({ type }) => type === 'view')
  for (const { name } of views.filter((view) => !others.includes(view)))
    database.run(`CREATE TEMP TABLE ${quoted(name)} AS SELECT * FROM main.${quoted(name)}`)
  drop(database, [...views, ...others.filter(({ type }) => type !== 'view')])
}

function drop(database: Database, tables: readonly ListedTable[]): void {
  for (const { name, type } of tables)
    database.run(`DROP ${type === 'view' ? 'VIEW' : 'TABLE'} IF EXISTS main.${quoted(name)}`)
}

/** Whether the tables of a view are still there. */
function isWhole(database: Database, { name }: ListedTable): boolean {
  try {
    database.prepare(`SELECT * FROM ${quoted(name)}`).free()
    return true
  } catch {
    return false
  }
}
