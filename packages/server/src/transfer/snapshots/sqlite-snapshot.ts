import type Libsql from 'libsql'
import { existsSync } from 'node:fs'
import { refuseLostDatabase } from '../../ground/db/lost-database.ts'
import { openSqlite } from '../../ground/db/open-sqlite.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { inOrderOfReference, isOurs, type Snapshot, type Table, type Value } from './snapshot.ts'

/** Few enough that a page of large graphs fits into memory. */
const PAGE_ROWS = 200

/** In WAL mode a transaction that reads sees the database as it was when it began, and holds up nobody. */
export function openSqliteSnapshot(file: string): Snapshot {
  refuseLostDatabase(file)
  if (!existsSync(file)) throw new UserFacingError(`There is no database ${file} yet.`)
  const database = openSqlite(file)
  database.pragma('query_only = on')
  const read = <Row>(sql: string, ...values: (string | number)[]): Row[] =>
    database.prepare(sql).raw().all(values) as Row[]
  database.exec('begin')
  // The moment is that of the first read, not of the beginning.
  read('select count(*) from sqlite_schema')
  return {
    kind: 'sqlite',
    history: async () => {
      const [made] = read<[number]>("select count(*) from sqlite_schema where name = 'schema_history'")
      return made?.[0] === 1
        ? read<[string]>('select name from schema_history order by name').map(([name]) => name)
        : []
    },
    tables: async () =>
      inOrderOfReference(
        read<[string]>("select name from sqlite_schema where type = 'table'")
          .map(([name]) => name)
          .filter(isOurs)
          .map((name) => describe(name, read)),
      ),
    rows: (table) => pages(table, database),
    clockAhead: async () => 0,
    end: async () => {
      database.close()
    },
  }
}

type Read = <Row>(sql: string, ...values: (string | number)[]) => Row[]

function describe(name: Table['name'], read: Read): Table {
  return {
    name,
    columns: read<[string]>('select name from pragma_table_xinfo(?) where hidden = 0', name).map(([column]) => column),
    refersTo: read<[string]>('select distinct "table" from pragma_foreign_key_list(?)', name).map(([other]) => other),
  }
}

async function* pages({ name, columns }: Table, database: Libsql.Database): AsyncGenerator<Value[][]> {
  const list = columns.map((column) => `"${column}"`).join(', ')
  const statement = database
    .prepare(`select rowid, ${list} from "${name}" where rowid > ? order by rowid limit ${PAGE_ROWS}`)
    .raw()
  for (let after = -1; ;) {
    const rows = statement.all([after]) as [number, ...(Value | ArrayBuffer)[]][]
    if (rows.length === 0) return
    yield rows.map(([, ...values]) => values.map(plain))
    after = rows.at(-1)?.[0] ?? after
  }
}

function plain(value: Value | ArrayBuffer): Value {
  return value instanceof ArrayBuffer ? new Uint8Array(value) : value
}
