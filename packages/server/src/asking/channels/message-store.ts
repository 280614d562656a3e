import { parseJson } from '@chatwright/core'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import { databaseTime, inMs } from '../../ground/db/database-clock.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { forgetOldest, newDeliveryRow, storeOnce, timeIn } from '../../runs/deliveries/delivery-log.ts'
import { LEASE_MS, WHENEVER, type DeliveryRow, type DeliveryStore } from '../../runs/deliveries/delivery-store.ts'
import type { ChannelEvent } from './channel-kind.ts'
import type { ChannelRow } from './channel-store.ts'

export interface MessageStore {
  /** Keeps what came, unless it came before. False for what is one too many in its conversation. */
  keep(channel: Pick<ChannelRow, 'id' | 'chatflow_id'>, event: ChannelEvent): Promise<'new' | 'known' | 'too-many'>
  /** Whether anything was said in a conversation before. */
  knows(channelId: string, conversation: string): Promise<boolean>
  /** Goes on with the next run of an execution that waited. */
  follow(row: DeliveryRow): Promise<void>
  started(row: DeliveryRow, runId: string): Promise<void>
  /** Before each message that leaves, and after it. */
  sending(row: DeliveryRow): Promise<void>
  sent(row: DeliveryRow, count: number): Promise<void>
  /** Nothing left, and it is tried once more after a while. */
  later(row: DeliveryRow, afterMs: number, error: string): Promise<void>
  end(row: DeliveryRow, state: 'waiting' | 'done' | 'failed' | 'unknown' | 'refused', error?: string): Promise<void>
  /** Sends what is left, by somebody's wish. False when there is nothing. */
  sendAgain(channelId: string, id: string): Promise<boolean>
}

/** Messages that wait for their turn in one conversation. */
const MOST_WAITING = 20

export function eventOf({ payload }: Pick<DeliveryRow, 'payload'>): ChannelEvent {
  return parseJson(payload ?? '') as ChannelEvent
}

export function createMessageStore(
  database: Database,
  deliveries: Pick<DeliveryStore, 'note' | 'release'>,
): MessageStore {
  const { query: db, kind } = database

  return {
    keep: ({ id: channelId, chatflow_id }, event) =>
      database.transact(async (transaction) => {
        const at = await timeIn(transaction, kind)
        const given = newDeliveryRow({
          kind: 'channel',
          chatflow_id,
          subject_id: channelId,
          delivery_key: event.key,
          topic: event.conversation,
          in_turn: event.type === 'message' ? 1 : 0,
          payload: JSON.stringify(event),
          state: 'kept',
          due_at: at,
          created_date: at,
        })
        const { row, isNew } = await storeOnce(transaction, given)
        if (!isNew) return 'known'
        if (await isTooMuch(transaction, channelId, event.conversation)) {
          const error = `More than ${MOST_WAITING} messages are waiting in this conversation.`
          await transaction
            .updateTable('delivery')
            .set({ state: 'refused', due_at: null, error })
            .where('id', '=', row.id)
            .execute()
          return 'too-many'
        }
        await forgetOldest(transaction, { kind: 'channel', id: channelId })
        return 'new'
      }),

    async knows(channelId, conversation) {
      const found = await db
        .selectFrom('delivery')
        .select('id')
        .where('kind', '=', 'channel')
        .where('subject_id', '=', channelId)
        .where('topic', '=', conversation)
        .where('state', '<>', 'refused')
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },

    async follow(row) {
      const next = await db
        .selectFrom('run')
        .innerJoin('run as next', 'next.execution_id', 'run.execution_id')
        .select('next.id')
        .where('run.id', '=', row.run_id)
        .where(sql<boolean>`(next.created_date, next.id) > (run.created_date, run.id)`)
        .orderBy('next.created_date')
        .orderBy('next.id')
        .limit(1)
        .executeTakeFirst()
      const run_id = next?.id ?? row.run_id
      await deliveries.release(row, { state: 'running', run_id, sent: 0, is_sending: 0, tries: 0 }, { afterMs: 0 })
    },

    // Its answer is looked for as soon as there can be one.
    async started(row, runId) {
      const values = { state: 'running', run_id: runId, sent: 0, tries: 0, error: null } as const
      await deliveries.release(row, values, { afterMs: 0 })
    },

    async sending(row) {
      const due_at = databaseTime(kind, inMs(LEASE_MS))
      if (!(await deliveries.note(row, { is_sending: 1, due_at })))
        throw new Error('Another process has taken it over.')
    },

    async sent(row, count) {
      await deliveries.note(row, { is_sending: 0, sent: count })
    },

    async later(row, afterMs, error) {
      await deliveries.release(row, { is_sending: 0, error }, { afterMs })
    },

    async end(row, state, error) {
      const values = { state, is_sending: 0, error: error ?? null } as const
      if (state !== 'waiting') await deliveries.release(row, values)
      else await deliveries.note(row, { ...values, due_at: WHENEVER, fence: row.fence + 1 })
    },

    async sendAgain(channelId, id) {
      const { numUpdatedRows } = await db
        .updateTable('delivery')
        .set((e) => ({
          state: e
            .case()
            .when('run_id', 'is', null)
            .then(sql.lit<'kept' | 'running'>('kept'))
            .else(sql.lit<'kept' | 'running'>('running'))
            .end(),
          is_sending: 0,
          tries: 0,
          error: null,
          due_at: databaseTime(kind),
        }))
        .where('kind', '=', 'channel')
        .where('subject_id', '=', channelId)
        .where('id', '=', id)
        .where('state', 'in', ['failed', 'unknown'])
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

async function isTooMuch(transaction: Transaction<Schema>, channelId: string, conversation: string): Promise<boolean> {
  const { count } = await transaction
    .selectFrom('delivery')
    .where('kind', '=', 'channel')
    .where('subject_id', '=', channelId)
    .where('topic', '=', conversation)
    .where('state', '=', 'kept')
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count) > MOST_WAITING
}
