import { AppError } from '@chatwright/contract'
import type { Session } from '@chatwright/core'
import type { Kysely, Selectable } from 'kysely'
import type { RunTable } from '../../ground/db/run-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { withQuestion, withQuestions } from '../questions/stored-questions.ts'
import { readQuestion } from './kinds/index.ts'
import { chatMessages, turnsFrom, type TurnStart } from './remove-turns.ts'

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
  const found = db.selectFrom('run').selectAll().where('id', '=', answer.run_id)
  const run = await withQuestion(db, 'request', await found.executeTakeFirst())
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
  const found = await turnsFrom(db, session, start)
    .innerJoin('run', 'run.id', 'chat_message.run_id')
    .select(['run.request', 'run.answer'])
    .where('chat_message.role', '=', 'apiMessage')
    .where('run.status', '=', 'done')
    .orderBy('chat_message.seq', 'desc')
    .orderBy('chat_message.created_date', 'desc')
    .limit(MOST_EXCHANGES)
    .execute()
  const runs = await withQuestions(db, 'request', found)
  return runs.map(({ request, answer }) => ({
    question: readQuestion(request).question,
    answer: answer ?? '',
  }))
}
