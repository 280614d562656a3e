import type { WebhookDelivery } from '@chatwright/contract'
import { sql, type Selectable, type Transaction } from 'kysely'
import { databaseTime, inMs } from '../../ground/db/database-clock.ts'
import type { Database } from '../../ground/db/database.ts'
import { newId } from '../../ground/db/new-id.ts'
import type { FlowTriggerTable, WebhookDeliveryTable } from '../../ground/db/trigger-tables.ts'
import type { RunTable } from '../../ground/db/run-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { newTriggerRow } from '../../flows/flows/trigger-row.ts'
import { LONGEST_WINDOW_SECONDS } from './read-webhook.ts'

export type TriggerRow = Selectable<FlowTriggerTable>
export type DeliveryRow = Selectable<WebhookDeliveryTable>
/** With how its run stands. */
export type DeliveryWithRun = DeliveryRow & { shown: WebhookDelivery['status'] } & {
  [Column in 'duration_ms' | 'fault' | 'execution_id']: Selectable<RunTable>[Column]
}

export type NewDelivery = Pick<
  DeliveryRow,
  | 'chatflow_id'
  | 'trigger_id'
  | 'delivery_key'
  | 'signature'
  | 'digest'
  | 'method'
  | 'state'
  | 'is_manual'
  | 'is_test'
  | 'payload'
  | 'error'
>

/** Which trigger, and whose: the one of a Start step has the id of its flow. */
export interface TriggerOf {
  id: string
  flowId: string
}

export interface WebhookStore {
  find(id: string): Promise<TriggerRow | undefined>
  keepSecret(trigger: TriggerOf, sealed: string | null, at: Date): Promise<void>
  setPaused(trigger: TriggerOf, isPaused: boolean, at: Date): Promise<void>
  openTest(trigger: TriggerOf, until: Date | null, at: Date): Promise<void>
  /** All webhooks, or those of a flow, by the name of the flow. */
  all(flowId?: string): Promise<(TriggerRow & { last: string | null })[]>
  /** Keeps a delivery, or finds the one it repeats. */
  keep(delivery: NewDelivery): Promise<{ row: DeliveryRow; isNew: boolean; ageMs: number }>
  started(id: string, runId: string, callsBack: boolean): Promise<void>
  failed(id: string, error: string): Promise<void>
  delivery(triggerId: string, id: string): Promise<DeliveryWithRun | undefined>
  deliveries(
    triggerId: string,
    at: { limit: number; page: number },
  ): Promise<{ rows: DeliveryWithRun[]; total: number }>
  /** Deliveries whose run has come to rest and whose answer is to be sent on, for whoever sends it. */
  takeCallbacks(limit: number): Promise<DeliveryRow[]>
  calledBack(id: string): Promise<void>
  /** `againInMs` says when it is tried again, if it is. */
  notCalledBack(id: string, error: string, againInMs: number | undefined): Promise<void>
}

/** Beyond these the oldest are forgotten: all of a delivery, and before that what it held. */
const KEPT = 1000
const KEPT_PAYLOADS = 100
/** How long whoever sends an answer on has before somebody else tries. */
const TAKEN_MS = 30_000

export function createWebhookStore(database: Database): WebhookStore {
  const { query: db, kind } = database
  const isPostgres = kind === 'postgres'

  const withRuns = () =>
    db
      .selectFrom('webhook_delivery')
      .leftJoin('run', 'run.id', 'webhook_delivery.run_id')
      .selectAll('webhook_delivery')
      .select(['run.duration_ms', 'run.fault', 'run.execution_id', shownAs.as('shown')])

  const change = async ({ id, flowId }: TriggerOf, values: Partial<TriggerRow>, at: Date): Promise<void> => {
    const updated_date = at.toISOString()
    await database.transactDurably((transaction) =>
      transaction
        .insertInto('flow_trigger')
        // A flow that came with a file a moment ago may not have been read.
        .values({ ...newTriggerRow({ id, flowId, at: updated_date }), is_enabled: 0, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...values, updated_date }))
        .execute(),
    )
  }

  return {
    find: (id) => db.selectFrom('flow_trigger').selectAll().where('id', '=', id).executeTakeFirst(),
    keepSecret: (trigger, secret, at) => change(trigger, { secret }, at),
    setPaused: (trigger, isPaused, at) =>
      change(trigger, { is_paused: isPaused ? 1 : 0, ...(!isPaused && { is_halted: 0 }) }, at),
    openTest: (trigger, until, at) => change(trigger, { test_until: until?.toISOString() ?? null }, at),

    all: (flowId) =>
      db
        .selectFrom('flow_trigger')
        .innerJoin('chat_flow', 'chat_flow.id', 'flow_trigger.chatflow_id')
        .where('flow_trigger.kind', '=', 'webhook')
        .$if(flowId !== undefined, (q) => q.where('flow_trigger.chatflow_id', '=', flowId ?? ''))
        .selectAll('flow_trigger')
        .select((e) =>
          e
            .selectFrom('webhook_delivery')
            .whereRef('webhook_delivery.trigger_id', '=', 'flow_trigger.id')
            .select((max) => max.fn.max('webhook_delivery.created_date').as('last'))
            .as('last'),
        )
        .orderBy('chat_flow.name')
        .orderBy('flow_trigger.created_date')
        .orderBy('flow_trigger.id')
        .limit(1000)
        .execute(),

    keep: (delivery) =>
      database.transact(async (transaction) => {
        const { trigger_id: triggerId } = delivery
        const at = await timeIn(transaction)
        const row: DeliveryRow = {
          ...delivery,
          id: newId(),
          times: 1,
          run_id: null,
          callback_state: null,
          callback_tries: 0,
          callback_at: null,
          created_date: at,
        }
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('webhook_delivery')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows === 1n) {
          await forgetOldest(transaction, triggerId, at)
          return { row, isNew: true, ageMs: 0 }
        }
        const before = await transaction
          .updateTable('webhook_delivery')
          .set((e) => ({ times: e('times', '+', 1) }))
          .where('trigger_id', '=', triggerId)
          .where((e) =>
            e.or([
              ...(delivery.delivery_key === null ? [] : [e('delivery_key', '=', delivery.delivery_key)]),
              ...(delivery.signature === null ? [] : [e('signature', '=', delivery.signature)]),
            ]),
          )
          .returningAll()
          .executeTakeFirstOrThrow()
        return { row: before, isNew: false, ageMs: Date.parse(at) - Date.parse(before.created_date) }
      }),

    async started(id, runId, callsBack) {
      await db
        .updateTable('webhook_delivery')
        .set({
          state: 'started',
          run_id: runId,
          error: null,
          ...(callsBack && { callback_state: 'due', callback_at: databaseTime(kind) }),
        })
        .where('id', '=', id)
        // One that came twice is told of once.
        .where('run_id', 'is', null)
        .execute()
    },

    async failed(id, error) {
      await db
        .updateTable('webhook_delivery')
        .set({ state: 'failed', error })
        .where('id', '=', id)
        .where('run_id', 'is', null)
        .execute()
    },

    delivery: (triggerId, id) =>
      withRuns()
        .where('webhook_delivery.trigger_id', '=', triggerId)
        .where('webhook_delivery.id', '=', id)
        .executeTakeFirst(),

    async deliveries(triggerId, { limit, page }) {
      const { count } = await db
        .selectFrom('webhook_delivery')
        .where('trigger_id', '=', triggerId)
        .select((e) => e.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
      const rows = await withRuns()
        .where('webhook_delivery.trigger_id', '=', triggerId)
        .orderBy('webhook_delivery.created_date', 'desc')
        .orderBy('webhook_delivery.id')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute()
      return { rows, total: Number(count) }
    },

    takeCallbacks: (limit) =>
      database.transact(async (transaction) => {
        const due = transaction
          .selectFrom('webhook_delivery')
          // A run that was deleted has no answer any more: that is kept, too.
          .leftJoin('run', 'run.id', 'webhook_delivery.run_id')
          .select('webhook_delivery.id')
          .where('webhook_delivery.callback_state', '=', 'due')
          .where('webhook_delivery.callback_at', '<=', databaseTime(kind))
          .where((e) => e.or([e('run.id', 'is', null), e('run.status', 'not in', ['queued', 'running'])]))
          .orderBy('webhook_delivery.callback_at')
          .limit(limit)
          .$if(isPostgres, (q) => q.forUpdate('webhook_delivery').skipLocked())
        return transaction
          .updateTable('webhook_delivery')
          .set((e) => ({
            callback_tries: e('callback_tries', '+', 1),
            callback_at: databaseTime(kind, inMs(TAKEN_MS)),
          }))
          .where('id', 'in', due)
          .returningAll()
          .execute()
      }),

    async calledBack(id) {
      await db
        .updateTable('webhook_delivery')
        .set({ callback_state: 'sent', callback_at: null })
        .where('id', '=', id)
        .execute()
    },

    async notCalledBack(id, error, againInMs) {
      await db
        .updateTable('webhook_delivery')
        .set(
          againInMs === undefined
            ? { callback_state: 'failed', callback_at: null, error }
            : { callback_at: databaseTime(kind, inMs(againInMs)) },
        )
        .where('id', '=', id)
        .execute()
    },
  }

  async function timeIn(transaction: Transaction<Schema>): Promise<string> {
    const { rows } = await sql<{ now: string }>`select ${databaseTime(kind)} as "now"`.execute(transaction)
    return rows[0]?.now ?? new Date().toISOString()
  }
}

const shownAs = sql<WebhookDelivery['status']>`case
  when webhook_delivery.state = 'refused' then 'REFUSED'
  when webhook_delivery.state = 'failed' then 'FAILED'
  when webhook_delivery.state = 'kept' or run.status = 'queued' then 'QUEUED'
  when run.status = 'running' then 'RUNNING'
  when run.status = 'waiting' then 'WAITING'
  when run.status = 'done' or run.id is null then 'SUCCEEDED'
  else 'FAILED' end`

async function forgetOldest(transaction: Transaction<Schema>, triggerId: string, at: string): Promise<void> {
  const dateAt = async (place: number): Promise<string | undefined> => {
    const row = await transaction
      .selectFrom('webhook_delivery')
      .select('created_date')
      .where('trigger_id', '=', triggerId)
      .orderBy('created_date', 'desc')
      .limit(1)
      .offset(place)
      .executeTakeFirst()
    return row?.created_date
  }
  const withoutPayload = await dateAt(KEPT_PAYLOADS)
  if (withoutPayload === undefined) return
  await transaction
    .updateTable('webhook_delivery')
    .set({ payload: null })
    .where('trigger_id', '=', triggerId)
    .where('created_date', '<=', withoutPayload)
    .where('payload', 'is not', null)
    .execute()
  const gone = await dateAt(KEPT)
  if (gone === undefined) return
  await transaction
    .deleteFrom('webhook_delivery')
    .where('trigger_id', '=', triggerId)
    .where('created_date', '<=', gone)
    .where((e) => e.or([e('callback_state', 'is', null), e('callback_state', '<>', 'due')]))
    // While a signature is good, however many others came since, it is known: or it would open the door once more.
    .where((e) => e.or([e('signature', 'is', null), e('created_date', '<=', longBefore(at))]))
    .execute()
}

function longBefore(at: string): string {
  return new Date(Date.parse(at) - LONGEST_WINDOW_SECONDS * 1000).toISOString()
}
