import type { Migration } from '../migrate.ts'

/** How much single calls cost, so that sums can tell what most of them come to; and what an own price is counted in. */
export const callCosts: Migration = {
  name: '0036-call-costs',
  async up(db) {
    // Without references, as the sums.
    await db.schema
      .createTable('call_cost')
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('chatflow_id', 'text', (c) => c.notNull())
      .addColumn('node_id', 'text', (c) => c.notNull())
      .addColumn('price_micro', 'double precision', (c) => c.notNull())
      .addColumn('calls', 'double precision', (c) => c.notNull())
      .addPrimaryKeyConstraint('call_cost_key', ['day', 'chatflow_id', 'node_id', 'price_micro'])
      .execute()
    await db.schema.alterTable('price').addColumn('unit', 'text').execute()
  },
}
