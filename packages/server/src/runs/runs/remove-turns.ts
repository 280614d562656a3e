import type { Session } from '@chatwright/core'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../ground/db/schema.ts'
import { keepQuestions } from '../questions/stored-questions.ts'
import type { QuestionJob } from './run-job.ts'

/** The first message of a turn: from it on, a conversation is asked again. */
export type TurnStart = NonNullable<QuestionJob['replaces']>

/** Takes a turn and everything after it out of a chat. A run of it that is still under way has nothing left to say. */
export async function removeTurns(
  transaction: Transaction<Schema>,
  { session, start, at }: { session: Session; start: TurnStart; at: string },
): Promise<void> {
  const turns = turnsFrom(transaction, session, start).clearSelect()
  // First, and waiting for a run that is being ended right now: its answer is seen below, or never written.
  await transaction
    .updateTable('run')
    .set({ status: 'cancelled', ended_date: at, lease_owner: null, lease_until: null })
    .where(
      'id',
      'in',
      turns
        .where('chat_message.run_id', 'is not', null)
        .select('chat_message.run_id')
        .$narrowType<{ run_id: string }>(),
    )
    .where('status', 'in', ['queued', 'running'])
    .execute()
  const ids = turns.select('chat_message.id')
  await transaction.deleteFrom('feedback').where('message_id', 'in', ids).execute()
  await keepQuestions(transaction, ids)
  await transaction.deleteFrom('chat_message').where('id', 'in', ids).execute()
}

export function turnsFrom(db: Kysely<Schema>, session: Session, { seq, createdDate, messageId }: TurnStart) {
  return chatMessages(db, session).where((e) =>
    e(
      e.refTuple('chat_message.seq', 'chat_message.created_date', 'chat_message.id'),
      '>=',
      e.tuple(seq, createdDate, messageId),
    ),
  )
}

export function chatMessages(db: Kysely<Schema>, { flowId, chatId, origin }: Session) {
  return db
    .selectFrom('chat_message')
    .select([
      'chat_message.id',
      'chat_message.run_id',
      'chat_message.role',
      'chat_message.seq',
      'chat_message.created_date',
    ])
    .where('chat_message.chatflow_id', '=', flowId)
    .where('chat_message.chat_id', '=', chatId)
    .where('chat_message.chat_type', '=', origin === 'internal' ? 'INTERNAL' : 'EXTERNAL')
}
