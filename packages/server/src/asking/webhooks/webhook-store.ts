import { parseJson } from '@chatwright/core'
import type { Selectable } from 'kysely'
import { databaseTime } from '../../ground/db/database-clock.ts'
import type { Database } from '../../ground/db/database.ts'
import type { FlowTriggerTable } from '../../ground/db/trigger-tables.ts'
import { newTriggerRow } from '../../flows/flows/trigger-row.ts'
import {
  forgetOldest,
  newDeliveryRow,
  placeAfter,
  storeOnce,
  timeIn,
  type SubjectOf,
} from '../../runs/deliveries/delivery-log.ts'
import type { DeliveryRow } from '../../runs/deliveries/delivery-store.ts'
import { LONGEST_WINDOW_SECONDS } from './read-webhook.ts'

export type TriggerRow = Selectable<FlowTriggerTable>

/** What is stored of a delivery beside what all deliveries have. */
export interface WebhookFacts {
  /** Of its contents: the same id with others is a mistake. */
  digest: string
  method: string
  isManual: boolean
  /** Sent to the address that runs the newest version. */
  isTest: boolean
}

export type NewWebhookDelivery = Pick<
  DeliveryRow,
  'chatflow_id' | 'subject_id' | 'delivery_key' | 'signature' | 'payload' | 'error'
> & { state: 'kept' | 'refused'; facts: WebhookFacts }

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
  keep(delivery: NewWebhookDelivery): Promise<{ row: DeliveryRow; isNew: boolean; ageMs: number }>
  started(id: string, runId: string, callsBack: boolean): Promise<void>
  failed(id: string, error: string): Promise<void>
}

/** Beyond these the oldest lose what they held. */
const KEPT_PAYLOADS = 100

export function factsOf({ facts }: Pick<DeliveryRow, 'facts'>): WebhookFacts {
  return parseJson(facts) as WebhookFacts
}

export function createWebhookStore(database: Database): WebhookStore {
  const { query: db, kind } = database
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
            .selectFrom('delivery')
            .where('delivery.kind', '=', 'webhook')
            .whereRef('delivery.subject_id', '=', 'flow_trigger.id')
            .select((max) => max.fn.max('delivery.created_date').as('last'))
            .as('last'),
        )
        .orderBy('chat_flow.name')
        .orderBy('flow_trigger.created_date')
        .orderBy('flow_trigger.id')
        .limit(1000)
        .execute(),

    keep: ({ facts, ...delivery }) =>
      database.transact(async (transaction) => {
        const at = await timeIn(transaction, kind)
        const given = newDeliveryRow({
          ...delivery,
          kind: 'webhook',
          facts: JSON.stringify(facts),
          created_date: at,
        })
        const { row, isNew } = await storeOnce(transaction, given)
        if (!isNew) return { row, isNew, ageMs: Date.parse(at) - Date.parse(row.created_date) }
        const subject: SubjectOf = { kind: 'webhook', id: row.subject_id }
        const withoutPayload = await placeAfter(transaction, subject, KEPT_PAYLOADS)
        if (withoutPayload !== undefined) {
          await transaction
            .updateTable('delivery')
            .set({ payload: null })
            .where('kind', '=', subject.kind)
            .where('subject_id', '=', subject.id)
            .where('created_date', '<=', withoutPayload)
            .where('payload', 'is not', null)
            .execute()
          await forgetOldest(transaction, subject, longBefore(at))
        }
        return { row, isNew, ageMs: 0 }
      }),

    async started(id, runId, callsBack) {
      await db
        .updateTable('delivery')
        .set({
          state: 'started',
          run_id: runId,
          error: null,
          ...(callsBack && { outcome: 'due', due_at: databaseTime(kind) }),
        })
        .where('id', '=', id)
        // One that came twice is told of once.
        .where('run_id', 'is', null)
        .execute()
    },

    async failed(id, error) {
      await db
        .updateTable('delivery')
        .set({ state: 'failed', error })
        .where('id', '=', id)
        .where('run_id', 'is', null)
        .execute()
    },
  }
}

/** While a signature is good, however many others came since, it is known: or it would open the door once more. */
function longBefore(at: string): string {
  return new Date(Date.parse(at) - LONGEST_WINDOW_SECONDS * 1000).toISOString()
}
