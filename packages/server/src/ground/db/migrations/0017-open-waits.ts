import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** The list of what waits reads what is open, newest first, however much was decided before. */
export const openWaits: Migration = {
  name: '0017-open-waits',
  async up(db) {
    await db.schema
      .createIndex('run_wait_open')
      .on('run_wait')
      .columns(['created_date', 'id'])
      .where(sql.ref('decided_date'), 'is', null)
      .execute()
  },
}
