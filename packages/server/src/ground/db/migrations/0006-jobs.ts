import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Runs are jobs of a kind; what is not an answer is found without walking through all answers. */
export const jobs: Migration = {
  name: '0006-jobs',
  async up(db) {
    await db.schema
      .alterTable('run')
      .addColumn('kind', 'text', (c) => c.notNull().defaultTo('question'))
      .execute()
    await db.schema
      .createIndex('run_by_kind')
      .on('run')
      .columns(['created_date', 'id'])
      .where(sql.ref('kind'), '<>', 'question')
      .execute()
  },
}
