import { sql, type Kysely, type Transaction } from 'kysely'
import { UserFacingError } from '../user-facing-error.ts'
import type { DatabaseKind, Schema } from './schema.ts'

export interface Migration {
  name: string
  up(db: Kysely<Schema>, kind: DatabaseKind): Promise<void>
}

interface HistoryTable {
  schema_history: { name: string; applied_date: string }
}

/** Any fixed number: two servers that start at once on one PostgreSQL database take turns. */
const MIGRATION_LOCK = 7_260_311

/** Brings the schema up to date in one transaction; refuses a database a newer version has changed. */
export async function migrate(db: Kysely<Schema>, kind: DatabaseKind, migrations: readonly Migration[]): Promise<void> {
  await db.transaction().execute((transaction) => migrateWithin(transaction, kind, migrations))
}

/** The same as a part of something larger. */
export async function migrateWithin(
  transaction: Transaction<Schema>,
  kind: DatabaseKind,
  migrations: readonly Migration[],
): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction)
  await transaction.schema
    .createTable('schema_history')
    .ifNotExists()
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('applied_date', 'text', (c) => c.notNull())
    .execute()
  const history = transaction as unknown as Kysely<HistoryTable>
  const applied = new Set((await history.selectFrom('schema_history').select('name').execute()).map((row) => row.name))
  const unknown = [...applied].filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length > 0) {
    throw new UserFacingError(
      `The database was changed by a newer version of Chatwright (${unknown.join(', ')}). Start that version, or restore a backup from before the upgrade into an empty DATA_DIR or database. Nothing was changed.`,
    )
  }
  for (const migration of migrations) {
    if (applied.has(migration.name)) continue
    await migration.up(transaction, kind)
    await history
      .insertInto('schema_history')
      .values({ name: migration.name, applied_date: new Date().toISOString() })
      .execute()
  }
}
