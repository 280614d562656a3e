import type { Migration } from '../migrate.ts'

/** What a change does to recorded answers, what two versions answer, and whether a save waits for it. */
export const comparisons: Migration = {
  name: '0033-comparisons',
  async up(db) {
    await db.schema
      .alterTable('chat_flow')
      .addColumn('gate', 'text', (c) => c.notNull().defaultTo('off'))
      .execute()
    await db.schema
      .createTable('dry_replay')
      .addColumn('chatflow_id', 'text', (c) => c.primaryKey().references('chat_flow.id').onDelete('cascade'))
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('report', 'text')
      .addColumn('reason', 'text')
      .addColumn('updated_date', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('comparison')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('chatflow_id', 'text', (c) => c.notNull().references('chat_flow.id').onDelete('cascade'))
      .addColumn('base_version', 'integer', (c) => c.notNull())
      .addColumn('candidate_version', 'integer', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('request', 'text', (c) => c.notNull())
      .addColumn('summary', 'text')
      .addColumn('reason', 'text')
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addColumn('updated_date', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('comparison_flow')
      .on('comparison')
      .columns(['chatflow_id', 'created_date', 'id'])
      .execute()
    await db.schema
      .createTable('comparison_case')
      .addColumn('comparison_id', 'text', (c) => c.notNull().references('comparison.id').onDelete('cascade'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('verdict', 'text', (c) => c.notNull())
      .addColumn('report', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('comparison_case_key', ['comparison_id', 'number'])
      .execute()
  },
}
