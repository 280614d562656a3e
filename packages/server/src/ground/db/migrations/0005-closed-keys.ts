import type { Migration } from '../migrate.ts'

/** Keys that a loaded file brought and nobody has let in. Those that are here already stay as they are. */
export const closedKeys: Migration = {
  name: '0005-closed-keys',
  async up(db) {
    await db.schema
      .alterTable('api_key')
      .addColumn('is_closed', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
