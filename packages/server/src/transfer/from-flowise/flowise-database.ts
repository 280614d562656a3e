import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UserFacingError } from '../../ground/user-facing-error.ts'

/** A row as the older product names its columns. */
export type FlowiseRow = Record<string, unknown>

/** The database of a Flowise, which may be running. It is read in one look, and nothing is written to it. */
export interface FlowiseDatabase {
  /** Whether this version of it has the table. */
  has(table: string): boolean
  /** All rows, some at a time. */
  pages(table: string): AsyncIterable<FlowiseRow[]>
  close(): Promise<void>
}

const PAGE = 500

/** Opens what `--from-flowise` names: a data folder, its database file, or the address of a PostgreSQL database. */
export async function openFlowiseDatabase(source: string): Promise<FlowiseDatabase> {
  const database = /^postgres(ql)?:\/\//.test(source)
    ? await openPostgres(source)
    : await openSqliteFile(fileOf(source))
  if (database.has('chat_flow')) return database
  await database.close()
  throw new UserFacingError(`${hidePassword(source)} isn't a Flowise database: it has no table chat_flow.`)
}

function fileOf(source: string): string {
  if (/^mysql|^mariadb/.test(source)) {
    throw new UserFacingError(
      "A Flowise on MySQL can't be read directly. Export its data in Flowise (Settings, Export) and import the ExportData.json.",
    )
  }
  const path = existsSync(source) && statSync(source).isDirectory() ? join(source, 'database.sqlite') : source
  if (existsSync(path)) return path
  throw new UserFacingError(
    `${path} doesn't exist. Enter Flowise's data folder (usually .flowise in its home folder), its database.sqlite, or its PostgreSQL URL.`,
  )
}

async function openSqliteFile(path: string): Promise<FlowiseDatabase> {
  const { default: Libsql } = await import('libsql')
  const database = readable(path, () => {
    const opened = new Libsql(`${pathToFileURL(path).href}?mode=ro`)
    opened.pragma('busy_timeout = 5000')
    opened.exec('begin')
    return opened
  })
  const tables = new Set(
    readable(
      path,
      () => database.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[],
    ).map(({ name }) => name),
  )
  return {
    has: (table) => tables.has(table),
    async *pages(table) {
      const page = database.prepare(
        `select rowid as "_place", * from "${table}" where rowid > ? order by rowid limit ${PAGE}`,
      )
      for (let after = -1; ;) {
        const rows = readable(path, () => page.all(after) as FlowiseRow[])
        if (rows.length > 0) yield rows.map(({ _place: _, ...row }) => row)
        if (rows.length < PAGE) return
        after = Number(rows.at(-1)?.['_place'])
      }
    },
    close: async () => {
      database.close()
    },
  }
}

async function openPostgres(address: string): Promise<FlowiseDatabase> {
  const { default: pg } = await import('pg')
  const BOOLEAN = 16
  // Texts as they stand there: a date without a zone means UTC, wherever this runs.
  const getTypeParser = (type: number) => (text: string) => (type === BOOLEAN ? text === 't' : text)
  const client = new pg.Client({ connectionString: address, types: { getTypeParser } })
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read read only')
    const found = await client.query<{ name: string }>(
      'select table_name as name from information_schema.tables where table_schema = any (current_schemas(false))',
    )
    const tables = new Set(found.rows.map(({ name }) => name))
    return {
      has: (table) => tables.has(table),
      async *pages(table) {
        await client.query(`declare flowise_rows no scroll cursor for select * from "${table}"`)
        for (;;) {
          const { rows } = await client.query<FlowiseRow>(`fetch ${PAGE} from flowise_rows`)
          if (rows.length > 0) yield rows
          if (rows.length < PAGE) break
        }
        await client.query('close flowise_rows')
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw new UserFacingError(`${hidePassword(address)} can't be read: ${(error as Error).message}`)
  }
}

function readable<Result>(path: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw new UserFacingError(`${path} isn't a readable SQLite database: ${(error as Error).message}`)
  }
}

function hidePassword(source: string): string {
  if (!source.includes('://')) return source
  if (!URL.canParse(source)) return 'The address'
  const { protocol, username, host, pathname } = new URL(source)
  return `${protocol}//${username === '' ? '' : `${username}:…@`}${host}${pathname}`
}
