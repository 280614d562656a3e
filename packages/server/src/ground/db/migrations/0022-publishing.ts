import type { Migration } from '../migrate.ts'

/** Which version of a flow answers, and whether it changes with each save. Those there are answer as they were last saved. */
export const publishing: Migration = {
  name: '0022-publishing',
  async up(db) {
    await db.schema.alterTable('chat_flow').addColumn('live_version', 'integer').execute()
    await db.schema
      .alterTable('chat_flow')
      .addColumn('is_published_by_hand', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
