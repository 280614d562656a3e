import type { NoticeEvent } from '@chatwright/contract'
import type { Selectable } from 'kysely'
import { databaseTime, inMs } from '../../ground/db/database-clock.ts'
import type { Database } from '../../ground/db/database.ts'
import type { FlowNoticeTable } from '../../ground/db/notice-tables.ts'
import { forgetOldest } from '../../runs/deliveries/delivery-log.ts'
import type { DeliveryRow, DeliveryStore } from '../../runs/deliveries/delivery-store.ts'

export type NoticeRow = Selectable<FlowNoticeTable>
export type NoticeState = NoticeRow & { last_sent: string | null; unsent: number | string | null }

export interface NoticeStore {
  all(flowId: string): Promise<NoticeState[]>
  find(id: string): Promise<NoticeState | undefined>
  create(row: NoticeRow): Promise<void>
  update(
    id: string,
    values: Partial<Pick<NoticeRow, 'url' | 'events' | 'secret' | 'is_enabled'>>,
    at: Date,
  ): Promise<void>
  remove(notice: Pick<NoticeRow, 'id' | 'chatflow_id'>): Promise<number>
  again(deliveryId: string): Promise<void>
  /** Where notices go. */
  addresses(ids: readonly string[]): Promise<Map<string, Pick<NoticeRow, 'url' | 'secret'>>>
  /** When mail of an event was sent to an address, where that is less than a minute ago. */
  mailedOfLate(row: DeliveryRow): Promise<string | undefined>
  /** Leaves it to the mail of a minute after: it was not tried. */
  putOff(row: DeliveryRow, mailedAt: string): Promise<void>
  sent(row: DeliveryRow): Promise<void>
}

/** How often an address is sent mail of the same kind. */
const MAIL_EVERY_MS = 60_000

/** Notices are listed and gathered by their event. */
export function eventOf({ topic }: Pick<DeliveryRow, 'topic'>): NoticeEvent {
  return topic as NoticeEvent
}

export function createNoticeStore(database: Database, deliveries: Pick<DeliveryStore, 'note'>): NoticeStore {
  const { query: db, kind } = database

  const withStates = () =>
    db
      .selectFrom('flow_notice')
      .selectAll('flow_notice')
      .select((e) => [
        e
          .selectFrom('delivery')
          .where('delivery.kind', '=', 'notice')
          .whereRef('subject_id', '=', 'flow_notice.id')
          .select((max) => max.fn.max('done_date').as('last'))
          .as('last_sent'),
        e
          .selectFrom('delivery')
          .where('delivery.kind', '=', 'notice')
          .whereRef('subject_id', '=', 'flow_notice.id')
          .where('state', '<>', 'sent')
          .select((count) => count.fn.countAll<number | string>().as('count'))
          .as('unsent'),
      ])

  return {
    all: (flowId) =>
      withStates().where('chatflow_id', '=', flowId).orderBy('created_date').orderBy('id').limit(100).execute(),

    find: (id) => withStates().where('id', '=', id).executeTakeFirst(),

    create: (row) =>
      database.transactDurably(async (transaction) => {
        await transaction.insertInto('flow_notice').values(row).execute()
        await transaction.updateTable('chat_flow').set({ is_told: 1 }).where('id', '=', row.chatflow_id).execute()
      }),

    update: (id, values, at) =>
      database.transactDurably(async (transaction) => {
        await transaction
          .updateTable('flow_notice')
          .set({ ...values, updated_date: at.toISOString() })
          .where('id', '=', id)
          .execute()
      }),

    remove: ({ id, chatflow_id: flowId }) =>
      database.transactDurably(async (transaction) => {
        await transaction.deleteFrom('delivery').where('kind', '=', 'notice').where('subject_id', '=', id).execute()
        const { numDeletedRows } = await transaction.deleteFrom('flow_notice').where('id', '=', id).executeTakeFirst()
        await transaction
          .updateTable('chat_flow')
          .set({ is_told: 0 })
          .where('id', '=', flowId)
          .where('id', 'not in', (e) => e.selectFrom('flow_notice').select('chatflow_id'))
          .execute()
        return Number(numDeletedRows)
      }),

    async again(deliveryId) {
      await db
        .updateTable('delivery')
        .set((e) => ({ state: 'due', tries: 0, fence: e('fence', '+', 1), due_at: databaseTime(kind), error: null }))
        .where('id', '=', deliveryId)
        .execute()
    },

    async addresses(ids) {
      const rows = await db
        .selectFrom('flow_notice')
        .select(['id', 'url', 'secret'])
        .where('id', 'in', [...ids])
        .execute()
      return new Map(rows.map((row) => [row.id, row]))
    },

    async mailedOfLate({ subject_id: noticeId, topic }) {
      const { sent } = await db
        .selectFrom('delivery')
        .select((e) => e.fn.max('done_date').as('sent'))
        .where('kind', '=', 'notice')
        .where('subject_id', '=', noticeId)
        .where('topic', '=', topic)
        .where('done_date', '>', databaseTime(kind, inMs(-MAIL_EVERY_MS)))
        .executeTakeFirstOrThrow()
      return sent ?? undefined
    },

    async putOff(row, mailedAt) {
      const { id, fence, tries } = row
      const due_at = new Date(Date.parse(mailedAt) + MAIL_EVERY_MS).toISOString()
      await deliveries.note({ id, fence }, { due_at, tries: tries - 1, fence: fence + 1 })
    },

    sent: (row) =>
      database.transact(async (transaction) => {
        await transaction
          .updateTable('delivery')
          .set((e) => ({
            state: 'sent',
            due_at: null,
            error: null,
            done_date: databaseTime(kind),
            // It has arrived, whatever one that took it over comes to.
            fence: e('fence', '+', 1),
          }))
          .where('id', '=', row.id)
          .execute()
        await forgetOldest(transaction, { kind: 'notice', id: row.subject_id })
      }),
  }
}
