import { parseFlowData } from '@chatwright/core'
import type { Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import { databaseTime, inMs } from '../db/database-clock.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import type { ScheduleLog } from '@chatwright/contract'
import type { FlowScheduleTable, ScheduleFireTable } from '../db/trigger-tables.ts'
import type { RunTable } from '../db/run-tables.ts'
import type { Schema } from '../db/schema.ts'
import { startStep } from '../flows/start-step.ts'
import { flowsBesideGraphs, liveGraphOfFlow, liveVersionOfFlow } from '../flows/shared-graphs.ts'
import { dueTimes } from './due-times.ts'
import { readSchedule, type Schedule, type ScheduleSettings } from './read-schedule.ts'
import { timesOf } from './times.ts'

export type ScheduleRow = Selectable<FlowScheduleTable>
export type FireRow = Selectable<ScheduleFireTable>
/** With how its run stands. */
export type FireWithRun = FireRow &
  Pick<Selectable<RunTable>, 'duration_ms' | 'fault'> & { shown: ScheduleLog['status'] }

export interface ScheduleStore {
  /** By the database's clock, which all processes share. */
  now(): Promise<Date>
  /** Reads the schedules of flows that were saved since they were last read. */
  readChanged(now: Date): Promise<void>
  find(flowId: string): Promise<ScheduleRow | undefined>
  all(): Promise<(ScheduleRow & { name: string })[]>
  setEnabled(flowId: string, isEnabled: boolean, now: Date): Promise<void>
  /** Keeps each time that has come, once, and when the next one comes. */
  keepDue(now: Date): Promise<void>
  /** Finds the next times anew: a clock that was set forward and back again leaves them far away. */
  setRight(now: Date): Promise<void>
  /** Times whose run is not under way, for whoever starts them. */
  take(limit: number): Promise<FireRow[]>
  started(id: string, runId: string): Promise<void>
  failed(id: string, error: string): Promise<void>
  fires(
    flowId: string,
    at: { limit: number; page: number; state?: ScheduleLog['status'] | undefined },
  ): Promise<{ rows: FireWithRun[]; total: number }>
  /** Gives how many there were. */
  deleteFires(flowId: string, ids: readonly string[]): Promise<number>
}

const AT_ONCE = 50
/** How long whoever takes a time has to start its run before somebody else does. */
const TAKEN_MS = 15_000
const KEPT_FIRES = 1000

export function createScheduleStore(database: Database): ScheduleStore {
  const { query: db, kind } = database
  const isPostgres = kind === 'postgres'

  const changedFlows = () =>
    flowsBesideGraphs(db)
      .leftJoin('flow_schedule', 'flow_schedule.chatflow_id', 'chat_flow.id')
      .select([
        'chat_flow.id',
        'chat_flow.updated_date',
        liveVersionOfFlow.as('version'),
        liveGraphOfFlow.as('flow_data'),
      ])
      .where('chat_flow.type', '=', 'AGENTFLOW')
      .where((e) =>
        e.or([
          e('flow_schedule.chatflow_id', 'is', null),
          e('flow_schedule.flow_version', '<>', liveVersionOfFlow),
          e('flow_schedule.flow_date', '<>', e.ref('chat_flow.updated_date')),
        ]),
      )
      .limit(AT_ONCE)
      .execute()

  return {
    async now() {
      const { rows } = await sql<{ now: string }>`select ${databaseTime(kind)} as "now"`.execute(db)
      return new Date(rows[0]?.now ?? Number.NaN)
    },

    async readChanged(now) {
      for (const flow of await changedFlows()) {
        const { schedule: read, beginsWith } = readStart(flow.flow_data)
        const at = now.toISOString()
        const said = {
          flow_version: flow.version,
          flow_date: flow.updated_date,
          node_id: read?.nodeId ?? null,
          cron: read?.cron ?? null,
          timezone: read?.timezone ?? null,
          end_date: read?.endDate ?? null,
          settings: JSON.stringify(read?.settings ?? {}),
          problem: read?.problem ?? null,
          begins_with: beginsWith,
          updated_date: at,
        }
        await database.transact(async (transaction) => {
          const before = await locked(transaction, flow.id)
          const isSame =
            before?.cron === said.cron && before?.timezone === said.timezone && before?.end_date === said.end_date
          const next = read && read.problem === null ? timesOf(read).next(now) : null
          const next_due = isSame && before && read?.problem === null ? before.next_due : (next?.toISOString() ?? null)
          await transaction
            .insertInto('flow_schedule')
            .values({ chatflow_id: flow.id, ...said, is_enabled: 0, next_due, last_due: null, created_date: at })
            .onConflict((conflict) => conflict.column('chatflow_id').doUpdateSet({ ...said, next_due }))
            .execute()
        })
      }
    },

    find: (flowId) => db.selectFrom('flow_schedule').selectAll().where('chatflow_id', '=', flowId).executeTakeFirst(),

    all: () =>
      db
        .selectFrom('flow_schedule')
        .innerJoin('chat_flow', 'chat_flow.id', 'flow_schedule.chatflow_id')
        .selectAll('flow_schedule')
        .select('chat_flow.name')
        .where('flow_schedule.cron', 'is not', null)
        .orderBy('flow_schedule.next_due')
        .orderBy('flow_schedule.chatflow_id')
        .limit(1000)
        .execute(),

    setEnabled: (flowId, isEnabled, now) =>
      database.transactDurably(async (transaction) => {
        const row = await locked(transaction, flowId)
        if (!row || (row.is_enabled === 1) === isEnabled) return
        // Times that passed while it was paused were not missed: nobody wanted them.
        const next = isEnabled ? rhythmOf(row)?.next(now) : undefined
        await transaction
          .updateTable('flow_schedule')
          .set({
            is_enabled: isEnabled ? 1 : 0,
            ...(isEnabled && { next_due: next?.toISOString() ?? null }),
            updated_date: now.toISOString(),
          })
          .where('chatflow_id', '=', flowId)
          .execute()
      }),

    async keepDue(now) {
      const due = await db
        .selectFrom('flow_schedule')
        .select('chatflow_id')
        .where('next_due', 'is not', null)
        .where('next_due', '<=', now.toISOString())
        .where('is_enabled', '=', 1)
        .orderBy('next_due')
        .limit(AT_ONCE)
        .execute()
      for (const { chatflow_id: flowId } of due) {
        await database.transact((transaction) => keepTimes(transaction, flowId, now))
      }
    },

    async setRight(now) {
      const rows = await db
        .selectFrom('flow_schedule')
        .selectAll()
        .where('next_due', 'is not', null)
        .where('is_enabled', '=', 1)
        .execute()
      for (const row of rows) {
        const next = rhythmOf(row)?.next(now)?.toISOString()
        if (next === undefined || row.next_due === null || next >= row.next_due) continue
        await db
          .updateTable('flow_schedule')
          .set({ next_due: next })
          .where('chatflow_id', '=', row.chatflow_id)
          .where('next_due', '=', row.next_due)
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

    async fires(flowId, { limit, page, state }) {
      const all = db
        .selectFrom('schedule_fire')
        .leftJoin('run', 'run.id', 'schedule_fire.run_id')
        .where('schedule_fire.chatflow_id', '=', flowId)
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

    async deleteFires(flowId, ids) {
      if (ids.length === 0) return 0
      const { numDeletedRows } = await db
        .deleteFrom('schedule_fire')
        .where('chatflow_id', '=', flowId)
        .where('id', 'in', [...ids])
        .where('state', '<>', 'due')
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }

  function locked(transaction: Transaction<Schema>, flowId: string): Promise<ScheduleRow | undefined> {
    return transaction
      .selectFrom('flow_schedule')
      .selectAll()
      .where('chatflow_id', '=', flowId)
      .$if(isPostgres, (q) => q.forUpdate())
      .executeTakeFirst()
  }

  /** In one transaction: the times that came, each once, and the next. */
  async function keepTimes(transaction: Transaction<Schema>, flowId: string, now: Date): Promise<void> {
    const row = await locked(transaction, flowId)
    const times = row && rhythmOf(row)
    // Another process was quicker, or somebody has paused it.
    if (!times || row.is_enabled === 0 || row.next_due === null || row.next_due > now.toISOString()) return
    const settings = JSON.parse(row.settings) as ScheduleSettings
    const { due, next } = dueTimes(times, new Date(row.next_due), settings, now)
    const isBusy = due.length > 0 && settings.overlap === 'skip' && (await isRunning(transaction, flowId))
    const why = isBusy ? 'The run before it was still going on.' : null
    const rows = due.map((time) => fireRow(flowId, { dueAt: time.toISOString(), skippedBecause: why, now }))
    if (due.length === 0) {
      rows.push(
        fireRow(flowId, { dueAt: row.next_due, skippedBecause: 'The server was not running at that time.', now }),
      )
    }
    await transaction
      .insertInto('schedule_fire')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['chatflow_id', 'due_at']).doNothing())
      .execute()
    await transaction
      .updateTable('flow_schedule')
      .set({ next_due: next?.toISOString() ?? null, last_due: due.at(-1)?.toISOString() ?? row.last_due })
      .where('chatflow_id', '=', flowId)
      .execute()
    await forgetOldest(transaction, flowId)
  }

  async function isRunning(transaction: Transaction<Schema>, flowId: string): Promise<boolean> {
    const found = await transaction
      .selectFrom('schedule_fire')
      .leftJoin('run', 'run.id', 'schedule_fire.run_id')
      .select('schedule_fire.id')
      .where('schedule_fire.chatflow_id', '=', flowId)
      .where((e) => e.or([e('schedule_fire.state', '=', 'due'), e('run.status', 'in', ['queued', 'running'])]))
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
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

/** A drawing that cannot be read has no schedule; it must not keep those of others from being read. */
function readStart(flowData: string): { schedule: Schedule | undefined; beginsWith: string | null } {
  try {
    const flow = parseFlowData(flowData)
    const inputType = startStep(flow)?.data.inputs['startInputType']
    return { schedule: readSchedule(flow), beginsWith: typeof inputType === 'string' ? inputType : null }
  } catch {
    return { schedule: undefined, beginsWith: null }
  }
}

function rhythmOf({ cron, timezone, end_date: endDate, problem }: ScheduleRow) {
  return cron === null || timezone === null || problem !== null ? undefined : timesOf({ cron, timezone, endDate })
}

function fireRow(
  flowId: string,
  { dueAt, skippedBecause, now }: { dueAt: string; skippedBecause: string | null; now: Date },
): FireRow {
  return {
    id: newId(),
    chatflow_id: flowId,
    due_at: dueAt,
    state: skippedBecause === null ? 'due' : 'skipped',
    run_id: null,
    error: skippedBecause,
    taken_until: null,
    created_date: now.toISOString(),
  }
}

async function forgetOldest(transaction: Transaction<Schema>, flowId: string): Promise<void> {
  await transaction
    .deleteFrom('schedule_fire')
    .where('chatflow_id', '=', flowId)
    .where('state', '<>', 'due')
    .where('due_at', '<', (e) =>
      e
        .selectFrom('schedule_fire')
        .select('due_at')
        .where('chatflow_id', '=', flowId)
        .orderBy('due_at', 'desc')
        .limit(1)
        .offset(KEPT_FIRES)
        .$castTo<{ due_at: string }>(),
    )
    .execute()
}
