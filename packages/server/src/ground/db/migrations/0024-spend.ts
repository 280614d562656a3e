import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** What runs cost: prices that people change, sums by day, and limits with what is used and reserved of them. */
export const spend: Migration = {
  name: '0024-spend',
  async up(db) {
    await db.schema
      .createTable('price')
      .addColumn('model', 'text', (c) => c.notNull())
      .addColumn('since', 'text', (c) => c.notNull())
      .addColumn('input', 'double precision', (c) => c.notNull())
      .addColumn('output', 'double precision', (c) => c.notNull())
      .addColumn('cached_input', 'double precision', (c) => c.notNull())
      .addPrimaryKeyConstraint('price_key', ['model', 'since'])
      .execute()
    // Nothing until it was reckoned, which happens after the answer.
    await db.schema.alterTable('run').addColumn('price_micro', 'double precision').execute()
    await db.schema
      .createIndex('run_unpriced')
      .on('run')
      .column('ended_date')
      .where(sql.ref('price_micro'), 'is', null)
      .where(sql.ref('ended_date'), 'is not', null)
      .execute()
    // Without references: what was spent stays spent, whoever deletes the flow.
    await db.schema
      .createTable('spend')
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('chatflow_id', 'text', (c) => c.notNull())
      .addColumn('node_id', 'text', (c) => c.notNull())
      .addColumn('model', 'text', (c) => c.notNull())
      .addColumn('key_id', 'text', (c) => c.notNull())
      .addColumn('label', 'text', (c) => c.notNull())
      .addColumn('calls', 'double precision', (c) => c.notNull())
      .addColumn('unpriced_calls', 'double precision', (c) => c.notNull())
      .addColumn('input_tokens', 'double precision', (c) => c.notNull())
      .addColumn('output_tokens', 'double precision', (c) => c.notNull())
      .addColumn('price_micro', 'double precision', (c) => c.notNull())
      .addPrimaryKeyConstraint('spend_key', ['day', 'chatflow_id', 'node_id', 'model', 'key_id'])
      .execute()
    await db.schema
      .createTable('spend_limit')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('scope', 'text', (c) => c.notNull())
      .addColumn('subject', 'text')
      .addColumn('period', 'text', (c) => c.notNull())
      .addColumn('unit', 'text', (c) => c.notNull())
      .addColumn('amount', 'double precision', (c) => c.notNull())
      .addColumn('created_date', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('ledger')
      .addColumn('limit_id', 'text', (c) => c.notNull().references('spend_limit.id').onDelete('cascade'))
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('period', 'text', (c) => c.notNull())
      .addColumn('used', 'double precision', (c) => c.notNull())
      .addColumn('reserved', 'double precision', (c) => c.notNull())
      .addPrimaryKeyConstraint('ledger_key', ['limit_id', 'subject', 'period'])
      .execute()
    await db.schema
      .createTable('ledger_hold')
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('limit_id', 'text', (c) => c.notNull().references('spend_limit.id').onDelete('cascade'))
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('period', 'text', (c) => c.notNull())
      .addColumn('amount', 'double precision', (c) => c.notNull())
      .addColumn('until', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('ledger_hold_key', ['id', 'limit_id'])
      .execute()
    await db.schema.createIndex('ledger_hold_until').on('ledger_hold').column('until').execute()
  },
}
