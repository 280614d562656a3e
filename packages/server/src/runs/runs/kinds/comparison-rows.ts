import type { EndedOutcome } from '@chatwright/core'
import type { BatchedWrites } from '../../../ground/db/batched-writes.ts'
import type { Database } from '../../../ground/db/database.ts'
import type { ComparisonTable } from '../../../ground/db/flow-tables.ts'
import { preparedInsert } from '../../../ground/db/write-step.ts'
import { storable } from '../message-rows.ts'
import type { ComparedJob, ComparisonJob } from './comparison-job.ts'
import type { JobRows } from './job-kind.ts'

const LONGEST_REASON = 500

/** A comparison is under the id of its run from its beginning on, and ends with it. */
export function createComparisonRows({ query: db }: Database, write: BatchedWrites['write']): JobRows<ComparisonJob> {
  const insert = preparedInsert(db, 'comparison', [
    'id',
    'chatflow_id',
    'base_version',
    'candidate_version',
    'state',
    'request',
    'created_date',
    'updated_date',
  ])
  const { sql: ends } = db
    .updateTable('comparison')
    .set({ state: 'done', reason: '', updated_date: '' })
    .where('id', '=', '')
    .compile()
  return {
    withoutFiles: (job) => job,

    async begin({ runId: id, flowId, request }, { at, run }) {
      const row = {
        id,
        chatflow_id: flowId,
        base_version: request.base,
        candidate_version: request.candidate,
        state: 'running' as const,
        request: storable(request),
        created_date: at,
        updated_date: at,
        summary: null,
        reason: null,
      }
      await write([insert(row), run])
    },

    answer: () => '',

    end: ({ runId }, { outcome, at }) => [{ sql: ends, values: [...stateOf(outcome), at, runId] }],
  }
}

function stateOf({ status, fault }: EndedOutcome): [ComparisonTable['state'], reason: string | null] {
  if (status === 'done' || status === 'cancelled') return [status, null]
  return ['failed', fault?.message.slice(0, LONGEST_REASON) ?? null]
}

/** With its end, the run goes on that waits for it. */
export function createComparedRows({ query: db }: Database, write: BatchedWrites['write']): JobRows<ComparedJob> {
  const { sql: wake } = db
    .updateTable('run')
    .set({ status: 'queued', attempt: 0 })
    .where('id', '=', '')
    .where('status', '=', 'waiting')
    .compile()
  return {
    withoutFiles: (job) => job,

    async begin(_job, { run }) {
      await write([run])
    },

    answer: ({ json }) => (json === undefined ? '' : storable(json)),

    end: ({ parent }) => [{ sql: wake, values: ['queued', 0, parent, 'waiting'] }],
  }
}
