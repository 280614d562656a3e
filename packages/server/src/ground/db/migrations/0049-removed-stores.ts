import type { Migration } from '../migrate.ts'

/** Stores of documents, and sources, that are being deleted: by which job. */
export const removedStores: Migration = {
  name: '0049-removed-stores',
  async up(db) {
    for (const table of ['knowledge_store', 'knowledge_source'] as const) {
      await db.schema.alterTable(table).addColumn('removed_by', 'text').execute()
    }
  },
}
