import type { Migration } from '../migrate.ts'

/** Chats whose rows are deleted, and whose files and memories are still to be. */
export const deletedChats: Migration = {
  name: '0047-deleted-chats',
  async up(db) {
    await db.schema
      .createTable('deleted_chat')
      .addColumn('chatflow_id', 'text', (column) => column.notNull())
      .addColumn('chat_id', 'text', (column) => column.notNull())
      .addColumn('session_id', 'text', (column) => column.notNull())
      .addColumn('are_files_gone', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('created_date', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('deleted_chat_key', ['chatflow_id', 'chat_id', 'session_id'])
      .execute()
  },
}
