import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** What waits from now on ends after some days, and is counted for the network it came from. What waits already keeps no end. */
export const endsOfWaits: Migration = {
  name: '0048-ends-of-waits',
  async up(db) {
    await db.schema.alterTable('run_wait').addColumn('network', 'text').execute()
    await db.schema
      .alterTable('run_wait')
      .addColumn('has_end', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createIndex('run_wait_strangers')
      .on('run_wait')
      .columns(['chatflow_id', 'network'])
      .where((e) => e.and([e(sql.ref('decided_date'), 'is', null), e(sql.ref('network'), 'is not', null)]))
      .execute()
  },
}
