import type { Migration } from '../migrate.ts'

/** What the calls of runs were asked and came to, for each chat by hash: what comes again in a chat is kept once. */
export const recordedValues: Migration = {
  name: '0020-recorded-values',
  async up(db) {
    await db.schema
      .createTable('recorded_value')
      .addColumn('chatflow_id', 'text', (c) => c.notNull().references('chat_flow.id').onDelete('cascade'))
      .addColumn('chat_id', 'text', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('day', 'integer', (c) => c.notNull())
      .addColumn('size', 'integer', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('recorded_value_key', ['chatflow_id', 'chat_id', 'hash'])
      .execute()
    // What is old, and how large a day is, are read from here alone.
    await db.schema.createIndex('recorded_value_day').on('recorded_value').columns(['day', 'size']).execute()
  },
}
