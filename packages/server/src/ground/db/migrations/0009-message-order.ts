import type { Migration } from '../migrate.ts'

/**
 * Messages are numbered as they come: a clock that is set back or forward cannot shuffle them. Those of before keep 0 and the
 * order of their dates, which come first, so that nothing is rewritten and a large database opens at once.
 */
export const messageOrder: Migration = {
  name: '0009-message-order',
  async up(db) {
    await db.schema
      .alterTable('chat_message')
      .addColumn('seq', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    for (const [index, columns] of [
      ['chat_message_by_flow', ['chatflow_id']],
      ['chat_message_by_chat', ['chatflow_id', 'chat_id']],
      ['chat_message_by_session', ['chatflow_id', 'session_id']],
    ] as const) {
      await db.schema.dropIndex(index).execute()
      await db.schema
        .createIndex(index)
        .on('chat_message')
        .columns([...columns, 'seq', 'created_date', 'id'])
        .execute()
    }
  },
}
