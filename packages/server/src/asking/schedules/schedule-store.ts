import type { Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import { databaseTime, inMs } from '../../ground/db/database-clock.ts'
import type { Database } from '../../ground/db/database.ts'
import { newId } from '../../ground/db/new-id.ts'
import type { ScheduleLog } from '@chatwright/contract'
import type { FlowTriggerTable, ScheduleFireTable } from '../../ground/db/trigger-tables.ts'
import type { RunTable } from '../../ground/db/run-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { dueTimes } from './due-times.ts'
import type { ScheduleSettings } from './read-schedule.ts'
import { createReadStarts, type ReadStarts } from './read-starts.ts'
import { timesOf } from './times.ts'

export type ScheduleRow = Selectable<FlowTriggerTable>
export type FireRow = Selectable<ScheduleFireTable>
/** With how its run stands. */
export type FireWithRun = FireRow &
  Pick<Selectable<RunTable>, 'duration_ms' | 'fault'> & { shown: ScheduleLog['status'] }

export interface ScheduleStore {
  /** By the database's clock, which all processes share. */
  now(): Promise<Date>
  /** Reads the schedules of flows that were saved since they were last read. */
  readChanged: ReadStarts
  find(id: string): Promise<ScheduleRow | undefined>
  /** All schedules, or those of a flow, the next to run first. */
  all(flowId?: string): Promise<(ScheduleRow & { flow_name: string })[]>
  setEnabled(id: string, isEnabled: boolean, now: Date): Promise<void>
  /** Keeps each time that has come, once, and when the next one comes. */
  keepDue(now: Date): Promise<void>
  /** Finds next times that are missing, or far away because a clock was set forward and back again. */
  setRight(now: Date): Promise<void>
  /** Times whose run is not under way, for whoever starts them. */
  take(limit: number): Promise<FireRow[]>
  started(id: string, runId: string): Promise<void>
  failed(id: string, error: string): Promise<void>
  fires(
    triggerId: string,
    at: { limit: number; page: number; state?: ScheduleLog['status'] | undefined },
  ): Promise<{ rows: FireWithRun[]; total: number }>
  /** Gives how many there were. */
  deleteFires(triggerId: string, ids: readonly string[]): Promise<number>
}

const AT_ONCE = 50
/** How long whoever takes a time has to start its run before somebody else does. */
const TAKEN_MS = 15_000
const KEPT_FIRES = 1000

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

    take: (limit) =>
      database.transact(async (transaction) => {
        const free = transaction
          .selectFrom('schedule_fire')
          .select('id')
          .where('state', '=', 'due')
          .where((e) => e.or([e('taken_until', 'is', null), e('taken_until', '<', databaseTime(kind))]))
          .orderBy('due_at')
          .limit(limit)
          .$if(isPostgres, (q) => q.forUpdate().skipLocked())
        return transaction
          .updateTable('schedule_fire')
          .set({ taken_until: databaseTime(kind, inMs(TAKEN_MS)) })
          .where('id', 'in', free)
          .returningAll()
          .execute()
      }),

    async started(id, runId) {
      await db
        .updateTable('schedule_fire')
        .set({ state: 'started', run_id: runId, taken_until: null })
        .where('id', '=', id)
        .execute()
    },

    async failed(id, error) {
      await db
        .updateTable('schedule_fire')
        .set({ state: 'failed', error, taken_until: null })
        .where('id', '=', id)
        .where('state', '=', 'due')
        .execute()
    },

    async fires(triggerId, { limit, page, state }) {
      const all = db
        .selectFrom('schedule_fire')
        .leftJoin('run', 'run.id', 'schedule_fire.run_id')
        .where('schedule_fire.trigger_id', '=', triggerId)
        .$if(state !== undefined, (q) => q.where(shownAs, '=', state ?? 'QUEUED'))
      const { count } = await all.select((e) => e.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow()
      const rows = await all
        .selectAll('schedule_fire')
        .select(['run.duration_ms', 'run.fault', shownAs.as('shown')])
        .orderBy('schedule_fire.due_at', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute()
      return { rows, total: Number(count) }
    },

    async deleteFires(triggerId, ids) {
      if (ids.length === 0) return 0
      const { numDeletedRows } = await db
        .deleteFrom('schedule_fire')
        .where('trigger_id', '=', triggerId)
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
    const rows = due.map((time) => fireRow(row, { dueAt: time.toISOString(), skippedBecause: why, now }))
    if (due.length === 0) {
      rows.push(fireRow(row, { dueAt: row.next_due, skippedBecause: 'The server was not running at that time.', now }))
    }
    await transaction
      .insertInto('schedule_fire')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['trigger_id', 'due_at']).doNothing())
      .execute()
    await transaction
      .updateTable('flow_trigger')
      .set({ next_due: next?.toISOString() ?? null, last_due: due.at(-1)?.toISOString() ?? row.last_due })
      .where('id', '=', id)
      .execute()
    await forgetOldest(transaction, id)
  }

  /** Nothing where what came before it is over. */
  async function whySkipped(transaction: Transaction<Schema>, triggerId: string): Promise<string | null> {
    const before = await transaction
      .selectFrom('schedule_fire')
      .leftJoin('run', 'run.id', 'schedule_fire.run_id')
      .select('schedule_fire.state')
      .where('schedule_fire.trigger_id', '=', triggerId)
      .where((e) => e.or([e('schedule_fire.state', '=', 'due'), e('run.status', 'in', ['queued', 'running'])]))
      .orderBy('schedule_fire.state', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!before) return null
    return before.state === 'due' ? "The previous run hadn't started yet." : "The previous run hadn't finished."
  }
}

/** How a time is told of in the words of the older product. */
const shownAs = sql<ScheduleLog['status']>`case
  when schedule_fire.state = 'skipped' then 'SKIPPED'
  when schedule_fire.state = 'failed' then 'FAILED'
  when schedule_fire.state = 'due' or run.status = 'queued' then 'QUEUED'
  when run.status in ('running', 'waiting') then 'RUNNING'
  when run.status = 'done' or run.id is null then 'SUCCEEDED'
  else 'FAILED' end`

/** Whether it runs by its schedule. */
export function isOn({ is_enabled, is_halted }: Pick<ScheduleRow, 'is_enabled' | 'is_halted'>): boolean {
  return is_enabled === 1 && is_halted === 0
}

export function rhythmOf({ cron, timezone, end_date: endDate, problem }: ScheduleRow) {
  return cron === null || timezone === null || problem !== null ? undefined : timesOf({ cron, timezone, endDate })
}

function fireRow(
  trigger: Pick<ScheduleRow, 'id' | 'chatflow_id'>,
  { dueAt, skippedBecause, now }: { dueAt: string; skippedBecause: string | null; now: Date },
): FireRow {
  return {
    id: newId(),
    chatflow_id: trigger.chatflow_id,
    trigger_id: trigger.id,
    due_at: dueAt,
    state: skippedBecause === null ? 'due' : 'skipped',
    run_id: null,
    error: skippedBecause,
    taken_until: null,
    created_date: now.toISOString(),
  }
}

async function forgetOldest(transaction: Transaction<Schema>, triggerId: string): Promise<void> {
  await transaction
    .deleteFrom('schedule_fire')
    .where('trigger_id', '=', triggerId)
    .where('state', '<>', 'due')
    .where('due_at', '<', (e) =>
      e
        .selectFrom('schedule_fire')
        .select('due_at')
        .where('trigger_id', '=', triggerId)
        .orderBy('due_at', 'desc')
        .limit(1)
        .offset(KEPT_FIRES)
        .$castTo<{ due_at: string }>(),
    )
    .execute()
}
