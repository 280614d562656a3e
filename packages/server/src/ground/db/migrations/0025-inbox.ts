import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Runs that somebody should look at are found without walking through the others; what was looked at is noted. */
export const inbox: Migration = {
  name: '0025-inbox',
  async up(db) {
    await db.schema
      .createTable('inbox_dismissal')
      .addColumn('run_id', 'text', (c) => c.primaryKey().references('run.id').onDelete('cascade'))
      .addColumn('created_date', 'text', (c) => c.notNull())
      .execute()
    await sql`create index run_noticed on run (created_date, id)
      where (status in ('failed', 'interrupted') or duration_ms >= 30000 or input_tokens + output_tokens >= 50000)`.execute(
      db,
    )
  },
}
