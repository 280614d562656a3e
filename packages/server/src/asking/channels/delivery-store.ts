import { sql, type Selectable, type Transaction } from 'kysely'
import type { ChannelDeliveryTable } from '../../ground/db/channel-tables.ts'
import type { Database } from '../../ground/db/database.ts'
import { databaseTime, inMs } from '../../ground/db/database-clock.ts'
import { newId } from '../../ground/db/new-id.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { ChannelEvent } from './channel-kind.ts'
import { takeDue, type Room } from './take-due.ts'

export type DeliveryRow = Selectable<ChannelDeliveryTable>
export type ListedDelivery = DeliveryRow & { executionId: string | null; runStatus: string | null }

export interface DeliveryStore {
  /** Keeps what came, unless it came before. False for what is one too many in its conversation. */
  keep(channelId: string, event: ChannelEvent): Promise<'new' | 'known' | 'too-many'>
  /** Whether anything was said in a conversation before. */
  knows(channelId: string, conversation: string): Promise<boolean>
  /** What waits to be begun, each conversation in its order. Whoever takes it has it for a while. */
  takeKept(room: Room): Promise<DeliveryRow[]>
  /** What has an answer that is not sent yet, or none to be had any more. */
  takeAnswered(room: Room): Promise<DeliveryRow[]>
  /** Keeps what was taken for a while longer, unless somebody else has taken it since. */
  hold(row: DeliveryRow): Promise<void>
  /** Goes on with the next run of executions that waited. */
  follow(limit: number): Promise<void>
  started(id: string, runId: string): Promise<void>
  /** Before each message that leaves, and after it. */
  sending(row: DeliveryRow): Promise<void>
  sent(row: DeliveryRow, count: number): Promise<void>
  /** Nothing left, and it is tried once more after a while. */
  later(id: string, afterMs: number, error: string): Promise<void>
  end(id: string, state: 'waiting' | 'done' | 'failed' | 'unknown' | 'refused', error?: string): Promise<void>
  /** Sends what is left, by somebody's wish. False when there is nothing. */
  sendAgain(channelId: string, id: string): Promise<boolean>
  find(channelId: string, id: string): Promise<ListedDelivery | undefined>
  page(channelId: string, at: { page: number; limit: number }): Promise<{ rows: ListedDelivery[]; total: number }>
}

/** As long as whatever is done between two marks can take at most. */
const TAKEN_MS = 120_000
/** How often whoever is at something for longer says so. */
export const HOLD_EVERY_MS = TAKEN_MS / 4
/** Messages that wait for their turn in one conversation. */
const MOST_WAITING = 20
const KEPT = 1000
/** Of what waits for somebody: it is found, and never due. */
const WHENEVER = '9999-01-01T00:00:00.000Z'

export function createDeliveryStore(database: Database): DeliveryStore {
  const { query: db, kind } = database
  const soon = (ms = 0) => databaseTime(kind, inMs(ms))

  const change = async (id: string, values: Record<string, unknown>): Promise<void> => {
    await db.updateTable('channel_delivery').set(values).where('id', '=', id).execute()
  }
  const withRuns = () =>
    db
      .selectFrom('channel_delivery')
      .leftJoin('run', 'run.id', 'channel_delivery.run_id')
      .selectAll('channel_delivery')
      .select(['run.execution_id as executionId', 'run.status as runStatus'])

  return {
    keep: (channelId, event) =>
      database.transact(async (transaction) => {
        const { rows } = await sql<{ now: string }>`select ${soon()} as "now"`.execute(transaction)
        const at = rows[0]?.now ?? new Date().toISOString()
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('channel_delivery')
          .values({
            id: newId(),
            channel_id: channelId,
            delivery_key: event.key,
            conversation: event.conversation,
            type: event.type,
            event: JSON.stringify(event),
            state: 'kept',
            run_id: null,
            sent: 0,
            is_sending: 0,
            tries: 0,
            due_at: at,
            times: 1,
            error: null,
            created_date: at,
          })
          .onConflict((conflict) => conflict.columns(['channel_id', 'delivery_key']).doNothing())
          .executeTakeFirst()
        const that = { channelId, key: event.key }
        if (numInsertedOrUpdatedRows !== 1n) {
          await byKey(transaction, that, { times: sql<number>`times + 1` })
          return 'known'
        }
        if (await isTooMuch(transaction, channelId, event.conversation)) {
          const error = `More than ${MOST_WAITING} messages wait in this conversation.`
          await byKey(transaction, that, { state: 'refused', due_at: null, error })
          return 'too-many'
        }
        await forgetOldest(transaction, channelId)
        return 'new'
      }),

    async knows(channelId, conversation) {
      const found = await db
        .selectFrom('channel_delivery')
        .select('id')
        .where('channel_id', '=', channelId)
        .where('conversation', '=', conversation)
        .where('state', '<>', 'refused')
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },

    takeKept: (room) =>
      database.transact((transaction) =>
        takeDue(transaction, { kind, state: 'kept', takenMs: TAKEN_MS, room }, (due) =>
          due
            // Somebody who writes twice is answered in that order.
            .where((e) =>
              e.or([
                e('due.type', '<>', 'message'),
                e.not(
                  e.exists(
                    e
                      .selectFrom('channel_delivery as before')
                      .select('before.id')
                      .whereRef('before.channel_id', '=', 'due.channel_id')
                      .whereRef('before.conversation', '=', 'due.conversation')
                      .where('before.type', '=', 'message')
                      .where('before.state', 'in', ['kept', 'running'])
                      .where(sql<boolean>`(before.created_date, before.id) < (due.created_date, due.id)`),
                  ),
                ),
              ]),
            ),
        ),
      ),

    takeAnswered: (room) =>
      database.transact((transaction) =>
        takeDue(transaction, { kind, state: 'running', takenMs: TAKEN_MS, room }, (due) =>
          // Also of a run that was deleted: nobody after it would have their turn.
          due.where((e) =>
            e.not(
              e.exists(
                e
                  .selectFrom('run')
                  .select('run.id')
                  .whereRef('run.id', '=', 'due.run_id')
                  .where('run.status', 'in', ['queued', 'running']),
              ),
            ),
          ),
        ),
      ),

    async follow(limit) {
      const waiting = db
        .selectFrom('channel_delivery')
        .leftJoin('run', 'run.id', 'channel_delivery.run_id')
        .select(['channel_delivery.id', 'channel_delivery.run_id as runId', 'run.status'])
        .select((e) =>
          e
            .selectFrom('run as next')
            .select('next.id')
            .whereRef('next.execution_id', '=', 'run.execution_id')
            .where(sql<boolean>`(next.created_date, next.id) > (run.created_date, run.id)`)
            .orderBy('next.created_date')
            .orderBy('next.id')
            .limit(1)
            .as('nextId'),
        )
        .where('channel_delivery.state', '=', 'waiting')
        .where('channel_delivery.due_at', '=', WHENEVER)
      const gone = await db
        .selectFrom(waiting.as('waiting'))
        .select(['id', 'runId', 'nextId'])
        // However many go on waiting, they do not stand before those that were decided.
        .where((e) => e.or([e('nextId', 'is not', null), e('status', 'is', null), e('status', '<>', 'waiting')]))
        .limit(limit)
        .execute()
      for (const { id, runId, nextId } of gone) {
        await db
          .updateTable('channel_delivery')
          .set({ state: 'running', run_id: nextId ?? runId, sent: 0, is_sending: 0, tries: 0, due_at: soon() })
          .where('id', '=', id)
          .where('run_id', '=', runId)
          .where('state', '=', 'waiting')
          .execute()
      }
    },

    async hold({ id, tries }) {
      await db
        .updateTable('channel_delivery')
        .set({ due_at: soon(TAKEN_MS) })
        .where('id', '=', id)
        .where('tries', '=', tries)
        .where('state', 'in', ['kept', 'running'])
        .execute()
    },

    // Its answer is looked for as soon as there can be one.
    started: (id, runId) =>
      change(id, { state: 'running', run_id: runId, sent: 0, tries: 0, error: null, due_at: soon() }),
    sending: ({ id }) => change(id, { is_sending: 1, due_at: soon(TAKEN_MS) }),
    sent: ({ id }, count) => change(id, { is_sending: 0, sent: count }),
    later: (id, afterMs, error) => change(id, { is_sending: 0, due_at: soon(afterMs), error }),
    end: (id, state, error) =>
      change(id, {
        state,
        is_sending: 0,
        error: error ?? null,
        due_at: state === 'waiting' ? WHENEVER : null,
      }),

    async sendAgain(channelId, id) {
      const { numUpdatedRows } = await db
        .updateTable('channel_delivery')
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
          due_at: soon(),
        }))
        .where('channel_id', '=', channelId)
        .where('id', '=', id)
        .where('state', 'in', ['failed', 'unknown'])
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    find: (channelId, id) =>
      withRuns()
        .where('channel_delivery.channel_id', '=', channelId)
        .where('channel_delivery.id', '=', id)
        .executeTakeFirst(),

    async page(channelId, { page, limit }) {
      const { count } = await db
        .selectFrom('channel_delivery')
        .where('channel_id', '=', channelId)
        .select((e) => e.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
      const rows = await withRuns()
        .where('channel_delivery.channel_id', '=', channelId)
        .orderBy('channel_delivery.created_date', 'desc')
        .orderBy('channel_delivery.id')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute()
      return { rows, total: Number(count) }
    },
  }
}

async function byKey(
  transaction: Transaction<Schema>,
  { channelId, key }: { channelId: string; key: string },
  values: Record<string, unknown>,
): Promise<void> {
  await transaction
    .updateTable('channel_delivery')
    .set(values)
    .where('channel_id', '=', channelId)
    .where('delivery_key', '=', key)
    .execute()
}

async function isTooMuch(transaction: Transaction<Schema>, channelId: string, conversation: string): Promise<boolean> {
  const { count } = await transaction
    .selectFrom('channel_delivery')
    .where('channel_id', '=', channelId)
    .where('conversation', '=', conversation)
    .where('state', '=', 'kept')
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count) > MOST_WAITING
}

/** The newest are known, and whatever is not done with. */
async function forgetOldest(transaction: Transaction<Schema>, channelId: string): Promise<void> {
  const oldest = await transaction
    .selectFrom('channel_delivery')
    .select('created_date')
    .where('channel_id', '=', channelId)
    .orderBy('created_date', 'desc')
    .limit(1)
    .offset(KEPT)
    .executeTakeFirst()
  if (!oldest) return
  await transaction
    .deleteFrom('channel_delivery')
    .where('channel_id', '=', channelId)
    .where('created_date', '<=', oldest.created_date)
    .where('due_at', 'is', null)
    .execute()
}
