import type { BatchedWrites } from '../../../ground/db/batched-writes.ts'
import type { Database } from '../../../ground/db/database.ts'
import type { JobRows } from './job-kind.ts'
import type { TestJob } from './test.ts'

/** What a case came to last is kept with it; of its runs the last one is. */
export function createTestRows({ query: db }: Database, write: BatchedWrites['write']): JobRows<TestJob> {
  const { sql: forgets } = db
    .deleteFrom('run')
    .where('chatflow_id', '=', '')
    .where('chat_id', '=', '')
    .where('kind', '=', 'test')
    .where('ended_date', 'is not', null)
    .where('id', '<>', '')
    .compile()
  return {
    withoutFiles: (job) => job,

    async begin(_job, { run }) {
      await write([run])
    },

    answer: () => '',

    end: ({ runId, flowId, caseId, kind }) => [{ sql: forgets, values: [flowId, caseId, kind, runId] }],
  }
}
