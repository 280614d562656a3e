import type { Migration } from '../migrate.ts'

/** Runs of a drawing that was tried and not saved, and their messages, are told apart: they say nothing of how a flow is used. */
export const drafts: Migration = {
  name: '0014-drafts',
  async up(db) {
    for (const table of ['run', 'chat_message']) {
      await db.schema
        .alterTable(table)
        .addColumn('is_draft', 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    }
  },
}
