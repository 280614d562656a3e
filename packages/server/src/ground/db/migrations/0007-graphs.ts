import type { Migration } from '../migrate.ts'

/** Graphs by what they hold, for runs that outlive the version they began with. Runs of before name none. */
export const graphs: Migration = {
  name: '0007-graphs',
  async up(db) {
    await db.schema
      .createTable('graph')
      .addColumn('hash', 'text', (c) => c.primaryKey())
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addColumn('flow_data', 'text', (c) => c.notNull())
      .execute()
    await db.schema.alterTable('run').addColumn('graph', 'text').execute()
  },
}
