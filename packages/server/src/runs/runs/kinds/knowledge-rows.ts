import { AppError } from '@chatwright/contract'
import type { Transaction } from 'kysely'
import type { Database } from '../../../ground/db/database.ts'
import { holdStore } from '../../../ground/db/hold-store.ts'
import { withoutTotals } from '../../../ground/db/knowledge-tables.ts'
import { UNDO_RECORDS, type LoadChanges } from '../../../ground/db/load-changes.ts'
import type { Schema } from '../../../ground/db/schema.ts'
import { preparedCondition, runSteps } from '../../../ground/db/write-step.ts'
import { storable } from '../message-rows.ts'
import type { JobRows } from './job-kind.ts'
import type { KnowledgeJob } from './knowledge.ts'

/** A load begins where its store has none under way, and what it comes to is in the tables of the store. */
export function createKnowledgeRows(database: Database): JobRows<KnowledgeJob> {
  const changeRequest = preparedCondition(database.query.updateTable('run').set({ request: '' }).where('id', '=', ''))
  const { sql: forgetting } = database.query
    .deleteFrom('record')
    .where('namespace', '=', UNDO_RECORDS)
    .where('key', '=', '')
    .compile()
  const [showStore, showSource] = (['knowledge_store', 'knowledge_source'] as const).map(
    (table) => database.query.updateTable(table).set({ removed_by: null }).where('removed_by', '=', '').compile().sql,
  ) as [string, string]
  return {
    withoutFiles: (job) => job,

    begin: (job, { run, changes }) =>
      database.transactDurably(async (transaction) => {
        if (changes?.store) await transaction.insertInto('knowledge_store').values(changes.store).execute()
        await holdStore(transaction, { storeId: job.flowId, kind: database.kind })
        if (changes) await makeChanges(transaction, job.flowId, changes)
        await runSteps(transaction, [run])
        await hide(transaction, job)
        const { runId: key, flowId: storeId, undo } = job
        // Outlives every process that could take it back, and the row of the run, which goes with a store.
        const kept = undo && { namespace: UNDO_RECORDS, key, value: storable({ storeId, undo }), expires_date: null }
        if (kept) await transaction.insertInto('record').values(kept).execute()
        await transaction
          .updateTable('knowledge_store')
          .set({ load_job: job.runId })
          .where('id', '=', job.flowId)
          .execute()
      }),

    answer: ({ loaded }) => (loaded ? storable({ ...loaded, addedDocs: [] }) : ''),

    end({ undo, ...job }, { outcome }) {
      // Whatever kept it from being deleted, it is seen again, and so is why.
      if (job.removes && outcome.status !== 'done') {
        return [
          { sql: showStore, values: [null, job.runId] },
          { sql: showSource, values: [null, job.runId] },
        ]
      }
      if (!undo) return []
      // It may hold the words of a source that is gone, and a run is kept for long. Whoever takes it back has it in a record of
      // its own, which holds those words too: until that is done, or given up after a day.
      const isKept = outcome.status !== 'done'
      return [
        ...(isKept ? [] : [{ sql: forgetting, values: [UNDO_RECORDS, job.runId] }]),
        changeRequest([storable(job), job.runId]),
      ]
    },
  }
}

/** From here on nobody sees what is being deleted. */
async function hide(
  transaction: Transaction<Schema>,
  { runId, flowId: storeId, removes }: KnowledgeJob,
): Promise<void> {
  if (!removes) return
  const { sourceId } = removes
  await (
    sourceId === undefined
      ? transaction
          .updateTable('knowledge_store')
          .set({ removed_by: runId, next_refresh: null })
          .where('id', '=', storeId)
      : transaction.updateTable('knowledge_source').set({ removed_by: runId }).where('id', '=', sourceId)
  ).execute()
}

async function makeChanges(
  transaction: Transaction<Schema>,
  storeId: string,
  { sources = [], index }: LoadChanges,
): Promise<void> {
  for (const { row, before } of sources) {
    if (!before) {
      await transaction.insertInto('knowledge_source').values(row).execute()
      continue
    }
    const { numUpdatedRows } = await transaction
      .updateTable('knowledge_source')
      .set(withoutTotals(row))
      .where('id', '=', row.id)
      .where('updated_date', '=', before.updated_date)
      .where('settings', '=', before.settings)
      .executeTakeFirst()
    // Who takes this back would take back what somebody else saved in between.
    if (numUpdatedRows === 0n) throw new AppError('knowledge-source-changed', { revision: null }, { message: AT_ONCE })
  }
  if (!index) return
  const { chosen, before } = index
  const { numUpdatedRows } = await transaction
    .updateTable('knowledge_store')
    .set(chosen)
    .where('id', '=', storeId)
    .where('embedding', 'is not distinct from', before.embedding)
    .where('vector_store', 'is not distinct from', before.vector_store)
    .where('record_manager', 'is not distinct from', before.record_manager)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('knowledge-changed', { revision: '' }, { message: AT_ONCE })
}

const AT_ONCE = "Someone else changed the same settings at the same time. Your change wasn't saved: try again."
