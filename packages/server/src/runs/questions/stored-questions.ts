import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely'
import type { Schema } from '../../ground/db/schema.ts'
import { LONG_TEXT, messagesNamedIn, withNamedTexts, type AskedText } from './repeated-texts.ts'

interface Asked {
  question: string
  message: string
  questionMessageId: string
  askedIn?: string
  fileAttachment?: string
  filesIn?: string
}

function isAsked(job: object): job is Asked {
  return 'questionMessageId' in job && 'question' in job
}

/** What a run was asked, part by part, where a row of its chat holds just that: what was written, and the text of its files. */
export function askedIn(job: object): AskedText[] {
  if (!isAsked(job)) return []
  const { fileAttachment = '', filesIn } = job
  const messageId = messageAsking(job)
  return [
    ...(messageId === undefined ? [] : [{ messageId, text: writtenIn(job) }]),
    ...(filesIn === undefined ? [] : [{ messageId: filesIn, text: fileAttachment }]),
  ].filter(({ text }) => isLong(text))
}

/** The message that holds what was written, where one does. */
function messageAsking(job: Asked): string | undefined {
  return writtenIn(job) === job.message ? job.questionMessageId : job.askedIn
}

/** Whether a row of its own holds a text as it is. */
export function isLong(text: string): boolean {
  // No database holds a NUL or half of a character.
  return text.length >= LONG_TEXT && !text.includes('\u0000') && text.isWellFormed()
}

/** The question without the text of files before it. */
function writtenIn({ question, fileAttachment = '' }: Pick<Asked, 'question' | 'fileAttachment'>): string {
  return fileAttachment !== '' && question.startsWith(`${fileAttachment}${AFTER_FILES}`)
    ? question.slice(fileAttachment.length + AFTER_FILES.length)
    : question
}

const AFTER_FILES = '\n\n'

/** What a flow is asked that reads no text of files by itself. */
export function questionAfter(files: string, written: string): string {
  return `${files}${AFTER_FILES}${written}`
}

/** Rows with what was asked put in where a column only names the message that holds it. */
export async function withQuestions<Column extends string, Row extends { [Key in Column]: string | null }>(
  db: Kysely<Schema>,
  column: Column,
  rows: Row[],
): Promise<Row[]> {
  const named = rows.map((row) => messagesNamedIn(row[column] ?? ''))
  const texts = await textsOfMessages(db, named.flat())
  return rows.map((row, index) =>
    named[index]?.length ? { ...row, [column]: withNamedTexts(row[column] ?? '', texts) } : row,
  )
}

/** The same for one row, where there is one. */
export async function withQuestion<Column extends string, Row extends { [Key in Column]: string | null }>(
  db: Kysely<Schema>,
  column: Column,
  row: Row | undefined,
): Promise<Row | undefined> {
  return row && (await withQuestions(db, column, [row]))[0]
}

/** The texts of messages by their ids, also of those that were taken out of their chat, and of files. */
export async function textsOfMessages(db: Kysely<Schema>, ids: Iterable<string>): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)]
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
