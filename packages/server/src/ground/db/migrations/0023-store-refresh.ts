import type { Migration } from '../migrate.ts'

/** Stores of documents that read their sources again by themselves. */
export const storeRefresh: Migration = {
  name: '0023-store-refresh',
  async up(db) {
    for (const column of ['refresh_cron', 'refresh_timezone', 'next_refresh']) {
      await db.schema.alterTable('knowledge_store').addColumn(column, 'text').execute()
    }
    await db.schema
      .createIndex('knowledge_store_next_refresh')
      .on('knowledge_store')
      .column('next_refresh')
      .where('next_refresh', 'is not', null)
      .execute()
  },
}
