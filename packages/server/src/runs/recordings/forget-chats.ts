import type { Transaction } from 'kysely'
import type { Schema } from '../../ground/db/schema.ts'

/** Forgets what was recorded and asked in chats of which no run is left. */
export async function forgetValuesOfGoneChats(
  transaction: Transaction<Schema>,
  chats: readonly { chatflow_id: string; chat_id: string }[],
): Promise<void> {
  for (const { chatflow_id: flowId, chat_id: chatId } of chats) {
    for (const table of ['recorded_value', 'kept_question'] as const) {
      await transaction
        .deleteFrom(table)
        .where('chatflow_id', '=', flowId)
        .where('chat_id', '=', chatId)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('run').select('id').where('chatflow_id', '=', flowId).where('chat_id', '=', chatId))),
        )
        .execute()
    }
  }
}
