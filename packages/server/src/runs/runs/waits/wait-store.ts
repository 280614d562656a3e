import { AppError } from '@chatwright/contract'
import type { DecidedBy, Decision } from '@chatwright/core'
import type { Transaction } from 'kysely'
import type { Database } from '../../../ground/db/database.ts'
import type { Schema } from '../../../ground/db/schema.ts'
import { readJob } from '../job.ts'
import { isBySteps } from '../kinds/index.ts'
import type { ToldBefore } from '../kinds/flow.ts'
import { storable } from '../message-rows.ts'
import { withQuestion, withQuestions } from '../../questions/stored-questions.ts'
import type { DecidedWait, StepsJob } from '../run-job.ts'
import { lockRuns, isEnded, isUnderWay } from './lock-runs.ts'
import { createToldBefore } from './told-before.ts'
import { createWaitList, OVER, waitsWithEnd, type WaitList, type WaitRow } from './wait-list.ts'

/** What executions wait for, and what becomes of it. */
export interface WaitStore extends ToldBefore, WaitList {
  /** Whether its execution has ended: nothing of it can be decided any more. */
  isOver(wait: Pick<WaitRow, 'execution_id'>): Promise<boolean>
  /**
   * Ends the execution of a wait, and all that it waits for. The runs of it that are still under way; nothing when it has
   * ended.
   */
  cancel(id: string, at: Date): Promise<string[] | undefined>
  /** Lets nobody look after what an execution waited for, once it is over. */
  close(execution: string, at: Date): Promise<void>
  /**
   * Keeps a decision. Throws when somebody else has decided, or the run is over. False when other steps of the execution are
   * under way: it is gone on with when they have come to rest.
   */
  decide(id: string, decision: Decision, at: Date, by?: DecidedBy): Promise<boolean>
  /** Waits whose time has come. */
  due(at: Date, limit: number): Promise<WaitRow[]>
  /** Waits begun before a time that end by themselves, and that no step wakes. */
  expired(before: Date, limit: number): Promise<Pick<WaitRow, 'id' | 'execution_id'>[]>
  /** How many of a flow's waits are for strangers: for all, and for those of a network. No more than `most` are counted. */
  ofStrangers(flowId: string, network: string, most: number): Promise<{ all: number; network: number }>
  /** Executions at rest with decisions that nobody has gone on with since before a time. */
  decidedBefore(at: Date, limit: number): Promise<string[]>
  /** The decisions of an execution that nobody has gone on with, and the run that they go on from. */
  decided(execution: string): Promise<{ from: StepsJob; decisions: DecidedWait[] } | undefined>
}

export function createWaitStore(database: Database): WaitStore {
  const { query: db } = database

  const runsOf = (transaction: Transaction<Schema>, execution: string) =>
    lockRuns(transaction, { execution, kind: database.kind })

  return {
    ...createToldBefore(database),
    ...createWaitList(database),

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
        if (isEnded(runs)) return undefined
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
        return runs.filter(isUnderWay).map(({ id: runId }) => runId)
      }),

    close: (execution, at) => database.transact((transaction) => closeIn(transaction, execution, at)),

    decide: (id, decision, at, by) =>
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
          .set({
            decision: storable(decision),
            decided_date: at.toISOString(),
            decided_by: by ? storable(by) : null,
          })
          .where('id', '=', id)
          .where('decided_date', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new AppError('wait-decided', { id })
        return !runs.some(isUnderWay)
      }),

    async due(at, limit) {
      const rows = await db
        .selectFrom('run_wait')
        .selectAll()
        .where('decided_run', 'is', null)
        .where('wake_at', 'is not', null)
        .where('wake_at', '<=', at.toISOString())
        .where('decided_date', 'is', null)
        .orderBy('wake_at')
        .limit(limit)
        .execute()
      return withQuestions(db, 'question', rows)
    },

    expired: (before, limit) =>
      waitsWithEnd(database)
        .select(['id', 'execution_id'])
        .where('created_date', '<', before.toISOString())
        .orderBy('created_date')
        .limit(limit)
        .execute(),

    async ofStrangers(flowId, network, most) {
      const rows = await db
        .selectFrom('run_wait')
        .select('network')
        .where('chatflow_id', '=', flowId)
        .where('decided_date', 'is', null)
        .where('network', 'is not', null)
        .limit(most)
        .execute()
      return { all: rows.length, network: rows.filter((row) => row.network === network).length }
    },

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
        .select(['id', 'path', 'decision', 'decided_by'])
        .where('execution_id', '=', execution)
        .where('decided_run', 'is', null)
        .where('decided_date', 'is not', null)
        .execute()
      const newest = db
        .selectFrom('run')
        .select('request')
        .where('execution_id', '=', execution)
        .orderBy('created_date', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
      const from = await withQuestion(db, 'request', await newest.executeTakeFirst())
      const job = from && readJob(from.request)
      if (waits.length === 0 || !job || !isBySteps(job)) return undefined
      return {
        from: job,
        decisions: waits.map(({ id, path, decision, decided_by: by }) => ({
          waitId: id,
          path,
          decision: JSON.parse(decision ?? '{}') as Decision,
          ...(by !== null && { by: JSON.parse(by) as DecidedBy }),
        })),
      }
    },
  }
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
