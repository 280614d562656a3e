import { AppError } from '@chatwright/contract'
import type { Decision, RunEvent, Session, StepEvent } from '@chatwright/core'
import type { Selectable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { RunWaitTable } from '../../db/schema.ts'
import { readEventRows } from '../event-rows.ts'
import { readJob } from '../job.ts'
import type { ToldBefore } from '../kinds/flow.ts'
import { storable } from '../message-rows.ts'
import type { DecidedWait, RunJob } from '../run-job.ts'

export type WaitRow = Selectable<RunWaitTable>

export interface WaitStore extends ToldBefore {
  /** What a chat waits for: at a node, or the newest. */
  newest(session: Session, nodeId: string | undefined): Promise<WaitRow | undefined>
  find(id: string): Promise<WaitRow | undefined>
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
  'text',
])

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
      const state: Record<string, unknown> = {}
      for (const event of await toldIn(row.execution_id)) {
        // What steps inside a container changed is in the container's own.
        if (event.type === 'step-end' && !event.path.includes('/')) Object.assign(state, event.state)
      }
      return state
    },

    newest: ({ flowId, sessionId }, nodeId) =>
      db
        .selectFrom('run_wait')
        .selectAll()
        .where('chatflow_id', '=', flowId)
        .where('session_id', '=', sessionId)
        .where('decided_date', 'is', null)
        .$if(nodeId !== undefined, (q) => q.where('node_id', '=', nodeId ?? ''))
        .orderBy('created_date', 'desc')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),

    find: (id) => db.selectFrom('run_wait').selectAll().where('id', '=', id).executeTakeFirst(),

    decide: (id, decision, at) =>
      database.transact(async (transaction) => {
        const isPostgres = database.kind === 'postgres'
        const wait = await transaction
          .selectFrom('run_wait')
          .select(['execution_id', 'decided_date'])
          .where('id', '=', id)
          .executeTakeFirst()
        if (!wait) throw new AppError('wait-not-found', { id })
        // Whoever ends a run of this execution meanwhile waits for this, and so sees the decision.
        const runs = await transaction
          .selectFrom('run')
          .select(['id', 'status'])
          .where('execution_id', '=', wait.execution_id)
          .orderBy('created_date', 'desc')
          .orderBy('id', 'desc')
          .$if(isPostgres, (q) => q.forUpdate())
          .execute()
        const isUnderWay = runs.some(({ status }) => status === 'queued' || status === 'running')
        if (!isUnderWay && runs[0]?.status !== 'waiting') throw new AppError('wait-over', { id })
        const { numUpdatedRows } = await transaction
          .updateTable('run_wait')
          .set({ decision: storable(decision), decided_date: at.toISOString() })
          .where('id', '=', id)
          .where('decided_date', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new AppError('wait-decided', { id })
        return !isUnderWay
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
