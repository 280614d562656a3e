import type { ChosenNode } from '@chatwright/contract'
import type { DocumentFailure } from '@chatwright/core'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { databaseTime } from '../../ground/db/database-clock.ts'
import type { Database } from '../../ground/db/database.ts'
import { holdStore, workAlone } from '../../ground/db/hold-store.ts'
import { withoutTotals, type KnowledgeSourceTable, type KnowledgeStoreTable } from '../../ground/db/knowledge-tables.ts'

export type StoreRow = Selectable<KnowledgeStoreTable>
export type SourceRow = Selectable<KnowledgeSourceTable>

/** What an index is built with. */
export interface BuiltWith {
  embedding: ChosenNode
  vectorStore: ChosenNode
}

export interface SourceSettings {
  loaderConfig: Record<string, unknown>
  splitterId: string
  splitterName: string
  splitterConfig: Record<string, unknown>
  credential?: string
}

export interface KeptFile {
  id: string
  name: string
  mimePrefix: string
  size: number
}

/** Of a store whose documents were never read. */
export const NOT_LOADED = {
  index_built: null,
  generation: 0,
  index_next: null,
  load_job: null,
  refresh_cron: null,
  refresh_timezone: null,
  next_refresh: null,
  removed_by: null,
}

/** What people set, all of which is written back by whoever edits some of it. */
export const SETTINGS = [
  'name',
  'description',
  'embedding',
  'vector_store',
  'record_manager',
  'refresh_cron',
  'refresh_timezone',
] as const satisfies readonly (keyof StoreRow)[]

export interface KnowledgeStore {
  page(at: { limit: number; offset: number }): Promise<StoreRow[]>
  count(): Promise<number>
  /** Their names, for whoever chooses one. */
  names(): Promise<Pick<StoreRow, 'id' | 'name' | 'description'>[]>
  find(id: string): Promise<StoreRow | undefined>
  /** Whether it is being deleted or not. */
  findRemoved(id: string): Promise<StoreRow | undefined>
  /** Deletes a store by the job that holds it; the row of the job stays. */
  deleteHeld(id: string, jobId: string): Promise<void>
  deleteSourceHeld(id: string): Promise<void>
  insert(row: Insertable<KnowledgeStoreTable>): Promise<void>
  update(id: string, changes: Updateable<KnowledgeStoreTable>): Promise<boolean>
  /** The same, where the row still is as it was read. */
  updateAsRead(row: StoreRow, changes: Updateable<KnowledgeStoreTable>): Promise<boolean>
  /**
   * Like all that is said to be done alone: refused where a load of the store is under way, and none begins meanwhile.
   * False, and nothing is done, where another load than the last one known has been here.
   */
  deleteAlone(id: string, lastLoad: string | null): Promise<boolean>
  /** Stores whose sources are to be read again by now. */
  dueForRefresh(limit: number): Promise<(StoreRow & { next_refresh: string })[]>
  /** Says when a store is next due; not where somebody said so meanwhile. */
  moveRefresh(store: Pick<StoreRow, 'id' | 'next_refresh'>, next: string | null): Promise<void>
  sources(storeId: string): Promise<SourceRow[]>
  sourcesOf(storeIds: readonly string[]): Promise<SourceRow[]>
  findSource(id: string): Promise<SourceRow | undefined>
  saveSource(row: Insertable<KnowledgeSourceTable>, how?: { isAlone?: boolean }): Promise<void>
  /** Changes a source, where its settings still are as they were read. */
  updateSourceAsRead(
    read: SourceRow,
    changes: Updateable<KnowledgeSourceTable>,
    how?: { isAlone?: boolean },
  ): Promise<boolean>
  deleteSourceAlone(row: Pick<SourceRow, 'id' | 'store_id'>, lastLoad: string | null): Promise<boolean>
  /** Whether any source reads this file. */
  isFileNamed(fileId: string): Promise<boolean>
}

export function createKnowledgeStore(database: Database): KnowledgeStore {
  const { query: db } = database
  return {
    page: ({ limit, offset }) =>
      db
        .selectFrom('knowledge_store')
        .selectAll()
        .where('removed_by', 'is', null)
        .orderBy('created_date', 'desc')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute(),

    async count() {
      const row = await db
        .selectFrom('knowledge_store')
        .where('removed_by', 'is', null)
        .select((e) => e.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    names: () =>
      db
        .selectFrom('knowledge_store')
        .select(['id', 'name', 'description'])
        .where('removed_by', 'is', null)
        .orderBy('name')
        .orderBy('id')
        .limit(LONGEST_LIST)
        .execute(),

    find: (id) =>
      db
        .selectFrom('knowledge_store')
        .selectAll()
        .where('id', '=', id)
        .where('removed_by', 'is', null)
        .executeTakeFirst(),

    findRemoved: (id) => db.selectFrom('knowledge_store').selectAll().where('id', '=', id).executeTakeFirst(),

    deleteHeld: (id, jobId) =>
      database.transactDurably(async (transaction) => {
        await transaction.updateTable('run').set({ store_id: null }).where('id', '=', jobId).execute()
        await transaction.deleteFrom('knowledge_store').where('id', '=', id).where('removed_by', '=', jobId).execute()
      }),

    deleteSourceHeld: (id) =>
      database.transactDurably(async (transaction) => {
        await transaction.deleteFrom('knowledge_source').where('id', '=', id).execute()
      }),

    async insert(row) {
      await database.transactDurably((transaction) => transaction.insertInto('knowledge_store').values(row).execute())
    },

    update: (id, changes) =>
      database.transactDurably(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('knowledge_store')
          .set(changes)
          .where('id', '=', id)
          .executeTakeFirst()
        return numUpdatedRows > 0n
      }),

    updateAsRead: (row, changes) =>
      database.transactDurably(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('knowledge_store')
          .set(changes)
          .where('id', '=', row.id)
          .where((e) => e.and(SETTINGS.map((column) => e(column, 'is not distinct from', row[column]))))
          .executeTakeFirst()
        return numUpdatedRows > 0n
      }),

    deleteAlone: (id, lastLoad) =>
      workAlone(database, { storeId: id, lastLoad }, async (transaction) => {
        await transaction.deleteFrom('knowledge_store').where('id', '=', id).execute()
        return true
      }),

    dueForRefresh: (limit) =>
      db
        .selectFrom('knowledge_store')
        .selectAll()
        .where('next_refresh', '<=', databaseTime(database.kind))
        .where('removed_by', 'is', null)
        .$narrowType<{ next_refresh: string }>()
        .orderBy('next_refresh')
        .limit(limit)
        .execute(),

    async moveRefresh({ id, next_refresh: due }, next) {
      await db
        .updateTable('knowledge_store')
        .set({ next_refresh: next })
        .where('id', '=', id)
        .where('next_refresh', '=', due)
        .execute()
    },

    sources: (storeId) => sourcesOf([storeId]),
    sourcesOf,

    findSource: (id) =>
      db
        .selectFrom('knowledge_source')
        .selectAll()
        .where('id', '=', id)
        .where('removed_by', 'is', null)
        .executeTakeFirst(),

    saveSource: (row, { isAlone = false } = {}) =>
      database.transactDurably(async (transaction) => {
        const { store_id: storeId, id: _, store_id: __, created_date: ___, removed_by: ____, ...changes } = row
        if (isAlone) await holdStore(transaction, { storeId, kind: database.kind })
        await transaction
          .insertInto('knowledge_source')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(withoutTotals(changes)))
          .execute()
      }),

    updateSourceAsRead: (read, changes, { isAlone = false } = {}) =>
      database.transactDurably(async (transaction) => {
        if (isAlone) await holdStore(transaction, { storeId: read.store_id, kind: database.kind })
        const { numUpdatedRows } = await transaction
          .updateTable('knowledge_source')
          .set(withoutTotals(changes))
          .where('id', '=', read.id)
          .where('settings', '=', read.settings)
          .where('loader_name', '=', read.loader_name)
          .executeTakeFirst()
        return numUpdatedRows > 0n
      }),

    deleteSourceAlone: ({ id, store_id: storeId }, lastLoad) =>
      workAlone(database, { storeId, lastLoad }, async (transaction) => {
        await transaction.deleteFrom('knowledge_source').where('id', '=', id).execute()
        return true
      }),

    async isFileNamed(fileId) {
      const row = await db
        .selectFrom('knowledge_source')
        .select('id')
        .where('files', 'like', `%${JSON.stringify(fileId)}%`)
        .executeTakeFirst()
      return row !== undefined
    },
  }

  function sourcesOf(storeIds: readonly string[]): Promise<SourceRow[]> {
    if (storeIds.length === 0) return Promise.resolve([])
    return db
      .selectFrom('knowledge_source')
      .selectAll()
      .where('store_id', 'in', [...storeIds])
      .where('removed_by', 'is', null)
      .orderBy('created_date')
      .orderBy('id')
      .execute()
  }
}

const LONGEST_LIST = 1000

export function settingsOf(row: SourceRow): SourceSettings {
  return JSON.parse(row.settings) as SourceSettings
}

export function filesOf(row: SourceRow): KeptFile[] {
  return JSON.parse(row.files) as KeptFile[]
}

export function failuresOf(row: SourceRow): DocumentFailure[] {
  return JSON.parse(row.failures) as DocumentFailure[]
}

export function chosenOf(text: string | null): ChosenNode | null {
  return text === null ? null : (JSON.parse(text) as ChosenNode)
}

export function builtWithOf({ index_built: built }: Pick<StoreRow, 'index_built'>): BuiltWith | undefined {
  return built === null ? undefined : (JSON.parse(built) as BuiltWith)
}
