import type { BatchedWrites } from '../../../ground/db/batched-writes.ts'
import type { Database } from '../../../ground/db/database.ts'
import { storable } from '../message-rows.ts'
import type { DryReplayJob } from './dry-replay.ts'
import type { JobRows } from './job-kind.ts'

const LONGEST_REASON = 500

/** A flow has one report: that of the newest version that was replayed. */
export function createDryReplayRows({ query: db }: Database, write: BatchedWrites['write']): JobRows<DryReplayJob> {
  const columns = { version: 0, state: 'running', report: null, reason: null, updated_date: '', run_id: '' } as const
  const { sql: begins } = db
    .insertInto('dry_replay')
    .values({ chatflow_id: '', ...columns })
    .onConflict((conflict) => conflict.column('chatflow_id').doUpdateSet(columns).where('dry_replay.version', '<=', 0))
    .compile()
  const { sql: ends } = db
    .updateTable('dry_replay')
    .set({ state: 'done', report: '', reason: '', updated_date: '' })
    .where('run_id', '=', '')
    .compile()
  const { sql: forgets } = db.deleteFrom('dry_replay').where('run_id', '=', '').compile()
  return {
    withoutFiles: (job) => job,

    async begin({ runId, flowId, flowVersion }, { at, run }) {
      const values = [flowVersion, 'running', null, null, at, runId]
      await write([run, { sql: begins, values: [flowId, ...values, ...values, flowVersion] }])
    },

    answer: () => '',

    end({ runId }, { outcome, at }) {
      const { status, json, fault } = outcome
      if (status === 'cancelled') return [{ sql: forgets, values: [runId] }]
      const isDone = status === 'done'
      const report = isDone ? storable(json) : null
      const reason = isDone ? null : (fault?.message.slice(0, LONGEST_REASON) ?? null)
      return [{ sql: ends, values: [isDone ? 'done' : 'failed', report, reason, at, runId] }]
    },
  }
}
