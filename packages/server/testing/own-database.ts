import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type Libsql from 'libsql'
import pg from 'pg'
import type { Config } from '../src/ground/config/config.ts'
import { openDatabase, type Database } from '../src/ground/db/database.ts'
import { openSqlite } from '../src/ground/db/open-sqlite.ts'

/** Opens a test's own database. What the migrations make of an empty file is made once in each process, and copied. */
export async function openOwnDatabase(config: Config['database']): Promise<Database> {
  if (config.kind === 'sqlite' && !existsSync(config.file)) {
    migratedFile ??= migrateFile()
    writeFileSync(config.file, await migratedFile, { mode: 0o600 })
  }
  return openDatabase(config)
}

/** A database with the schema and nothing in it, to ask it how it would go about a statement. */
export async function openEmptySchema(): Promise<Libsql.Database> {
  migratedFile ??= migrateFile()
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-schema-'))
  try {
    const file = join(folder, 'schema.sqlite')
    writeFileSync(file, await migratedFile, { mode: 0o600 })
    // Open, it outlives its name.
    return openSqlite(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

let migratedFile: Promise<Buffer> | undefined

async function migrateFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-migrated-'))
  const file = join(folder, 'chatwright.sqlite')
  try {
    const database = await openDatabase({ kind: 'sqlite', file })
    // Closing leaves it all in the log beside the file: copied without that, it would be migrated anew by every test.
    await sql`pragma wal_checkpoint(truncate)`.execute(database.query)
    await database.close()
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A new database on the run's own PostgreSQL, with nothing in it. */
export function createPostgresDatabase(url: string): Promise<string> {
  return createFrom(url, 'template1')
}

/** The same with the schema in it: the migrations run once, and every database after is a copy. */
export async function createMigratedPostgresDatabase(url: string): Promise<string> {
  migratedTemplate ??= migrateTemplate(url)
  await migratedTemplate
  return createFrom(url, MIGRATED)
}

const MIGRATED = 'migrated'
let migratedTemplate: Promise<void> | undefined

/** Any fixed number: the workers of a run share one PostgreSQL, and the first to come makes the template for all. */
const TEMPLATE_LOCK = 7_260_312

function migrateTemplate(url: string): Promise<void> {
  return withClient(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [MIGRATED])
    if (rowCount === 1) return
    const unfinished = await createPostgresDatabase(url)
    await (await openDatabase({ kind: 'postgres', url: unfinished })).close()
    await client.query(`alter database ${nameOf(unfinished)} rename to ${MIGRATED}`)
  })
}

async function createFrom(url: string, template: string): Promise<string> {
  const address = new URL(url)
  address.pathname = `/test_${randomUUID().replaceAll('-', '')}`
  const client = await adminOf(url)
  // Since 15 it would go block by block through the log, which takes a third more; before, files were always copied.
  const { rows } = await client.query<{ isNew: boolean }>(
    `select current_setting('server_version_num')::int >= 150000 as "isNew"`,
  )
  const strategy = rows[0]?.isNew ? 'strategy file_copy' : ''
  await client.query(`create database ${nameOf(address.href)} template ${template} ${strategy}`)
  return address.href
}

/** Each takes 8 MB in 300 files: a run that kept them all would write gigabytes, and clear them away for minutes. */
export async function dropPostgresDatabase(url: string): Promise<void> {
  const main = new URL(url)
  main.pathname = '/postgres'
  const client = await adminOf(main.href)
  await client.query(`drop database ${nameOf(url)} with (force)`)
}

/** One connection for each process that tests: a new one takes as long as a tenth of a server. */
function adminOf(url: string): Promise<pg.Client> {
  const known = admins.get(url) ?? connectAdmin(url)
  admins.set(url, known)
  return known
}

const admins = new Map<string, Promise<pg.Client>>()

async function connectAdmin(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // Whoever stops PostgreSQL breaks it, and the next to come makes another.
  client.on('error', () => admins.delete(url))
  await client.connect()
  return client
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

/** A connection of its own, which frees its locks as it ends. */
async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
