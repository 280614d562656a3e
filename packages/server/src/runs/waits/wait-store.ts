import { AppError } from '@chatwright/contract'
import {
  foldState,
  type Decision,
  type RunEvent,
  type Session,
  type StepEvent,
  type WaitQuestion,
} from '@chatwright/core'
import { sql, type ExpressionBuilder, type Selectable, type Transaction } from 'kysely'
import type { Database } from '../../db/database.ts'
import { pageAfter, type Page } from '../../db/keyset.ts'
import type { RunWaitTable, Schema } from '../../db/schema.ts'
import { readEventRows } from '../event-rows.ts'
import { readJob } from '../job.ts'
import type { ToldBefore } from '../kinds/flow.ts'
import { storable } from '../message-rows.ts'
import type { DecidedWait, RunJob } from '../run-job.ts'

export type WaitRow = Selectable<RunWaitTable>

/** With what a person reads of it besides. */
export interface ListedWait extends WaitRow {
  flowName: string
  chatId: string
}

export interface WaitStore extends ToldBefore {
  /** What somebody can decide in a chat: one, the newest at a node, or the newest of all. */
  newest(
    session: Session,
    which: { nodeId?: string | undefined; id?: string | undefined },
  ): Promise<WaitRow | undefined>
  find(id: string): Promise<WaitRow | undefined>
  /** The same with the names of what it belongs to. */
  about(id: string): Promise<ListedWait | undefined>
  /** Everything that waits, newest first. */
  page(
    filter: { chatflowId?: string | undefined; executionId?: string | undefined },
    at: { limit: number; cursor?: string | undefined },
  ): Promise<Page<ListedWait> & { total: number }>
  /** Whether its execution has ended: nothing of it can be decided any more. */
  isOver(wait: Pick<WaitRow, 'execution_id'>): Promise<boolean>
  /** Ends the execution of a wait, and all that it waits for. The runs of it that are still under way. */
  cancel(id: string, at: Date): Promise<string[]>
  /** Lets nobody look after what an execution waited for, once it is over. */
  close(execution: string, at: Date): Promise<void>
  /**
   * Keeps a decision. Throws when somebody else has decided, or the run is over. False when other steps of the execution are
   * under way: it is gone on with when they have come to rest.
   */
  decide(id: string, decision: Decision, at: Date): Promise<boolean>
  /** Waits whose time has come. */
  due(at: Date, limit: number): Promise<WaitRow[]>
  /** Executions at rest with decisions that nobody has gone on with since before a time. */
  decidedBefore(at: Date, limit: number): Promise<string[]>
  /** The decisions of an execution that nobody has gone on with, and the run that they go on from. */
  decided(execution: string): Promise<{ from: RunJob; decisions: DecidedWait[] } | undefined>
}

const STEP_EVENTS: ReadonlySet<string> = new Set<StepEvent['type']>([
  'step-start',
  'step-end',
  'step-error',
  'step-skip',
  'step-wait',
  'step-decision',
  'step-again',
  'text',
])

/** How many waits of one chat are looked through for one that somebody can decide. */
const MOST_IN_A_CHAT = 100

const OVER: readonly RunStatus[] = ['done', 'failed', 'cancelled', 'interrupted']

export function createWaitStore(database: Database): WaitStore {
  const { query: db } = database

  const toldIn = async (execution: string, exceptRun?: string): Promise<RunEvent[]> => {
    const rows = await db
      .selectFrom('run_event')
      .innerJoin('run', 'run.id', 'run_event.run_id')
      .select('run_event.event')
      .where('run.execution_id', '=', execution)
      .$if(exceptRun !== undefined, (q) => q.where('run.id', '<>', exceptRun ?? ''))
      .orderBy('run.created_date')
      .orderBy('run.id')
      .orderBy('run_event.seq')
      .execute()
    return readEventRows(rows).filter(({ type }) => STEP_EVENTS.has(type) || type === 'run-start' || type === 'token')
  }

  const runsOf = (transaction: Transaction<Schema>, execution: string) =>
    transaction
      .selectFrom('run')
      .select(['id', 'status'])
      .where('execution_id', '=', execution)
      .orderBy('created_date', 'desc')
      .orderBy('id', 'desc')
      .$if(database.kind === 'postgres', (q) => q.forUpdate())
      .execute()

  const named = async (rows: WaitRow[]): Promise<ListedWait[]> => {
    if (rows.length === 0) return []
    const runs = await db
      .selectFrom('run')
      .leftJoin('chat_flow', 'chat_flow.id', 'run.chatflow_id')
      .select(['run.id', 'run.chat_id', 'chat_flow.name'])
      .where(
        'run.id',
        'in',
        rows.map(({ run_id: runId }) => runId),
      )
      .execute()
    const byRun = new Map(runs.map((run) => [run.id, run]))
    return rows.map((row) => {
      const run = byRun.get(row.run_id)
      return Object.assign(row, { flowName: run?.name ?? '', chatId: run?.chat_id ?? '' })
    })
  }

  return {
    earlier: (execution, runId) => toldIn(execution, runId),

    async stateBefore({ flowId, session, execution }) {
      const row = await db
        .selectFrom('run')
        .select('execution_id')
        .where('chatflow_id', '=', flowId)
        .where('session_id', '=', session.sessionId)
        .where('kind', '=', 'flow')
        .where('execution_id', '<>', execution ?? '')
        .orderBy('created_date', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!row?.execution_id) return {}
      let state: Readonly<Record<string, unknown>> = {}
      for (const event of await toldIn(row.execution_id)) {
        // What steps inside a container changed is in the container's own.
        if (event.type === 'step-end' && !event.path.includes('/')) state = foldState(state, event)
      }
      return state
    },

    async newest({ flowId, sessionId }, { nodeId, id }) {
      const rows = await db
        .selectFrom('run_wait')
        .selectAll()
        .where('chatflow_id', '=', flowId)
        .where('session_id', '=', sessionId)
        .where('decided_date', 'is', null)
        .where((e) => e.not(hasEnded(e)))
        .$if(nodeId !== undefined, (q) => q.where('node_id', '=', nodeId ?? ''))
        .$if(id !== undefined, (q) => q.where('id', '=', id ?? ''))
        .orderBy('created_date', 'desc')
        .orderBy('id')
        .limit(MOST_IN_A_CHAT)
        .execute()
      // What goes on by itself is not what somebody means who decides.
      return rows.find(({ question }) => (JSON.parse(question) as WaitQuestion).buttons.length > 0)
    },

    find: (id) => db.selectFrom('run_wait').selectAll().where('id', '=', id).executeTakeFirst(),

    async about(id) {
      const row = await db.selectFrom('run_wait').selectAll().where('id', '=', id).executeTakeFirst()
      return row && (await named([row]))[0]
    },

    async page({ chatflowId, executionId }, { limit, cursor }) {
      const open = db
        .selectFrom('run_wait')
        .where('decided_date', 'is', null)
        .where((e) => e.not(hasEnded(e)))
        .$if(chatflowId !== undefined, (q) => q.where('chatflow_id', '=', chatflowId ?? ''))
        .$if(executionId !== undefined, (q) => q.where('execution_id', '=', executionId ?? ''))
      const { items, nextCursor } = await pageAfter(open.selectAll(), {
        columns: ['created_date'],
        direction: 'desc',
        limit,
        cursor,
      })
      const { total } = await open.select((e) => e.fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow()
      return { items: await named(items), nextCursor, total: Number(total) }
    },

    async isOver({ execution_id: execution }) {
      const newest = await db
        .selectFrom('run')
        .select('status')
        .where('execution_id', '=', execution)
        .orderBy('created_date', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return newest !== undefined && OVER.some((status) => status === newest.status)
    },

    cancel: (id, at) =>
      database.transact(async (transaction) => {
        const wait = await transaction
          .selectFrom('run_wait')
          .select('execution_id')
          .where('id', '=', id)
          .executeTakeFirst()
        if (!wait) throw new AppError('wait-not-found', { id })
        const runs = await runsOf(transaction, wait.execution_id)
        if (isEnded(runs)) throw new AppError('wait-over', { id })
        const [newest] = runs
        if (newest?.status === 'waiting') {
          await transaction
            .updateTable('run')
            .set({ status: 'cancelled', ended_date: at.toISOString() })
            .where('id', '=', newest.id)
            .where('status', '=', 'waiting')
            .execute()
        }
        await closeIn(transaction, wait.execution_id, at)
        return runs.flatMap(({ id, status }) => (isUnderWay(status) ? id : []))
      }),

    close: (execution, at) => database.transact((transaction) => closeIn(transaction, execution, at)),

    decide: (id, decision, at) =>
      database.transact(async (transaction) => {
        const wait = await transaction
          .selectFrom('run_wait')
          .select(['execution_id', 'decided_date'])
          .where('id', '=', id)
          .executeTakeFirst()
        if (!wait) throw new AppError('wait-not-found', { id })
        // Whoever ends a run of this execution meanwhile waits for this, and so sees the decision.
        const runs = await runsOf(transaction, wait.execution_id)
        if (isEnded(runs)) throw new AppError('wait-over', { id })
        const { numUpdatedRows } = await transaction
          .updateTable('run_wait')
          .set({ decision: storable(decision), decided_date: at.toISOString() })
          .where('id', '=', id)
          .where('decided_date', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new AppError('wait-decided', { id })
        return !runs.some(({ status }) => isUnderWay(status))
      }),

    due: (at, limit) =>
      db
        .selectFrom('run_wait')
        .selectAll()
        .where('decided_run', 'is', null)
        .where('wake_at', 'is not', null)
        .where('wake_at', '<=', at.toISOString())
        .where('decided_date', 'is', null)
        .orderBy('wake_at')
        .limit(limit)
        .execute(),

    async decidedBefore(at, limit) {
      const rows = await db
        .selectFrom('run_wait')
        .select('execution_id')
        .distinct()
        .where('decided_run', 'is', null)
        .where('decided_date', 'is not', null)
        .where('decided_date', '<=', at.toISOString())
        .where('execution_id', 'not in', (e) =>
          e
            .selectFrom('run')
            .select('execution_id')
            .where('execution_id', 'is not', null)
            .where('status', 'in', ['queued', 'running'])
            .$castTo<{ execution_id: string }>(),
        )
        .limit(limit)
        .execute()
      return rows.map(({ execution_id: execution }) => execution)
    },

    async decided(execution) {
      const waits = await db
        .selectFrom('run_wait')
        .select(['id', 'path', 'decision'])
        .where('execution_id', '=', execution)
        .where('decided_run', 'is', null)
        .where('decided_date', 'is not', null)
        .execute()
      const from = await db
        .selectFrom('run')
        .select('request')
        .where('execution_id', '=', execution)
        .orderBy('created_date', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      const job = from && readJob(from.request)
      if (waits.length === 0 || !job || job.kind === 'load') return undefined
      return {
        from: job,
        decisions: waits.map(({ id, path, decision }) => ({
          waitId: id,
          path,
          decision: JSON.parse(decision ?? '{}') as Decision,
        })),
      }
    },
  }
}

type RunStatus = Schema['run']['status']

function isUnderWay(status: RunStatus): boolean {
  return status === 'queued' || status === 'running'
}

/** The newest run says it: those before it went on. */
function isEnded(runs: readonly { status: RunStatus }[]): boolean {
  return runs[0]?.status !== 'waiting' && !runs.some(({ status }) => isUnderWay(status))
}

/** Whether the execution of a wait has come to its end. */
function hasEnded(e: ExpressionBuilder<Schema, 'run_wait'>) {
  return e.exists(
    e
      .selectFrom('run')
      .select('run.id')
      .whereRef('run.execution_id', '=', 'run_wait.execution_id')
      .where('run.status', 'in', OVER)
      // One that was retried has gone on since.
      .where((run) =>
        run.not(
          run.exists(
            run
              .selectFrom('run as later')
              .select('later.id')
              .whereRef('later.execution_id', '=', 'run.execution_id')
              .where(sql<boolean>`(later.created_date, later.id) > (run.created_date, run.id)`),
          ),
        ),
      ),
  )
}

async function closeIn(transaction: Transaction<Schema>, execution: string, at: Date): Promise<void> {
  await transaction
    .updateTable('run_wait')
    .set((e) => ({ decided_date: at.toISOString(), decided_run: e.ref('run_id') }))
    .where('execution_id', '=', execution)
    .where('decided_run', 'is', null)
    .execute()
  // Its buttons are gone from the chat.
  await transaction
    .updateTable('chat_message')
    .set({ action: null })
    .where('run_id', 'in', (e) => e.selectFrom('run').select('id').where('execution_id', '=', execution))
    .execute()
}
