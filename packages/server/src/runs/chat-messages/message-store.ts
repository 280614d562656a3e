import { sql, type Selectable, type SelectQueryBuilder, type Transaction } from 'kysely'
import { containsText } from '../../ground/db/contains-text.ts'
import type { Database } from '../../ground/db/database.ts'
import { pageAfter, type Page } from '../../ground/db/keyset.ts'
import { preparedQuery } from '../../ground/db/prepared-query.ts'
import type { ChatMessageTable, DeletedChatTable } from '../../ground/db/message-tables.ts'
import type { RunTable } from '../../ground/db/run-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { keepQuestions, withQuestions } from '../questions/stored-questions.ts'
import { readQuestion } from '../runs/kinds/index.ts'
import { forgetValuesOfGoneChats } from '../recordings/forget-chats.ts'

export type MessageRow = Selectable<ChatMessageTable>

export type DeletedChat = Selectable<DeletedChatTable>

export interface MessageFilter {
  chatflowId: string
  chatId?: string | undefined
  sessionIds?: readonly string[] | undefined
  memoryType?: string | undefined
  chatTypes?: readonly ('INTERNAL' | 'EXTERNAL')[] | undefined
  from?: Date | undefined
  to?: Date | undefined
  search?: string | undefined
  messageId?: string | undefined
  /** Only messages rated so. */
  ratings?: readonly ('THUMBS_UP' | 'THUMBS_DOWN')[] | undefined
  /** Whether they were asked of a drawing that was not saved. */
  isDraft?: boolean | undefined
}

const endColumns = ['id', 'fault', 'instead', 'input_tokens', 'output_tokens', 'duration_ms'] as const

export type RunEndRow = Pick<Selectable<RunTable>, (typeof endColumns)[number]>

export interface MessageStats {
  messages: number
  sessions: number
}

export interface MessageStore {
  list(filter: MessageFilter, direction: 'asc' | 'desc'): Promise<MessageRow[]>
  page(
    filter: MessageFilter,
    at: { direction: 'asc' | 'desc'; limit: number; cursor?: string | undefined },
  ): Promise<Page<MessageRow>>
  count(filter: MessageFilter): Promise<number>
  /** The newest messages of a session, oldest first: so many, and so many characters of them. The newest comes whatever its length. */
  session(
    place: { flowId: string; sessionId: string },
    most: { last: number; characters: number },
  ): Promise<MessageRow[]>
  /** What the flow was asked in these runs: each message with the text of its files. */
  questions(runIds: readonly string[]): Promise<Map<string, string>>
  find(id: string): Promise<MessageRow | undefined>
  /** How runs ended and what they took. */
  ends(runIds: readonly string[]): Promise<RunEndRow[]>
  /** With whole chats it notes, in the same transaction, that their files and memories are to go. */
  delete(filter: MessageFilter, at: Date): Promise<number>
  /** Chats of which something is left outside the database. */
  deletedChats(which: { flowId?: string; without?: readonly string[]; limit: number }): Promise<DeletedChat[]>
  /** Those of them in which somebody wrote since. */
  goneOn(chats: readonly DeletedChat[]): Promise<DeletedChat[]>
  filesForgotten(chats: readonly DeletedChat[]): Promise<void>
  forgotten(chats: readonly DeletedChat[]): Promise<void>
  stats(filter: MessageFilter): Promise<MessageStats>
  usage(filter: MessageFilter): Promise<{ inputTokens: number; outputTokens: number }>
}

/** Lists without a limit are cut here: a browser cannot show more, and a server must not hold more. */
export const LONGEST_LIST = 10_000

/** A message may be of megabytes: so few are read before it is known how long they are. */
const SESSION_BATCH = 20

/** SQLite takes so many values in one list. */
const MAX_IDS = 5000

export function createMessageStore(database: Database): MessageStore {
  const eachChat = (
    chats: readonly DeletedChat[],
    change: (transaction: Transaction<Schema>, chat: DeletedChat) => Promise<void>,
  ): Promise<void> =>
    database.transact(async (transaction) => {
      for (const chat of chats) await change(transaction, chat)
    })
  const { query: db } = database
  const readSession = preparedQuery(
    db
      .selectFrom('chat_message')
      .selectAll()
      .where('chatflow_id', '=', '')
      .where('session_id', '=', '')
      .orderBy('seq', 'desc')
      .orderBy('created_date', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .offset(0),
  )
  const filtered = (filter: MessageFilter) => applyFilter(db.selectFrom('chat_message'), filter)

  return {
    list: (filter, direction) =>
      filtered(filter)
        .selectAll()
        .orderBy('seq', direction)
        .orderBy('created_date', direction)
        .orderBy('id', direction)
        .limit(LONGEST_LIST)
        .execute(),

    page: (filter, { direction, limit, cursor }) =>
      pageAfter(filtered(filter).selectAll(), {
        columns: ['seq', 'created_date'],
        direction,
        limit,
        cursor,
      }),

    async count(filter) {
      const row = await filtered(filter)
        .select((e) => e.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    async session({ flowId, sessionId }, { last, characters }) {
      const found = new Map<string, MessageRow>()
      let left = characters
      for (let skipped = 0; skipped < last; skipped += SESSION_BATCH) {
        const wanted = Math.min(SESSION_BATCH, last - skipped)
        const { rows } = await readSession(db, [flowId, sessionId, wanted, skipped])
        for (const row of rows) {
          // One that was written meanwhile moves the others on.
          if (found.has(row.id)) continue
          left -= row.content.length
          if (left < 0 && found.size > 0) return [...found.values()].reverse()
          found.set(row.id, row)
        }
        if (rows.length < wanted) break
      }
      return [...found.values()].reverse()
    },

    async questions(runIds) {
      const found = db
        .selectFrom('run')
        .select(['id', 'request'])
        .where('id', 'in', [...runIds])
      const rows = await withQuestions(db, 'request', await found.execute())
      return new Map(rows.map(({ id, request }) => [id, readQuestion(request).question]))
    },

    find: (id) => db.selectFrom('chat_message').selectAll().where('id', '=', id).executeTakeFirst(),

    async ends(runIds) {
      const rows: RunEndRow[] = []
      for (let start = 0; start < runIds.length; start += MAX_IDS) {
        const found = db
          .selectFrom('run')
          .select(endColumns)
          .where('id', 'in', runIds.slice(start, start + MAX_IDS))
        rows.push(...(await found.execute()))
      }
      return rows
    },

    delete: (filter, at) =>
      database.transact(async (transaction) => {
        const ids = applyFilter(transaction.selectFrom('chat_message'), filter).select('id')
        await transaction.deleteFrom('feedback').where('message_id', 'in', ids).execute()
        // What was told of a conversation goes with it; one message of it leaves the rest of its turn to be looked into.
        if (isWholeChats(filter)) {
          const runIds = applyFilter(transaction.selectFrom('chat_message'), filter)
            .where('run_id', 'is not', null)
            .select('run_id')
            .$narrowType<{ run_id: string }>()
          const chats = await applyFilter(transaction.selectFrom('chat_message'), filter)
            .select(['chatflow_id', 'chat_id'])
            .distinct()
            .execute()
          await transaction
            .insertInto('deleted_chat')
            .columns(['chatflow_id', 'chat_id', 'session_id', 'created_date'])
            .expression(
              applyFilter(transaction.selectFrom('chat_message'), filter)
                .select((e) => [
                  'chatflow_id',
                  'chat_id',
                  e.fn.coalesce('session_id', e.val('')).as('session_id'),
                  e.val(at.toISOString()).as('created_date'),
                ])
                .distinct(),
            )
            .onConflict((conflict) =>
              conflict
                .columns(['chatflow_id', 'chat_id', 'session_id'])
                .doUpdateSet({ are_files_gone: 0, created_date: at.toISOString() }),
            )
            .execute()
          await transaction.deleteFrom('run').where('id', 'in', runIds).execute()
          await forgetValuesOfGoneChats(transaction, chats)
        } else await keepQuestions(transaction, ids)
        const { numDeletedRows } = await transaction
          .deleteFrom('chat_message')
          .where('id', 'in', applyFilter(transaction.selectFrom('chat_message'), filter).select('id'))
          .executeTakeFirst()
        return Number(numDeletedRows)
      }),

    deletedChats: ({ flowId, without = [], limit }) =>
      db
        .selectFrom('deleted_chat')
        .selectAll()
        .$if(flowId !== undefined, (q) => q.where('chatflow_id', '=', flowId ?? ''))
        .$if(without.length > 0, (q) => q.where('chatflow_id', 'not in', [...without]))
        .orderBy('chatflow_id')
        .orderBy('chat_id')
        .orderBy('session_id')
        .limit(limit)
        .execute(),

    async goneOn(chats) {
      const found: DeletedChat[] = []
      for (const chat of chats) {
        const message = await db
          .selectFrom('chat_message')
          .select('id')
          .where('chatflow_id', '=', chat.chatflow_id)
          .where('chat_id', '=', chat.chat_id)
          .where('created_date', '>', chat.created_date)
          .limit(1)
          .executeTakeFirst()
        if (message) found.push(chat)
      }
      return found
    },

    filesForgotten: (chats) =>
      eachChat(chats, async (transaction, { chatflow_id: flowId, chat_id: chatId, session_id: sessionId }) => {
        await transaction
          .updateTable('deleted_chat')
          .set({ are_files_gone: 1 })
          .where('chatflow_id', '=', flowId)
          .where('chat_id', '=', chatId)
          .where('session_id', '=', sessionId)
          .execute()
      }),

    forgotten: (chats) =>
      eachChat(chats, async (transaction, { chatflow_id: flowId, chat_id: chatId, session_id: sessionId }) => {
        await transaction
          .deleteFrom('deleted_chat')
          .where('chatflow_id', '=', flowId)
          .where('chat_id', '=', chatId)
          .where('session_id', '=', sessionId)
          .execute()
      }),

    async stats(filter) {
      const row = await filtered(filter)
        .select((e) => [
          e.fn.countAll<number | string>().as('messages'),
          sql<number | string>`count(distinct coalesce(session_id, chat_id))`.as('sessions'),
        ])
        .executeTakeFirstOrThrow()
      return { messages: Number(row.messages), sessions: Number(row.sessions) }
    },

    async usage({ chatflowId, from, to, isDraft }) {
      const row = await db
        .selectFrom('run')
        .select((e) => [
          e.fn.sum<number | string | null>('input_tokens').as('input'),
          e.fn.sum<number | string | null>('output_tokens').as('output'),
        ])
        .where('chatflow_id', '=', chatflowId)
        .$if(isDraft !== undefined, (q) => q.where('is_draft', '=', isDraft ? 1 : 0))
        .$if(from !== undefined, (q) => q.where('created_date', '>=', from?.toISOString() ?? ''))
        .$if(to !== undefined, (q) => q.where('created_date', '<=', to?.toISOString() ?? ''))
        .executeTakeFirstOrThrow()
      return { inputTokens: Number(row.input ?? 0), outputTokens: Number(row.output ?? 0) }
    },
  }
}

function isWholeChats({ messageId, ratings, search, from, to }: MessageFilter): boolean {
  return messageId === undefined && !ratings?.length && !search?.trim() && !from && !to
}

function applyFilter<Row>(
  query: SelectQueryBuilder<Schema, 'chat_message', Row>,
  filter: MessageFilter,
): SelectQueryBuilder<Schema, 'chat_message', Row> {
  let found = query.where('chatflow_id', '=', filter.chatflowId)
  if (filter.chatId !== undefined) found = found.where('chat_id', '=', filter.chatId)
  if (filter.sessionIds !== undefined) found = found.where('session_id', 'in', filter.sessionIds)
  if (filter.memoryType !== undefined) found = found.where('memory_type', '=', filter.memoryType)
  if (filter.chatTypes?.length) found = found.where('chat_type', 'in', [...filter.chatTypes])
  if (filter.from) found = found.where('created_date', '>=', filter.from.toISOString())
  if (filter.to) found = found.where('created_date', '<=', filter.to.toISOString())
  if (filter.messageId !== undefined) found = found.where('id', '=', filter.messageId)
  if (filter.isDraft !== undefined) found = found.where('is_draft', '=', filter.isDraft ? 1 : 0)
  if (filter.search?.trim()) found = found.where(containsText('content', filter.search))
  if (filter.ratings?.length) {
    const ratings = [...filter.ratings]
    found = found.where((e) =>
      e('id', 'in', e.selectFrom('feedback').select('message_id').where('rating', 'in', ratings)),
    )
  }
  return found
}
