import { readFileSync } from 'node:fs'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '../src/ground/config/config.ts'
import { libsqlDialect } from '../src/ground/db/libsql-driver.ts'
import { migrate } from '../src/ground/db/migrate.ts'
import { migrations } from '../src/ground/db/migrations/index.ts'
import { openSqlite } from '../src/ground/db/open-sqlite.ts'

/** Rows as the first release wrote them. */
export const firstRelease = JSON.parse(
  readFileSync(new URL('../src/ground/db/fixtures/release-0.1.json', import.meta.url), 'utf8'),
) as Record<string, Record<string, unknown>[]>

/** What the first release had done to the schema. */
const firstMigrations = migrations.slice(0, 2)

/** A database as the first release left it. */
export async function writeFirstRelease(config: Config['database']): Promise<void> {
  const dialect =
    config.kind === 'sqlite'
      ? libsqlDialect(() => openSqlite(config.file))
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: config.url }) })
  const db = new Kysely<Record<string, Record<string, unknown>>>({ dialect })
  await migrate(db, config.kind, firstMigrations)
  for (const [table, rows] of Object.entries(firstRelease)) await db.insertInto(table).values(rows).execute()
  await db.destroy()
}
