import type { BatchedWrites } from '../../db/batched-writes.ts'
import { storable } from '../message-rows.ts'
import type { JobRows } from './job-kind.ts'
import type { KnowledgeJob } from './knowledge.ts'

/** What a load of a store comes to is in its own tables. */
export function createKnowledgeRows(write: BatchedWrites['write']): JobRows<KnowledgeJob> {
  return {
    withoutFiles: (job) => job,
    async begin(_job, { run }) {
      await write([run])
    },
    answer: ({ loaded }) => (loaded ? storable({ ...loaded, addedDocs: [] }) : ''),
    end: () => [],
  }
}
