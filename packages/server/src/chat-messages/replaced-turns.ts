import { AppError } from '@chatwright/contract'
import type { Session } from '@chatwright/core'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { RunJob } from '../runs/run-job.ts'

/** The first message of a turn: from it on, a conversation is asked again. */
export type TurnStart = NonNullable<RunJob['replaces']>

/**
 * Finds the turn that a message or a run belongs to. Only in the very chat that asks: whoever knows another's message id
 * learns nothing of it and changes nothing.
 */
export async function findTurn(db: Kysely<Schema>, session: Session, id: string): Promise<TurnStart> {
  const own = chatMessages(db, session)
  const named = await own
    .where((e) => e.or([e('id', '=', id), e('run_id', '=', id)]))
    .orderBy('created_date')
    .orderBy('id')
    .executeTakeFirst()
  if (!named) throw new AppError('message-not-found', { id })
  // The question comes with its answer, or one would be left without the other.
  const question =
    named.role === 'apiMessage' && named.run_id !== null
      ? await own.where('run_id', '=', named.run_id).where('role', '=', 'userMessage').executeTakeFirst()
      : undefined
  const { created_date: createdDate, id: messageId } = question ?? named
  return { createdDate, messageId }
}

/** Takes a turn and everything after it out of a chat. A run of it that is still under way has nothing left to say. */
export async function removeTurns(
  transaction: Transaction<Schema>,
  { session, start, at }: { session: Session; start: TurnStart; at: Date },
): Promise<void> {
  const { createdDate, messageId } = start
  const removed = await chatMessages(transaction, session)
    .where((e) =>
      e.or([
        e('created_date', '>', createdDate),
        e.and([e('created_date', '=', createdDate), e('id', '>=', messageId)]),
      ]),
    )
    .execute()
  if (removed.length === 0) return
  const ids = removed.map(({ id }) => id)
  const runIds = [...new Set(removed.flatMap(({ run_id }) => run_id ?? []))]
  await transaction.deleteFrom('feedback').where('message_id', 'in', ids).execute()
  await transaction.deleteFrom('chat_message').where('id', 'in', ids).execute()
  if (runIds.length === 0) return
  await transaction
    .updateTable('run')
    .set({ status: 'cancelled', ended_date: at.toISOString(), lease_owner: null, lease_until: null })
    .where('id', 'in', runIds)
    .where('status', 'in', ['queued', 'running'])
    .execute()
}

function chatMessages(db: Kysely<Schema>, { flowId, chatId, origin }: Session) {
  return db
    .selectFrom('chat_message')
    .select(['id', 'run_id', 'role', 'created_date'])
    .where('chatflow_id', '=', flowId)
    .where('chat_id', '=', chatId)
    .where('chat_type', '=', origin === 'internal' ? 'INTERNAL' : 'EXTERNAL')
}
