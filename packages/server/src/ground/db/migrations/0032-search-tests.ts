import type { Migration } from '../migrate.ts'

/** Questions with the passage that a search of their store is to find. */
export const searchTests: Migration = {
  name: '0032-search-tests',
  async up(db) {
    await db.schema
      .createTable('knowledge_test')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('store_id', 'text', (c) => c.notNull().references('knowledge_store.id').onDelete('cascade'))
      .addColumn('question', 'text', (c) => c.notNull())
      .addColumn('passage_id', 'text', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('document', 'text', (c) => c.notNull())
      .addColumn('created_date', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('knowledge_test_of_store')
      .on('knowledge_test')
      .columns(['store_id', 'created_date', 'id'])
      .execute()
  },
}
