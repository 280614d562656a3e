import type { UpsertResult } from '@chatwright/core'
import type { BatchedWrites } from '../../../ground/db/batched-writes.ts'
import type { Database } from '../../../ground/db/database.ts'
import { newId } from '../../../ground/db/new-id.ts'
import { preparedCondition, preparedInsert } from '../../../ground/db/write-step.ts'
import { storable } from '../message-rows.ts'
import type { JobRows } from './job-kind.ts'
import type { LoadJob } from './load.ts'

/** What the history keeps of the loaded documents. */
const KEPT_DOCUMENTS = 20
const KEPT_TEXT = 2000

/** A load that is done is a line of its flow's history. */
export function createLoadRows({ query: db }: Database, write: BatchedWrites['write']): JobRows<LoadJob> {
  const insertLine = preparedInsert(db, 'upsert_history', ['id', 'chatflow_id', 'result', 'created_date'])
  const changeRequest = preparedCondition(db.updateTable('run').set({ request: '' }).where('id', '=', ''))
  // The values of a load's inputs hold the very bytes of its files.
  const withoutFiles = (job: LoadJob): LoadJob => ({ ...job, overrides: { nodes: {}, variables: {} } })

  return {
    withoutFiles,

    async begin(_job, { run }) {
      await write([run])
    },

    answer: ({ loaded }) => (loaded ? storable({ ...loaded, addedDocs: [] }) : ''),

    end(job, { outcome: { loaded, status }, at }) {
      // Nobody takes it up any more.
      const forgetFiles = changeRequest([storable(withoutFiles(job)), job.runId])
      if (!loaded || status !== 'done') return [forgetFiles]
      const line = { id: newId(), chatflow_id: job.flowId, result: storable(shortened(loaded)), created_date: at }
      return [forgetFiles, insertLine(line)]
    },
  }
}

function shortened(result: UpsertResult): UpsertResult {
  return {
    ...result,
    addedDocs: result.addedDocs
      .slice(0, KEPT_DOCUMENTS)
      .map((document) => ({ ...document, pageContent: document.pageContent.slice(0, KEPT_TEXT) })),
  }
}
