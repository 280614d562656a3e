import type { Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import { databaseTime } from '../../ground/db/database-clock.ts'
import type { Database } from '../../ground/db/database.ts'
import type { FlowTriggerTable } from '../../ground/db/trigger-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { isOn } from '../../flows/flows/trigger-row.ts'
import { forgetOldest, newDeliveryRow } from '../../runs/deliveries/delivery-log.ts'
import type { DeliveryRow } from '../../runs/deliveries/delivery-store.ts'
import { dueTimes } from './due-times.ts'
import type { ScheduleSettings } from './read-schedule.ts'
import { createReadStarts, type ReadStarts } from './read-starts.ts'
import { timesOf } from './times.ts'

export type ScheduleRow = Selectable<FlowTriggerTable>

export interface ScheduleStore {
  /** By the database's clock, which all processes share. */
  now(): Promise<Date>
  /** Reads the schedules of flows that were saved since they were last read. */
  readChanged: ReadStarts
  find(id: string): Promise<ScheduleRow | undefined>
  /** All schedules, or those of a flow, the next to run first. */
  all(flowId?: string): Promise<(ScheduleRow & { flow_name: string })[]>
  setEnabled(id: string, isEnabled: boolean, now: Date): Promise<void>
  /** Keeps each time that has come, once, and when the next one comes. Whether there were any. */
  keepDue(now: Date): Promise<boolean>
  /** Finds next times that are missing, or far away because a clock was set forward and back again. */
  setRight(now: Date): Promise<void>
  /** Deletes times from the log, none that is still to run. Gives how many there were. */
  deleteTimes(triggerId: string, ids: readonly string[]): Promise<number>
}

const AT_ONCE = 50

export function createScheduleStore(database: Database): ScheduleStore {
  const { query: db, kind } = database
  const isPostgres = kind === 'postgres'

  return {
    async now() {
      const { rows } = await sql<{ now: string }>`select ${databaseTime(kind)} as "now"`.execute(db)
      return new Date(rows[0]?.now ?? Number.NaN)
    },

    readChanged: createReadStarts(database),

    find: (id) => db.selectFrom('flow_trigger').selectAll().where('id', '=', id).executeTakeFirst(),

    all: (flowId) =>
      db
        .selectFrom('flow_trigger')
        .innerJoin('chat_flow', 'chat_flow.id', 'flow_trigger.chatflow_id')
        .selectAll('flow_trigger')
        .select('chat_flow.name as flow_name')
        .where('flow_trigger.kind', '=', 'schedule')
        .$if(flowId !== undefined, (q) => q.where('flow_trigger.chatflow_id', '=', flowId ?? ''))
        .orderBy('flow_trigger.next_due')
        .orderBy('flow_trigger.id')
        .limit(1000)
        .execute(),

    setEnabled: (id, isEnabled, now) =>
      database.transactDurably(async (transaction) => {
        const row = await locked(transaction, id)
        if (!row || isOn(row) === isEnabled) return
        // Times that passed while it was paused were not missed: nobody wanted them.
        const next = isEnabled ? rhythmOf(row)?.next(now) : undefined
        await transaction
          .updateTable('flow_trigger')
          .set({
            is_enabled: isEnabled ? 1 : 0,
            is_halted: 0,
            ...(isEnabled && { next_due: next?.toISOString() ?? null }),
            updated_date: now.toISOString(),
          })
          .where('id', '=', id)
          .execute()
      }),

    async keepDue(now) {
      const due = await db
        .selectFrom('flow_trigger')
        .select('id')
        .where('next_due', 'is not', null)
        .where('next_due', '<=', now.toISOString())
        .where('is_enabled', '=', 1)
        .where('is_halted', '=', 0)
        .orderBy('next_due')
        .limit(AT_ONCE)
        .execute()
      for (const { id } of due) {
        await database.transact((transaction) => keepTimes(transaction, id, now))
      }
      return due.length > 0
    },

    async setRight(now) {
      const rows = await db
        .selectFrom('flow_trigger')
        .selectAll()
        .where('cron', 'is not', null)
        .where('is_enabled', '=', 1)
        .execute()
      for (const row of rows) {
        const { id, next_due: before } = row
        const next = rhythmOf(row)?.next(now)?.toISOString()
        if (next === undefined || (before !== null && next >= before)) continue
        await db
          .updateTable('flow_trigger')
          .set({ next_due: next })
          .where('id', '=', id)
          .where('next_due', before === null ? 'is' : '=', before)
          .execute()
      }
    },

    async deleteTimes(triggerId, ids) {
      if (ids.length === 0) return 0
      const { numDeletedRows } = await db
        .deleteFrom('delivery')
        .where('kind', '=', 'schedule')
        .where('subject_id', '=', triggerId)
        .where('id', 'in', [...ids])
        .where('state', '<>', 'due')
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }

  function locked(transaction: Transaction<Schema>, id: string): Promise<ScheduleRow | undefined> {
    return transaction
      .selectFrom('flow_trigger')
      .selectAll()
      .where('id', '=', id)
      .$if(isPostgres, (q) => q.forUpdate())
      .executeTakeFirst()
  }

  /** In one transaction: the times that came, each once, and the next. */
  async function keepTimes(transaction: Transaction<Schema>, id: string, now: Date): Promise<void> {
    const row = await locked(transaction, id)
    const times = row && rhythmOf(row)
    // Another process was quicker, or somebody has paused it.
    if (!times || !isOn(row) || row.next_due === null || row.next_due > now.toISOString()) return
    const settings = JSON.parse(row.settings) as ScheduleSettings
    const { due, next } = dueTimes(times, new Date(row.next_due), settings, now)
    const why = due.length > 0 && settings.overlap === 'skip' ? await whySkipped(transaction, id) : null
    const rows = due.map((time) => timeRow(row, { dueAt: time.toISOString(), skippedBecause: why, now }))
    if (due.length === 0) {
      rows.push(timeRow(row, { dueAt: row.next_due, skippedBecause: 'The server was not running at that time.', now }))
    }
    await transaction
      .insertInto('delivery')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['kind', 'subject_id', 'delivery_key']).doNothing())
      .execute()
    await transaction
      .updateTable('flow_trigger')
      .set({ next_due: next?.toISOString() ?? null, last_due: due.at(-1)?.toISOString() ?? row.last_due })
      .where('id', '=', id)
      .execute()
    await forgetOldest(transaction, { kind: 'schedule', id })
  }

  /** Nothing where what came before it is over. */
  async function whySkipped(transaction: Transaction<Schema>, triggerId: string): Promise<string | null> {
    const before = await transaction
      .selectFrom('delivery')
      .leftJoin('run', 'run.id', 'delivery.run_id')
      .select('delivery.state')
      .where('delivery.kind', '=', 'schedule')
      .where('delivery.subject_id', '=', triggerId)
      .where((e) => e.or([e('delivery.state', '=', 'due'), e('run.status', 'in', ['queued', 'running'])]))
      .orderBy('delivery.state', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!before) return null
    return before.state === 'due' ? "The previous run hadn't started yet." : "The previous run hadn't finished."
  }
}

export function rhythmOf({ cron, timezone, end_date: endDate, problem }: ScheduleRow) {
  return cron === null || timezone === null || problem !== null ? undefined : timesOf({ cron, timezone, endDate })
}

function timeRow(
  trigger: Pick<ScheduleRow, 'id' | 'chatflow_id'>,
  { dueAt, skippedBecause, now }: { dueAt: string; skippedBecause: string | null; now: Date },
): DeliveryRow {
  return newDeliveryRow({
    kind: 'schedule',
    chatflow_id: trigger.chatflow_id,
    subject_id: trigger.id,
    delivery_key: dueAt,
    state: skippedBecause === null ? 'due' : 'skipped',
    due_at: skippedBecause === null ? dueAt : null,
    error: skippedBecause,
    created_date: now.toISOString(),
  })
}
