import type { Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { FeedbackTable } from '../../ground/db/message-tables.ts'

export type FeedbackRow = Selectable<FeedbackTable>

export interface FeedbackStore {
  /** One rating per message: a second one takes the place of the first, under its id. */
  save(row: FeedbackRow): Promise<FeedbackRow>
  find(id: string): Promise<FeedbackRow | undefined>
  change(id: string, columns: Partial<Pick<FeedbackRow, 'rating' | 'content'>>): Promise<void>
  list(
    chatflowId: string,
    filter: { chatId?: string | undefined; from?: Date | undefined; to?: Date | undefined },
  ): Promise<FeedbackRow[]>
  ofMessages(messageIds: readonly string[]): Promise<FeedbackRow[]>
  count(
    chatflowId: string,
    filter: { from?: Date | undefined; to?: Date | undefined; isDraft?: boolean | undefined },
  ): Promise<{ all: number; positive: number }>
}

/** SQLite takes so many values in one list. */
const MAX_IDS = 5000

export function createFeedbackStore({ query: db }: Database): FeedbackStore {
  return {
    save: (row) =>
      db
        .insertInto('feedback')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('message_id').doUpdateSet({ rating: row.rating, content: row.content }),
        )
        .returningAll()
        .executeTakeFirstOrThrow(),

    find: (id) => db.selectFrom('feedback').selectAll().where('id', '=', id).executeTakeFirst(),

    async change(id, columns) {
      if (Object.keys(columns).length === 0) return
      await db.updateTable('feedback').set(columns).where('id', '=', id).execute()
    },

    list: (chatflowId, { chatId, from, to }) =>
      db
        .selectFrom('feedback')
        .selectAll()
        .where('chatflow_id', '=', chatflowId)
        .$if(chatId !== undefined, (q) => q.where('chat_id', '=', chatId ?? ''))
        .$if(from !== undefined, (q) => q.where('created_date', '>=', from?.toISOString() ?? ''))
        .$if(to !== undefined, (q) => q.where('created_date', '<=', to?.toISOString() ?? ''))
        .orderBy('created_date', 'desc')
        .limit(MAX_IDS)
        .execute(),

    async ofMessages(messageIds) {
      const rows: FeedbackRow[] = []
      for (let start = 0; start < messageIds.length; start += MAX_IDS) {
        const ids = messageIds.slice(start, start + MAX_IDS)
        rows.push(...(await db.selectFrom('feedback').selectAll().where('message_id', 'in', ids).execute()))
      }
      return rows
    },

    async count(chatflowId, { from, to, isDraft }) {
      const rows = await db
        .selectFrom('feedback')
        .select((e) => ['rating', e.fn.countAll<number | string>().as('count')])
        .where('chatflow_id', '=', chatflowId)
        .$if(from !== undefined, (q) => q.where('created_date', '>=', from?.toISOString() ?? ''))
        .$if(to !== undefined, (q) => q.where('created_date', '<=', to?.toISOString() ?? ''))
        .$if(isDraft !== undefined, (q) =>
          q.where('message_id', isDraft ? 'in' : 'not in', (e) =>
            e.selectFrom('chat_message').select('id').where('chatflow_id', '=', chatflowId).where('is_draft', '=', 1),
          ),
        )
        .groupBy('rating')
        .execute()
      const of = (rating: string) => Number(rows.find((row) => row.rating === rating)?.count ?? 0)
      return { all: of('THUMBS_UP') + of('THUMBS_DOWN'), positive: of('THUMBS_UP') }
    },
  }
}
