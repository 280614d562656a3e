import type { BatchedWrites } from '../../../ground/db/batched-writes.ts'
import type { Database } from '../../../ground/db/database.ts'
import type { Job } from '../job.ts'
import type { JobRows } from './job-kind.ts'
import { createFlowRows } from './flow-rows.ts'
import { createKnowledgeRows } from './knowledge-rows.ts'
import { createLoadRows } from './load-rows.ts'
import { createQuestionRows } from './question-rows.ts'

/** The rows of each kind of job. */
export function createJobRows(database: Database, write: BatchedWrites['write']): (job: Job) => JobRows<Job> {
  const question = createQuestionRows(database, write)
  const rows = {
    question,
    continue: question,
    flow: createFlowRows(database, question),
    load: createLoadRows(database, write),
    knowledge: createKnowledgeRows(database),
  }
  return (job) => rows[job.kind]
}
