import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Runs whose searches found nothing are listed without walking through the others. */
export const foundNothing: Migration = {
  name: '0034-found-nothing',
  async up(db) {
    await db.schema
      .alterTable('run')
      .addColumn('found_nothing', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await sql`create index run_found_nothing on run (created_date, id) where found_nothing = 1`.execute(db)
  },
}
