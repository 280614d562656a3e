import type { Migration } from '../migrate.ts'

/** What nodes have from the catalogue, once for all graphs that name it. */
export const nodeDeclarations: Migration = {
  name: '0055-node-declarations',
  async up(db) {
    await db.schema
      .createTable('node_declaration')
      .addColumn('hash', 'text', (c) => c.primaryKey())
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addColumn('declaration', 'text', (c) => c.notNull())
      .execute()
  },
}
