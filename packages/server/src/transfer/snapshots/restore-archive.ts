import { sql, type Transaction } from 'kysely'
import type { BlobStore } from '../../ground/blobs/blob-store.ts'
import { openDatabase } from '../../ground/db/database.ts'
import type { Config } from '../../ground/config/config.ts'
import { migrateWithin } from '../../ground/db/migrate.ts'
import { migrations } from '../../ground/db/migrations/index.ts'
import type { DatabaseKind, Schema } from '../../ground/db/schema.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import type { SecretBox } from '../../parts/credentials/secret-box.ts'
import type { Head } from './archive-format.ts'
import { readArchive, type Archive } from './read-archive.ts'
import { closeWithdrawn, NOTHING_OPEN, readAccess, readKnownAccess, type Access } from './restored-access.ts'
import { openSnapshot } from './open-snapshot.ts'
import { isOurs, type OurTable, type Table, type Value } from './snapshot.ts'

/** Rows per statement. */
const SOME_ROWS = 50

export interface Restoring {
  config: Pick<Config, 'database'>
  blobs: BlobStore
  archive: Archive
  /** What it was when it was checked: nobody exchanges the file in between. */
  digest: string
  head: Head
  /** Opens what is sealed here and in the backup, as far as the keys are known. */
  box: Pick<SecretBox, 'open'>
  /** Whatever is there goes; otherwise it must be empty. */
  isReplacing: boolean
  /** Nothing opens that the backup had open. */
  areKeysClosed: boolean
  /** Done before the database is changed, once it is known whether there was anything here. */
  prepare(place: { hadData: boolean }): void
}

export interface Restored {
  /** Whether something was here that the backup replaced. */
  hadData: boolean
  closed: Access[]
  open: Access[]
}

/**
 * Puts everything of a backup in the place of what is there. Files come first, then the database whole or not at all:
 * whatever breaks off, no row names a file that is missing.
 */
export async function restoreArchive(restoring: Restoring): Promise<Restored> {
  const { config, blobs, archive, digest, head, box, isReplacing, areKeysClosed, prepare } = restoring
  const older = new Set<string>()
  for await (const key of blobs.list()) older.add(key)
  const database = await openDatabase(config.database)
  try {
    const { tables, hadData } = await lookAround(config.database, { older, isReplacing })
    for await (const entry of readArchive(archive)) {
      if (entry.kind === 'end') refuseExchanged(entry.checked.digest, { archive, digest })
      if (entry.kind !== 'file') continue
      await blobs.put(entry.key, entry.blob)
      older.delete(entry.key)
    }
    prepare({ hadData })
    const access = await database.transactDurably(async (transaction) => {
      const { kind } = database
      if (kind === 'postgres') await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
      const here = hadData ? await readKnownAccess(transaction, box) : NOTHING_OPEN
      await dropTables(transaction, tables, kind)
      // As the schema was when the rows were read; then on from there, as a start does.
      await migrateWithin(
        transaction,
        kind,
        migrations.filter(({ name }) => head.schema.includes(name)),
      )
      await loadRows(transaction, { archive, digest })
      if (kind === 'postgres') await moveCountersOn(transaction)
      await migrateWithin(transaction, kind, migrations)
      // Their words are indexed anew.
      await transaction.updateTable('run').set({ place: null }).where('place', 'is not', null).execute()
      // Those that were ended since would open this server again.
      await transaction.deleteFrom('sign_in').execute()
      await transaction.deleteFrom('password_link').execute()
      const closed =
        hadData || areKeysClosed ? await closeWithdrawn(transaction, areKeysClosed ? NOTHING_OPEN : here, box) : []
      return { closed, open: await readAccess(transaction, box) }
    })
    for (const key of older) await blobs.delete(key)
    return { hadData, ...access }
  } finally {
    await database.close()
  }
}

function refuseExchanged(digest: string, checked: { archive: Archive; digest: string }): void {
  if (digest === checked.digest) return
  throw new UserFacingError(`${checked.archive.file} changed during the restore. Restore it again.`)
}

/** Refuses a backup of a version that came after this one. */
export function refuseNewer({ schema, version }: Head, file: string): void {
  const unknown = schema.filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length === 0) return
  throw new UserFacingError(
    `A newer version of Chatwright wrote ${file} (${version}; ${unknown.join(', ')}). Use that version to restore it.`,
  )
}

/** The tables that are there, and a refusal where they, or the files, hold anything that nobody gave up. */
async function lookAround(
  config: Config['database'],
  { older, isReplacing }: { older: ReadonlySet<string>; isReplacing: boolean },
): Promise<{ tables: Table[]; hadData: boolean }> {
  const snapshot = await openSnapshot(config)
  try {
    const tables = await snapshot.tables()
    const full: string[] = []
    for (const table of tables) {
      for await (const rows of snapshot.rows(table)) {
        if (rows.length > 0) full.push(table.name)
        break
      }
    }
    const hadData = full.length > 0 || older.size > 0
    if (!hadData || isReplacing) return { tables, hadData }
    const what = [...full, ...(older.size > 0 ? [`${older.size} files`] : [])].join(', ')
    throw new UserFacingError(
      `There is already data here (${what}), so nothing was changed. Restore into an empty DATA_DIR or database, or add --replace to replace all data.`,
    )
  } finally {
    await snapshot.end()
  }
}

async function dropTables(
  transaction: Transaction<Schema>,
  tables: readonly Table[],
  kind: DatabaseKind,
): Promise<void> {
  // What words are found by is no table of ours: it is made of the others.
  const index = kind === 'sqlite' ? ['vector_text', 'run_words'] : ['run_words']
  for (const name of [...index, ...tables.map((table) => table.name).reverse(), 'schema_history']) {
    await transaction.schema.dropTable(name).ifExists().execute()
  }
}

async function loadRows(
  transaction: Transaction<Schema>,
  checked: { archive: Archive; digest: string },
): Promise<void> {
  let table: { name: OurTable; columns: string[] } | undefined
  let waiting: Value[][] = []
  const store = async (): Promise<void> => {
    if (table && waiting.length > 0) await insert(transaction, table, waiting)
    waiting = []
  }
  for await (const entry of readArchive(checked.archive)) {
    if (entry.kind === 'end') refuseExchanged(entry.checked.digest, checked)
    if (entry.kind === 'row') waiting.push(entry.values)
    if (entry.kind === 'table' || waiting.length >= SOME_ROWS) await store()
    if (entry.kind === 'table') {
      if (!isOurs(entry.name))
        throw new UserFacingError(`The backup ${checked.archive.file} contains an unknown table: ${entry.name}.`)
      table = { name: entry.name, columns: entry.columns }
    }
  }
  await store()
}

async function insert(
  transaction: Transaction<Schema>,
  { name, columns }: { name: OurTable; columns: readonly string[] },
  rows: readonly Value[][],
): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(row)})`)
  const list = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(name)} (${list}) values ${sql.join(values)}`.execute(transaction)
}

/** PostgreSQL counts apart from its tables: what is stored next must not get a number that a restored row has. */
async function moveCountersOn(transaction: Transaction<Schema>): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and column_default like 'nextval(%'`.execute(transaction)
  for (const { table, column } of rows.filter((row) => isOurs(row.table))) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table)}), false)`.execute(transaction)
  }
}
