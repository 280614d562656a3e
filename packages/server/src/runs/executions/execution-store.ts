import type { ExecutionState } from '@chatwright/contract'
import type { RunEvent } from '@chatwright/core'
import { sql, type Kysely } from 'kysely'
import { containsText } from '../../ground/db/contains-text.ts'
import type { Database } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { readEventRows } from '../runs/event-rows.ts'
import { readQuestion } from '../runs/kinds/index.ts'
import type { RunRow } from '../runs/run-store.ts'
import { withQuestions } from '../questions/stored-questions.ts'
import { isUnderWay } from '../runs/waits/lock-runs.ts'
import { forgetValuesOfGoneChats } from '../recordings/forget-chats.ts'

/** The newest run of an execution, and what is known of the whole. */
export interface ExecutionRow extends Pick<
  RunRow,
  'id' | 'chatflow_id' | 'chatflow_version' | 'session_id' | 'status' | 'request' | 'fault'
> {
  execution: string
  /** It was shared when the address was the id of its run. */
  is_public: 0 | 1
  /** The address at which it is shared. */
  share_id: string | null
  /** When the first of its runs was asked for. */
  begun: string
  changed: string
  /** What it was asked. */
  first_request: string
  flow_name: string
}

export interface ExecutionFilter {
  id?: string | undefined
  flowId?: string | undefined
  flowName?: string | undefined
  sessionIds?: readonly string[] | undefined
  statuses?: readonly RunRow['status'][] | undefined
  from?: Date | undefined
  to?: Date | undefined
}

export interface ExecutionTotals {
  inputTokens: number
  outputTokens: number
  durationMs: number
  /** Null until all of it was reckoned. */
  priceMicro: number | null
}

/** What strangers read of an execution that is shared, by name: its head with its steps, its drawing, and each step in full. */
export interface SharedPart {
  name: string
  body: string
}

export interface ExecutionStore {
  /** What changed last first. */
  page(filter: ExecutionFilter, at: { page: number; limit: number }): Promise<ExecutionRow[]>
  count(filter: ExecutionFilter): Promise<number>
  find(id: string): Promise<ExecutionRow | undefined>
  /** What all runs of executions took together. */
  totals(ids: readonly string[]): Promise<Map<string, ExecutionTotals>>
  /** Everything that was told of an execution, in order. */
  events(id: string): Promise<RunEvent[]>
  /** Everything it asked, decided or not. */
  waits(id: string): Promise<{ id: string; path: string }[]>
  /** What opens the conversation of an execution: ids of its chat, sessions, runs and waits. */
  words(id: string): Promise<string[]>
  /** Shares an execution as these parts. False where it is shared already. */
  share(share: { id: string; executionId: string; at: Date; parts: readonly SharedPart[] }): Promise<boolean>
  /** Shares it no longer, at any address. */
  unshare(executionId: string): Promise<void>
  /** One part of what is shared at an address. */
  sharedPart(id: string, name: string): Promise<string | undefined>
  isShared(id: string): Promise<boolean>
  /** Whether the id of a run was the address of a shared execution. */
  wasShared(runId: string): Promise<boolean>
  /** Deletes those that are at rest, and returns which. */
  delete(ids: readonly string[]): Promise<string[]>
}

export function createExecutionStore(database: Database): ExecutionStore {
  const { query: db } = database
  const whole = async (rows: ExecutionRow[]): Promise<ExecutionRow[]> =>
    withQuestions(db, 'first_request', await withQuestions(db, 'request', rows))

  return {
    async page(filter, { page, limit }) {
      const rows = await newestRuns(db, filter)
        .innerJoin('chat_flow', 'chat_flow.id', 'run.chatflow_id')
        .select([...SHOWN, changed.as('changed'), shareId.as('share_id')])
        .orderBy(changed, 'desc')
        .orderBy('run.id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute()
      return whole(rows as ExecutionRow[])
    },

    async count(filter) {
      const row = await newestRuns(db, filter)
        .innerJoin('chat_flow', 'chat_flow.id', 'run.chatflow_id')
        .select((e) => e.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    async find(id) {
      const rows = await newestRuns(db, { id })
        .innerJoin('chat_flow', 'chat_flow.id', 'run.chatflow_id')
        .select([...SHOWN, changed.as('changed'), shareId.as('share_id')])
        .limit(1)
        .execute()
      return (await whole(rows as ExecutionRow[]))[0]
    },

    async totals(ids) {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('run')
        .select((e) => [
          'execution_id',
          e.fn.sum<number | string>('input_tokens').as('input'),
          e.fn.sum<number | string>('output_tokens').as('output'),
          e.fn.sum<number | string | null>('duration_ms').as('duration'),
          e.fn.sum<number | string | null>('price_micro').as('price'),
          sql<number | string>`count(*) - count(price_micro)`.as('unpriced'),
        ])
        .where('execution_id', 'in', [...ids])
        .groupBy('execution_id')
        .execute()
      return new Map(
        rows.map(({ execution_id: id, input, output, duration, price, unpriced }) => [
          id ?? '',
          {
            inputTokens: Number(input),
            outputTokens: Number(output),
            durationMs: Number(duration ?? 0),
            priceMicro: Number(unpriced) > 0 ? null : Number(price),
          },
        ]),
      )
    },

    async events(id) {
      const rows = await db
        .selectFrom('run_event')
        .innerJoin('run', 'run.id', 'run_event.run_id')
        .select('run_event.event')
        .where('run.execution_id', '=', id)
        .orderBy('run.created_date')
        .orderBy('run.id')
        .orderBy('run_event.seq')
        .execute()
      return readEventRows(await withQuestions(db, 'event', rows))
    },

    waits: (id) => db.selectFrom('run_wait').select(['id', 'path']).where('execution_id', '=', id).execute(),

    async words(id) {
      const runs = await db
        .selectFrom('run')
        .select(['id', 'chat_id', 'session_id', 'request'])
        .where('execution_id', '=', id)
        .execute()
      const waits = await db.selectFrom('run_wait').select('id').where('execution_id', '=', id).execute()
      const asked = runs.map(({ request, ...run }) => ({ ...run, ...readQuestion(request) }))
      const ids = asked.flatMap(({ id: run, questionMessageId, answerMessageId }) => [
        run,
        questionMessageId,
        answerMessageId,
      ])
      const sessions = asked.flatMap(({ chat_id: chat, session_id: session, session: named }) => [
        chat,
        session,
        named.chatId,
        named.sessionId,
        named.sessionName ?? '',
      ])
      // What opens the most stands last: of thousands, the last are sure to be known.
      return [...new Set([...waits.map((wait) => wait.id), ...ids, ...sessions])]
    },

    share: ({ id, executionId, at, parts }) =>
      database.transact(async (transaction) => {
        const { numInsertedOrUpdatedRows: written = 0n } = await transaction
          .insertInto('shared_execution')
          .values({ id, execution_id: executionId, created_date: at.toISOString() })
          .onConflict((conflict) => conflict.column('execution_id').doNothing())
          .executeTakeFirst()
        if (written === 0n) return false
        for (const part of parts)
          await transaction
            .insertInto('shared_part')
            .values({ share_id: id, ...part })
            .execute()
        return true
      }),

    unshare: (executionId) =>
      database.transact(async (transaction) => {
        await transaction.deleteFrom('shared_execution').where('execution_id', '=', executionId).execute()
        await transaction.updateTable('run').set({ is_public: 0 }).where('id', '=', executionId).execute()
      }),

    async sharedPart(id, name) {
      const part = db.selectFrom('shared_part').select('body').where('share_id', '=', id).where('name', '=', name)
      return (await part.executeTakeFirst())?.body
    },

    isShared: async (id) =>
      (await db.selectFrom('shared_execution').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,

    async wasShared(runId) {
      const run = db.selectFrom('run').select('id').where('id', '=', runId).where('is_public', '=', 1)
      return (await run.executeTakeFirst()) !== undefined
    },

    delete: (ids) => deleteExecutions(database, ids),
  }
}

/** Deletes executions that are at rest, whatever they wait for, and returns which. What was said in their chats stays. */
export function deleteExecutions(database: Database, ids: readonly string[]): Promise<string[]> {
  return database.transact(async (transaction) => {
    const found = transaction
      .selectFrom('run')
      .select(['id', 'execution_id', 'status', 'chatflow_id', 'chat_id'])
      .where('execution_id', 'in', [...ids])
      .orderBy('created_date')
      .orderBy('id')
    const isPostgres = database.kind === 'postgres'
    // Whoever decides at this moment waits until they are gone, or is waited for, and then has a run that is read after.
    if (isPostgres) await found.forUpdate().execute()
    const runs = await found.$if(isPostgres, (q) => q.forUpdate()).execute()
    const busy = new Set(runs.filter(isUnderWay).map((run) => run.execution_id))
    const left = runs.filter((run) => !busy.has(run.execution_id))
    if (left.length === 0) return []
    const runIds = left.map(({ id }) => id)
    await transaction
      .updateTable('chat_message')
      .set({ run_id: null, action: null })
      .where('run_id', 'in', runIds)
      .execute()
    await transaction.deleteFrom('run').where('id', 'in', runIds).execute()
    await forgetValuesOfGoneChats(transaction, left)
    return [...new Set(left.map((run) => run.execution_id ?? ''))]
  })
}

const SHOWN = [
  'run.id',
  'run.execution_id as execution',
  'run.chatflow_id',
  'run.chatflow_version',
  'run.session_id',
  'run.status',
  'run.request',
  'run.fault',
  'first.is_public',
  'first.created_date as begun',
  'first.request as first_request',
  'chat_flow.name as flow_name',
] as const

/** The address at which an execution is shared. */
const shareId = sql<
  string | null
>`(select shared.id from shared_execution as shared where shared.execution_id = run.execution_id)`

/** In so many words: the index over executions is found by them. */
export const changed = sql<string>`coalesce(run.ended_date, run.created_date)`

/** The newest run of each execution that fits, beside the first of its runs. */
export function newestRuns(db: Kysely<Schema>, filter: ExecutionFilter) {
  const { id, flowId, flowName, sessionIds, statuses, from, to } = filter
  return (
    db
      .selectFrom('run')
      .innerJoin('run as first', 'first.id', 'run.execution_id')
      .where('run.execution_id', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('run as later')
              .select('later.id')
              .whereRef('later.execution_id', '=', 'run.execution_id')
              .where(sql<boolean>`(later.created_date, later.id) > (run.created_date, run.id)`),
          ),
        ),
      )
      .$if(id !== undefined, (q) => q.where('run.execution_id', '=', id ?? ''))
      .$if(flowId !== undefined, (q) => q.where('run.chatflow_id', '=', flowId ?? ''))
      .$if(flowName !== undefined && flowName.trim() !== '', (q) =>
        q.where('run.chatflow_id', 'in', (e) =>
          e
            .selectFrom('chat_flow')
            .select('id')
            .where(containsText('name', flowName ?? '')),
        ),
      )
      .$if(sessionIds !== undefined, (q) => q.where('run.session_id', 'in', [...(sessionIds ?? [])]))
      // No run is in a state that the older product names and never sets.
      .$if(statuses?.length === 0, (q) => q.where(sql<boolean>`1 = 0`))
      .$if(statuses !== undefined && statuses.length > 0, (q) => q.where('run.status', 'in', [...(statuses ?? [])]))
      .$if(from !== undefined, (q) => q.where('first.created_date', '>=', (from ?? new Date(0)).toISOString()))
      .$if(to !== undefined, (q) => q.where('first.created_date', '<=', (to ?? new Date(0)).toISOString()))
  )
}

const STATES: Readonly<Record<RunRow['status'], ExecutionState>> = {
  queued: 'INPROGRESS',
  running: 'INPROGRESS',
  done: 'FINISHED',
  failed: 'ERROR',
  interrupted: 'ERROR',
  cancelled: 'TERMINATED',
  waiting: 'STOPPED',
}

export function stateOf({ status }: Pick<RunRow, 'status'>): ExecutionState {
  return STATES[status]
}

export function statusesOf(state: ExecutionState): RunRow['status'][] {
  return (Object.keys(STATES) as RunRow['status'][]).filter((status) => STATES[status] === state)
}
