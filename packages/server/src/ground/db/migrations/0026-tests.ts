import type { Migration } from '../migrate.ts'

/** Answers that were kept as tests, with all that was recorded of them: what is forgotten elsewhere is not forgotten here. */
export const tests: Migration = {
  name: '0026-tests',
  async up(db) {
    await db.schema
      .createTable('test_set')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('chatflow_id', 'text', (c) => c.notNull().references('chat_flow.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('created_date', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('test_set_name').unique().on('test_set').columns(['chatflow_id', 'name']).execute()
    await db.schema
      .createTable('test_case')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('set_id', 'text', (c) => c.notNull().references('test_set.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('origin', 'text', (c) => c.notNull())
      .addColumn('verdict', 'text')
      .addColumn('result', 'text')
      .addColumn('created_date', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('test_case_set').on('test_case').columns(['set_id', 'created_date', 'id']).execute()
    await db.schema
      .createTable('test_turn')
      .addColumn('case_id', 'text', (c) => c.notNull().references('test_case.id').onDelete('cascade'))
      .addColumn('seq', 'integer', (c) => c.notNull())
      .addColumn('run_id', 'text')
      .addColumn('question', 'text', (c) => c.notNull())
      .addColumn('expected', 'text')
      .addColumn('checks', 'text', (c) => c.notNull())
      .addColumn('history', 'text', (c) => c.notNull())
      .addColumn('is_recorded', 'integer', (c) => c.notNull())
      .addColumn('recording', 'text')
      .addPrimaryKeyConstraint('test_turn_key', ['case_id', 'seq'])
      .execute()
  },
}
