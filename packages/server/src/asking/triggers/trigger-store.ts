import type { Selectable, Transaction } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { FlowTriggerTable } from '../../ground/db/trigger-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { newTriggerRow } from '../../flows/flows/trigger-row.ts'
import { rhythmOf } from '../schedules/schedule-store.ts'

export type TriggerRow = Selectable<FlowTriggerTable>
/** What is set of a trigger beside a drawing. */
export type TriggerSettings = Pick<
  TriggerRow,
  'kind' | 'name' | 'cron' | 'timezone' | 'end_date' | 'settings' | 'next_due' | 'hands_on_unsigned'
>

export interface TriggerStore {
  /** One that is set beside the drawing; none of a Start step. */
  find(id: string): Promise<TriggerRow | undefined>
  count(flowId: string): Promise<number>
  create(trigger: { id: string; flowId: string; set: TriggerSettings; now: Date }): Promise<void>
  update(id: string, set: TriggerSettings, now: Date): Promise<void>
  /** With its deliveries and due times. */
  remove(id: string): Promise<number>
  /** Pauses all that run, or lets those go on. Gives how many. */
  halt(of: { flowId?: string | undefined; isHalted: boolean; now: Date }): Promise<number>
}

export function createTriggerStore(database: Database): TriggerStore {
  const { query: db } = database
  const own = (id: string) =>
    db.selectFrom('flow_trigger').selectAll().where('id', '=', id).whereRef('id', '<>', 'chatflow_id')
  return {
    find: (id) => own(id).executeTakeFirst(),

    async count(flowId) {
      const { count } = await db
        .selectFrom('flow_trigger')
        .select((e) => e.fn.countAll<number | string>().as('count'))
        .where('chatflow_id', '=', flowId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    create: ({ id, flowId, set, now }) =>
      database.transactDurably(async (transaction) => {
        await transaction
          .insertInto('flow_trigger')
          .values({ ...newTriggerRow({ id, flowId, at: now.toISOString() }), ...set })
          .execute()
      }),

    update: (id, set, now) =>
      database.transactDurably(async (transaction) => {
        await transaction
          .updateTable('flow_trigger')
          .set({ ...set, updated_date: now.toISOString() })
          .where('id', '=', id)
          .execute()
      }),

    remove: (id) =>
      database.transactDurably(async (transaction) => {
        await transaction
          .deleteFrom('delivery')
          .where('kind', 'in', ['webhook', 'schedule'])
          .where('subject_id', '=', id)
          .execute()
        const { numDeletedRows } = await transaction
          .deleteFrom('flow_trigger')
          .where('id', '=', id)
          .whereRef('id', '<>', 'chatflow_id')
          .executeTakeFirst()
        return Number(numDeletedRows)
      }),

    halt: ({ flowId, isHalted, now }) =>
      database.transactDurably(async (transaction) => {
        const running = await transaction
          .selectFrom('flow_trigger')
          .selectAll()
          .where('is_halted', '=', isHalted ? 0 : 1)
          .where((e) =>
            e.or([
              e.and([e('kind', '=', 'webhook'), e('is_paused', '=', 0)]),
              e.and([e('kind', '=', 'schedule'), e('is_enabled', '=', 1)]),
            ]),
          )
          .$if(flowId !== undefined, (q) => q.where('chatflow_id', '=', flowId ?? ''))
          .execute()
        for (const row of running) await change(transaction, row, { isHalted, now })
        return running.length
      }),
  }
}

async function change(
  transaction: Transaction<Schema>,
  row: TriggerRow,
  { isHalted, now }: { isHalted: boolean; now: Date },
): Promise<void> {
  // Times that passed while it was paused were not missed: nobody wanted them.
  const next_due = isHalted ? row.next_due : (rhythmOf(row)?.next(now)?.toISOString() ?? null)
  await transaction
    .updateTable('flow_trigger')
    .set({ is_halted: isHalted ? 1 : 0, next_due, updated_date: now.toISOString() })
    .where('id', '=', row.id)
    .execute()
}
