import type { Migration } from '../migrate.ts'

/** Conversations that the owner or a key leads under a name that could be guessed: no visitor enters them by it. */
export const namedSessions: Migration = {
  name: '0042-named-sessions',
  async up(db) {
    await db.schema
      .createTable('named_session')
      .addColumn('chatflow_id', 'text', (c) => c.notNull().references('chat_flow.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('named_session_pk', ['chatflow_id', 'name'])
      .execute()
  },
}
