import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely'
import type { Schema } from '../../ground/db/schema.ts'
import { LONG_TEXT, messageNamedIn, withNamedText, type AskedText } from './repeated-texts.ts'

interface Asked {
  question: string
  message: string
  questionMessageId: string
  askedIn?: string
}

function isAsked(job: object): job is Asked {
  return 'questionMessageId' in job && 'question' in job
}

/** What a run was asked, where a message of its chat holds just that. */
export function askedIn(job: object): AskedText | undefined {
  if (!isAsked(job)) return undefined
  const { question, message, questionMessageId, askedIn: earlier } = job
  // No database holds a NUL or half of a character: the message is without it.
  if (question.length < LONG_TEXT || question.includes('\u0000') || !question.isWellFormed()) return undefined
  const messageId = question === message ? questionMessageId : earlier
  return messageId === undefined ? undefined : { messageId, text: question }
}

/** Rows with what was asked put in where a column only names the message that holds it. */
export async function withQuestions<Column extends string, Row extends { [Key in Column]: string | null }>(
  db: Kysely<Schema>,
  column: Column,
  rows: Row[],
): Promise<Row[]> {
  const named = rows.map((row) => messageNamedIn(row[column] ?? ''))
  const texts = await textsOfMessages(db, named)
  return rows.map((row, index) => {
    const text = texts.get(named[index] ?? '')
    return text === undefined ? row : { ...row, [column]: withNamedText(row[column] ?? '', text) }
  })
}

/** The same for one row, where there is one. */
export async function withQuestion<Column extends string, Row extends { [Key in Column]: string | null }>(
  db: Kysely<Schema>,
  column: Column,
  row: Row | undefined,
): Promise<Row | undefined> {
  return row && (await withQuestions(db, column, [row]))[0]
}

/** The texts of messages by their ids, also of those that were taken out of their chat. */
export async function textsOfMessages(
  db: Kysely<Schema>,
  ids: Iterable<string | undefined>,
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== undefined)
  if (wanted.length === 0) return new Map()
  const held = await db.selectFrom('chat_message').select(['id', 'content']).where('id', 'in', wanted).execute()
  const found = new Map(held.map(({ id, content }) => [id, content]))
  const gone = wanted.filter((id) => !found.has(id))
  if (gone.length === 0) return found
  const rows = await db.selectFrom('kept_question').select(['id', 'content']).where('id', 'in', gone).execute()
  for (const { id, content } of rows) found.set(id, content)
  return found
}

/** Keeps what runs were asked by messages that are about to leave their chat: what was told of those runs stays. */
export async function keepQuestions(
  transaction: Transaction<Schema>,
  messages: SelectQueryBuilder<Schema, 'chat_message', { id: string }>,
): Promise<void> {
  await transaction
    .insertInto('kept_question')
    .columns(['id', 'chatflow_id', 'chat_id', 'content'])
    .expression((e) =>
      e
        .selectFrom('chat_message')
        .select(['id', 'chatflow_id', 'chat_id', 'content'])
        .where('id', 'in', messages)
        .where('role', '=', 'userMessage')
        .where('run_id', 'is not', null)
        .where((message) => message(message.fn<number>('length', ['content']), '>=', LONG_TEXT)),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
