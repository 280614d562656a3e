import { AppError } from '@chatwright/contract'
import type { Session } from '@chatwright/core'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { RunTable } from '../../ground/db/run-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { readQuestion } from './job.ts'
import type { RunJob } from './run-job.ts'

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
    .orderBy('seq')
    .orderBy('created_date')
    .orderBy('id')
    .executeTakeFirst()
  if (!named) throw new AppError('message-not-found', { id })
  // The question comes with its answer, or one would be left without the other.
  const question =
    named.role === 'apiMessage' && named.run_id !== null
      ? await own.where('run_id', '=', named.run_id).where('role', '=', 'userMessage').executeTakeFirst()
      : undefined
  const { seq, created_date: createdDate, id: messageId } = question ?? named
  return { seq, createdDate, messageId }
}

export interface BrokenTurn {
  questionId: string
  /** What was said of the answer. */
  text: string
  run: Selectable<RunTable>
}

/** The last turn of a chat, when this is its answer, it broke off, and something was said. */
export async function findBrokenTurn(
  db: Kysely<Schema>,
  session: Session,
  answerId: string,
): Promise<BrokenTurn | undefined> {
  const [answer, question] = await chatMessages(db, session)
    .select(['chat_message.content', 'chat_message.status'])
    .orderBy('chat_message.seq', 'desc')
    .orderBy('chat_message.created_date', 'desc')
    .orderBy('chat_message.id', 'desc')
    .limit(2)
    .execute()
  if (!answer || !question || answer.id !== answerId || answer.run_id === null) return undefined
  if (answer.role !== 'apiMessage' || question.role !== 'userMessage') return undefined
  if (answer.status === 'done' || answer.content === '') return undefined
  const run = await db.selectFrom('run').selectAll().where('id', '=', answer.run_id).executeTakeFirst()
  return run && { questionId: question.id, text: answer.content, run }
}

/** What was asked of a flow and answered whole: what memories outside this database were told. */
export interface Exchange {
  question: string
  answer: string
}

/** Further back nobody edits; memories outside are told one by one. */
const MOST_EXCHANGES = 200

/** The exchanges from a turn on, newest first. */
export async function exchangesFrom(db: Kysely<Schema>, session: Session, start: TurnStart): Promise<Exchange[]> {
  const runs = await turnsFrom(db, session, start)
    .innerJoin('run', 'run.id', 'chat_message.run_id')
    .select(['run.request', 'run.answer'])
    .where('chat_message.role', '=', 'apiMessage')
    .where('run.status', '=', 'done')
    .orderBy('chat_message.seq', 'desc')
    .orderBy('chat_message.created_date', 'desc')
    .limit(MOST_EXCHANGES)
    .execute()
  return runs.map(({ request, answer }) => ({
    question: readQuestion(request).question,
    answer: answer ?? '',
  }))
}

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
  await transaction.deleteFrom('chat_message').where('id', 'in', ids).execute()
}

function turnsFrom(db: Kysely<Schema>, session: Session, { seq, createdDate, messageId }: TurnStart) {
  return chatMessages(db, session).where((e) =>
    e(
      e.refTuple('chat_message.seq', 'chat_message.created_date', 'chat_message.id'),
      '>=',
      e.tuple(seq, createdDate, messageId),
    ),
  )
}

function chatMessages(db: Kysely<Schema>, { flowId, chatId, origin }: Session) {
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
