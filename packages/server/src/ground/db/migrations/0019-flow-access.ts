import type { Migration } from '../migrate.ts'

/** Flows that answer their owner alone. Those there are stay open, or behind their key, as they were. */
export const flowAccess: Migration = {
  name: '0019-flow-access',
  async up(db) {
    await db.schema
      .alterTable('chat_flow')
      .addColumn('is_owner_only', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
