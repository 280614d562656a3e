import type { Selectable, SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import { databaseTime, inMs } from '../../ground/db/database-clock.ts'
import type { Database } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { FlowNoticeTable, NoticeDeliveryTable } from '../../ground/db/notice-tables.ts'

export type NoticeRow = Selectable<FlowNoticeTable>
export type NoticeDeliveryRow = Selectable<NoticeDeliveryTable>
export type NoticeState = NoticeRow & { last_sent: string | null; unsent: number | string | null }
export type DeliveryOfRun = NoticeDeliveryRow & { execution_id: string | null }
/** What is to be sent, and where. */
export type DueNotice = NoticeDeliveryRow & Pick<NoticeRow, 'url' | 'secret'>

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
  deliveries(id: string, at: { limit: number; page: number }): Promise<{ rows: DeliveryOfRun[]; total: number }>
  delivery(id: string, deliveryId: string): Promise<DeliveryOfRun | undefined>
  again(deliveryId: string): Promise<void>
  /** Deliveries that are due. Mail of one kind for one address goes together, once a minute. */
  take(limit: number): Promise<DueNotice[][]>
  sent(delivery: Pick<NoticeDeliveryRow, 'id' | 'notice_id'>): Promise<void>
  /** `againInMs` says when it is tried again, if it is. */
  notSent(id: string, error: string, againInMs: number | undefined): Promise<void>
}

/** Beyond these the oldest are forgotten. */
const KEPT = 500
/** How long whoever sends has before somebody else tries. */
const TAKEN_MS = 30_000
/** How often an address is sent mail of the same kind, and of how many runs at once. */
const MAIL_EVERY_MS = 60_000
const MOST_IN_MAIL = 200

export function createNoticeStore(database: Database): NoticeStore {
  const { query: db, kind } = database

  const withStates = () =>
    db
      .selectFrom('flow_notice')
      .selectAll('flow_notice')
      .select((e) => [
        e
          .selectFrom('notice_delivery')
          .whereRef('notice_id', '=', 'flow_notice.id')
          .select((max) => max.fn.max('sent_date').as('last'))
          .as('last_sent'),
        e
          .selectFrom('notice_delivery')
          .whereRef('notice_id', '=', 'flow_notice.id')
          .where('state', '<>', 'sent')
          .select((count) => count.fn.countAll<number | string>().as('count'))
          .as('unsent'),
      ])
  const withRuns = (id: string) =>
    db
      .selectFrom('notice_delivery')
      .leftJoin('run', 'run.id', 'notice_delivery.run_id')
      .selectAll('notice_delivery')
      .select('run.execution_id')
      .where('notice_id', '=', id)

  type Kind = Pick<NoticeDeliveryRow, 'notice_id' | 'event'>

  const withAddresses = (transaction: typeof db, ids: readonly string[]): Promise<DueNotice[]> =>
    transaction
      .selectFrom('notice_delivery')
      .innerJoin('flow_notice', 'flow_notice.id', 'notice_delivery.notice_id')
      .selectAll('notice_delivery')
      .select(['flow_notice.url', 'flow_notice.secret'])
      .where('notice_delivery.id', 'in', [...ids])
      .orderBy('notice_delivery.created_date')
      .orderBy('notice_delivery.id')
      .execute()

  /** When mail of a kind was sent, where that is less than a minute ago. */
  const sentOfLate = async (transaction: typeof db, { notice_id: noticeId, event }: Kind): Promise<string | null> => {
    const { sent } = await transaction
      .selectFrom('notice_delivery')
      .select((e) => e.fn.max('sent_date').as('sent'))
      .where('notice_id', '=', noticeId)
      .where('event', '=', event)
      .where('sent_date', '>', databaseTime(kind, inMs(-MAIL_EVERY_MS)))
      .executeTakeFirstOrThrow()
    return sent
  }

  /** What is left to a later mail was not tried. */
  const putOff = (transaction: typeof db, rows: readonly DueNotice[], sent: string) =>
    transaction
      .updateTable('notice_delivery')
      .set((e) => ({
        tries: e('tries', '-', 1),
        due_at: new Date(Date.parse(sent) + MAIL_EVERY_MS).toISOString(),
      }))
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()

  /** The rest of a kind that is due by now. */
  const takeRest = async (transaction: typeof db, { notice_id: noticeId, event }: Kind): Promise<DueNotice[]> => {
    const due = transaction
      .selectFrom('notice_delivery')
      .select('id')
      .where('state', '=', sql.lit('due'))
      .where('due_at', '<=', databaseTime(kind))
      .where('notice_id', '=', noticeId)
      .where('event', '=', event)
      .limit(MOST_IN_MAIL)
      .$if(kind === 'postgres', (q) => q.forUpdate().skipLocked())
    const rest = await takeThese(transaction, due)
    return rest.length === 0 ? [] : withAddresses(transaction, rest)
  }

  const takeThese = async (
    transaction: typeof db,
    due: SelectQueryBuilder<Schema, 'notice_delivery', { id: string }>,
  ): Promise<string[]> => {
    const taken = await transaction
      .updateTable('notice_delivery')
      .set((e) => ({ tries: e('tries', '+', 1), due_at: databaseTime(kind, inMs(TAKEN_MS)) }))
      .where('id', 'in', due)
      .returning('id')
      .execute()
    return taken.map(({ id }) => id)
  }

  /** What goes together, of what was taken. */
  const gather = async (transaction: typeof db, taken: readonly DueNotice[]): Promise<DueNotice[][]> => {
    const groups: DueNotice[][] = []
    const mail = new Map<string, DueNotice[]>()
    for (const notice of taken) {
      const name = `${notice.notice_id} ${notice.event}`
      const together = mail.get(name)
      if (!notice.url.startsWith('mailto:')) groups.push([notice])
      else if (together) together.push(notice)
      else mail.set(name, [notice])
    }
    for (const rows of mail.values()) {
      const [first] = rows
      if (!first) continue
      const sent = await sentOfLate(transaction, first)
      if (sent === null) groups.push([...rows, ...(await takeRest(transaction, first))])
      else await putOff(transaction, rows, sent)
    }
    return groups
  }

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
        const { numDeletedRows } = await transaction.deleteFrom('flow_notice').where('id', '=', id).executeTakeFirst()
        await transaction
          .updateTable('chat_flow')
          .set({ is_told: 0 })
          .where('id', '=', flowId)
          .where('id', 'not in', (e) => e.selectFrom('flow_notice').select('chatflow_id'))
          .execute()
        return Number(numDeletedRows)
      }),

    async deliveries(id, { limit, page }) {
      const { count } = await db
        .selectFrom('notice_delivery')
        .select((e) => e.fn.countAll<number | string>().as('count'))
        .where('notice_id', '=', id)
        .executeTakeFirstOrThrow()
      const rows = await withRuns(id)
        .orderBy('notice_delivery.created_date', 'desc')
        .orderBy('notice_delivery.id')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute()
      return { rows, total: Number(count) }
    },

    delivery: (id, deliveryId) => withRuns(id).where('notice_delivery.id', '=', deliveryId).executeTakeFirst(),

    async again(deliveryId) {
      await db
        .updateTable('notice_delivery')
        .set({ state: 'due', tries: 0, due_at: databaseTime(kind), error: null })
        .where('id', '=', deliveryId)
        .execute()
    },

    take: (limit) =>
      database.transact(async (transaction) => {
        const due = transaction
          .selectFrom('notice_delivery')
          .select('id')
          // In so many words: the index over what is due is found by them.
          .where('state', '=', sql.lit('due'))
          .where('due_at', '<=', databaseTime(kind))
          .orderBy('due_at')
          .limit(limit)
          .$if(kind === 'postgres', (q) => q.forUpdate().skipLocked())
        const taken = await takeThese(transaction, due)
        return taken.length === 0 ? [] : gather(transaction, await withAddresses(transaction, taken))
      }),

    sent: ({ id, notice_id: noticeId }) =>
      database.transact(async (transaction) => {
        await transaction
          .updateTable('notice_delivery')
          .set({ state: 'sent', due_at: null, error: null, sent_date: databaseTime(kind) })
          .where('id', '=', id)
          .execute()
        await transaction
          .deleteFrom('notice_delivery')
          .where('notice_id', '=', noticeId)
          .where('state', '<>', 'due')
          .where('created_date', '<', (e) =>
            e
              .selectFrom('notice_delivery')
              .select('created_date')
              .where('notice_id', '=', noticeId)
              .orderBy('created_date', 'desc')
              .limit(1)
              .offset(KEPT)
              .$castTo<{ created_date: string }>(),
          )
          .execute()
      }),

    async notSent(id, error, againInMs) {
      await db
        .updateTable('notice_delivery')
        .set(
          againInMs === undefined
            ? { state: 'failed', due_at: null, error }
            : { due_at: databaseTime(kind, inMs(againInMs)), error },
        )
        .where('id', '=', id)
        .where('state', '=', sql.lit('due'))
        .execute()
    },
  }
}
