import type { Migration } from '../migrate.ts'

/** Long questions whose messages left their chats, for what is still stored of their runs. */
export const keptQuestions: Migration = {
  name: '0056-kept-questions',
  async up(db) {
    await db.schema
      .createTable('kept_question')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('chatflow_id', 'text', (column) => column.notNull().references('chat_flow.id').onDelete('cascade'))
      .addColumn('chat_id', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('kept_question_chat').on('kept_question').columns(['chatflow_id', 'chat_id']).execute()
  },
}
