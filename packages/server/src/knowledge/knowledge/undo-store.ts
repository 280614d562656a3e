import { parseJson } from '@chatwright/core'
import type { Updateable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import { withoutTotals, type KnowledgeSourceTable } from '../../ground/db/knowledge-tables.ts'
import { UNDO_RECORDS, type LoadUndo } from '../../ground/db/load-changes.ts'
import { chosenIndex, isSameIndex } from './index-choice.ts'
import { builtWithOf, type SourceRow, type StoreRow } from './knowledge-store.ts'

/** What a load was begun with that is neither done nor taken back. */
export interface LeftUndo {
  jobId: string
  storeId: string
  undo: LoadUndo
}

export interface UndoStore {
  find(jobId: string): Promise<LeftUndo | undefined>
  all(): Promise<LeftUndo[]>
  forget(jobId: string): Promise<void>
  /**
   * Makes a store what it was, once. What somebody changed meanwhile stays. False, and nothing is done, where another load
   * than the last one known has been here.
   */
  takeBack(left: LeftUndo, lastLoad: string | null): Promise<boolean>
}

export function createUndoStore(database: Database): UndoStore {
  const records = () =>
    database.query.selectFrom('record').select(['key', 'value']).where('namespace', '=', UNDO_RECORDS).orderBy('key')
  return {
    async find(jobId) {
      const row = await records().where('key', '=', jobId).executeTakeFirst()
      return row && read(row)
    },

    all: async () => (await records().execute()).map(read),

    async forget(jobId) {
      await database.query.deleteFrom('record').where('namespace', '=', UNDO_RECORDS).where('key', '=', jobId).execute()
    },

    takeBack: ({ jobId, storeId, undo: { sources, index, isMade } }, lastLoad) =>
      database.transactDurably(async (transaction) => {
        const store = transaction
          .selectFrom('knowledge_store')
          .select(['load_job', 'index_built'])
          .where('id', '=', storeId)
        const held = await (database.kind === 'postgres' ? store.forUpdate() : store).executeTakeFirst()
        if (held && held.load_job !== lastLoad) return false
        const { numDeletedRows } = await transaction
          .deleteFrom('record')
          .where('namespace', '=', UNDO_RECORDS)
          .where('key', '=', jobId)
          .executeTakeFirst()
        // Another process took it back, and whatever looks the same by now is what somebody wants.
        if (!held || numDeletedRows === 0n) return true
        const isLast = lastLoad === jobId
        for (const { id, updatedDate, before } of sources) {
          if (before) {
            const now = await transaction
              .selectFrom('knowledge_source')
              .select('loaded_date')
              .where('id', '=', id)
              .executeTakeFirst()
            // The load may have been stopped after it was settled, while it deleted old vectors.
            const isUnread = now?.loaded_date === null || now?.loaded_date === before.loaded_date
            await transaction
              .updateTable('knowledge_source')
              .set(isLast && isUnread ? withoutTotals(before) : settingsAlone(before))
              .where('id', '=', id)
              .where('updated_date', '=', updatedDate)
              .execute()
          } else {
            await transaction
              .deleteFrom('knowledge_source')
              .where('id', '=', id)
              .where('updated_date', '=', updatedDate)
              .$if(!isLast, (q) => q.where('loaded_date', 'is', null))
              .execute()
          }
        }
        if (isMade && isLast) {
          await transaction
            .deleteFrom('knowledge_store')
            .where('id', '=', storeId)
            .where(({ not, exists, selectFrom }) =>
              not(exists(selectFrom('knowledge_source').select('id').where('store_id', '=', storeId))),
            )
            .execute()
        }
        if (!index || (!isLast && isBuiltAsChosen(held, index))) return true
        const { chosen, before } = index
        await transaction
          .updateTable('knowledge_store')
          .set((e) => ({
            ...before,
            // Somebody may have renamed it meanwhile.
            updated_date: e
              .case()
              .when('updated_date', '=', chosen.updated_date)
              .then(before.updated_date)
              .else(e.ref('updated_date'))
              .end(),
          }))
          .where('id', '=', storeId)
          .where('embedding', 'is not distinct from', chosen.embedding)
          .where('vector_store', 'is not distinct from', chosen.vector_store)
          .where('record_manager', 'is not distinct from', chosen.record_manager)
          .execute()
        return true
      }),
  }
}

/** Whether a load made a source that nobody changed since, nor loaded: that is somebody else's by now. */
export function isLeftBy({ jobId, undo }: LeftUndo, source: SourceRow, lastLoad: string | null): boolean {
  const { id, updated_date: date, loaded_date: loaded } = source
  const isMade = undo.sources.some((made) => made.id === id && made.updatedDate === date && !made.before)
  return isMade && (lastLoad === jobId || loaded === null)
}

/** Whether another load filled the index that this one was begun with. */
function isBuiltAsChosen(
  held: Pick<StoreRow, 'index_built'>,
  { chosen, before }: NonNullable<LoadUndo['index']>,
): boolean {
  const built = builtWithOf(held)
  const wanted = chosenIndex(chosen)
  return built !== undefined && isSameIndex(built, wanted) && !isSameIndex(wanted, chosenIndex(before))
}

/** What another load read with the settings that are taken back is there, and counted: the next load reads it anew. */
function settingsAlone({ loader_id, loader_name, settings, files, updated_date }: SourceRow) {
  const changes: Updateable<KnowledgeSourceTable> = { loader_id, loader_name, settings, files, updated_date }
  return { ...changes, loaded_date: null }
}

function read({ key, value }: { key: string; value: string }): LeftUndo {
  return { jobId: key, ...(parseJson(value) as Omit<LeftUndo, 'jobId'>) }
}
