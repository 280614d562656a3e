import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Executions are listed by what changed last, and the oldest are pruned, without walking through all runs. */
export const executions: Migration = {
  name: '0013-executions',
  async up(db) {
    await db.schema
      .createIndex('run_by_change')
      .on('run')
      .expression(sql`coalesce(ended_date, created_date), id`)
      .where(sql.ref('execution_id'), 'is not', null)
      .execute()
  },
}
