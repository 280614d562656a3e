import { sql, type Selectable } from 'kysely'
import { containsText } from '../db/contains-text.ts'
import type { Database } from '../db/database.ts'
import { holdStore, workAlone } from '../db/hold-store.ts'
import type { KnowledgePassageTable } from '../db/knowledge-tables.ts'
import { settleLoad, type Settled, type SettledHow } from './settle-load.ts'

export type PassageRow = Selectable<KnowledgePassageTable>

/** What tells one passage from another, without its words. */
export type PassagePlace = Pick<PassageRow, 'id' | 'document' | 'seq'>

export interface PassageFilter {
  storeId: string
  sourceId?: string | undefined
  search?: string | undefined
  /** Only what is switched on. */
  isOn?: true
}

export interface PassageStore {
  page(where: PassageFilter, at: { limit: number; offset: number }): Promise<PassageRow[]>
  count(where: PassageFilter): Promise<{ count: number; characters: number }>
  find(id: string): Promise<PassageRow | undefined>
  /** Those that can be found, of these. */
  visible(ids: readonly string[]): Promise<PassageRow[]>
  /** Where the passages of a source stand, as they are. */
  places(sourceId: string): Promise<PassagePlace[]>
  /** Which of these stores have passages that no index holds. */
  withUnindexed(storeIds: readonly string[]): Promise<Set<string>>
  /** Adds what a load brings; what is there already stays as it is. */
  insertComing(rows: readonly PassageRow[]): Promise<void>
  /** The next passages, present or coming, that this index does not hold yet. */
  unindexed(storeId: string, generation: number, limit: number): Promise<PassageRow[]>
  countUnindexed(storeId: string, generation: number): Promise<number>
  /** Says that an index holds these, but for those whose words changed since they were read. Returns which are gone. */
  markIndexed(rows: readonly PassageRow[], generation: number): Promise<string[]>
  /** Said before their vectors are written: from here on an index may hold them, whatever happens. */
  markTried(ids: readonly string[]): Promise<void>
  /** Said before their vectors are deleted: should these stay after all, the next load makes them anew. */
  doubtIndexed(ids: readonly string[]): Promise<void>
  /** Nothing of these is in an index any more. Without a source, the store has no index. Refused while it is loaded. */
  forgetIndexAlone(where: { storeId: string; sourceId?: string | undefined }, lastLoad: string | null): Promise<boolean>
  /** Ids of passages in a state, a page at a time. */
  idsIn(where: { storeId: string; sourceId?: string }, states: readonly PassageRow['state'][]): Promise<IndexedId[]>
  deleteRows(ids: readonly string[]): Promise<void>
  /** Deletes one, and what its source counts of it. Refused while its store is loaded. */
  deleteAlone(row: PassageRow, lastLoad: string | null): Promise<boolean>
  /** The moment a load becomes what is searched: all of it, or nothing. */
  settle(settled: readonly Settled[], how: SettledHow): Promise<void>
  /** Changes one, where it still says what it did. `isAlone`: refused while its store is loaded. */
  edit(
    row: Pick<PassageRow, 'id' | 'store_id'>,
    changes: Partial<Pick<PassageRow, 'content' | 'metadata' | 'is_on' | 'is_edited' | 'indexed'>>,
    how?: { basedOn?: string | undefined; isAlone?: boolean },
  ): Promise<boolean>
}

export type IndexedId = Pick<PassageRow, 'id' | 'indexed'>

const BATCH = 200
/** In no index for sure is 0. */
export const MAYBE_INDEXED = -1
const IDS_AT_ONCE = 2000

export function createPassageStore(database: Database): PassageStore {
  const { query: db } = database

  const live = (where: PassageFilter) =>
    db
      .selectFrom('knowledge_passage')
      .where('store_id', '=', where.storeId)
      .where('state', '=', 'live')
      .$if(where.isOn === true, (q) => q.where('is_on', '=', 1))
      .$if(where.sourceId !== undefined, (q) => q.where('source_id', '=', where.sourceId ?? ''))
      .$if(where.search !== undefined, (q) => q.where(containsText('content', where.search ?? '')))

  const missing = (storeId: string, generation: number) =>
    db
      .selectFrom('knowledge_passage')
      .where('store_id', '=', storeId)
      .where('indexed', '<>', generation)
      .where('state', 'in', ['live', 'coming'])

  return {
    page: (where, { limit, offset }) =>
      live(where)
        .selectAll()
        .orderBy('source_id')
        .orderBy('document')
        .orderBy('seq')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute(),

    async count(where) {
      const row = await live(where)
        .select((e) => [
          e.fn.countAll<number | string>().as('count'),
          sql<number | string | null>`sum(length(content))`.as('characters'),
        ])
        .executeTakeFirstOrThrow()
      return { count: Number(row.count), characters: Number(row.characters ?? 0) }
    },

    find: (id) =>
      db
        .selectFrom('knowledge_passage')
        .selectAll()
        .where('id', '=', id)
        .where('state', '=', 'live')
        .executeTakeFirst(),

    async visible(ids) {
      if (ids.length === 0) return []
      return db
        .selectFrom('knowledge_passage')
        .selectAll()
        .where('id', 'in', [...ids])
        .where('state', '=', 'live')
        .where('is_on', '=', 1)
        .execute()
    },

    places: (sourceId) =>
      db
        .selectFrom('knowledge_passage')
        .select(['id', 'document', 'seq'])
        .where('source_id', '=', sourceId)
        .where('state', '=', 'live')
        .execute(),

    async withUnindexed(storeIds) {
      if (storeIds.length === 0) return new Set()
      const rows = await db
        .selectFrom('knowledge_passage')
        .select('store_id')
        .distinct()
        .where('store_id', 'in', [...storeIds])
        .where('state', '=', 'live')
        .where('indexed', '<=', 0)
        .execute()
      return new Set(rows.map((row) => row.store_id))
    },

    async insertComing(rows) {
      for (let start = 0; start < rows.length; start += BATCH) {
        await db
          .insertInto('knowledge_passage')
          .values(rows.slice(start, start + BATCH))
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
      }
    },

    unindexed: (storeId, generation, limit) =>
      missing(storeId, generation)
        .selectAll()
        .orderBy('source_id')
        .orderBy('document')
        .orderBy('seq')
        .orderBy('id')
        .limit(limit)
        .execute(),

    async countUnindexed(storeId, generation) {
      const row = await missing(storeId, generation)
        .select((e) => e.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    async markIndexed(rows, generation) {
      if (rows.length === 0) return []
      const ids = rows.map(({ id }) => id)
      return database.transact(async (transaction) => {
        const stored = transaction
          .selectFrom('knowledge_passage')
          .select(['id', 'content', 'metadata'])
          .where('id', 'in', ids)
          .orderBy('id')
        // Held until they are marked: words that change in between would be said to be embedded.
        const found = await (database.kind === 'postgres' ? stored.forUpdate() : stored).execute()
        const now = new Map(found.map((row) => [row.id, row]))
        const same = rows.filter(({ id, content, metadata }) => {
          const row = now.get(id)
          return row?.content === content && row.metadata === metadata
        })
        if (same.length > 0)
          await transaction
            .updateTable('knowledge_passage')
            .set({ indexed: generation })
            .where(
              'id',
              'in',
              same.map(({ id }) => id),
            )
            .execute()
        return ids.filter((id) => !now.has(id))
      })
    },

    async markTried(ids) {
      for (let start = 0; start < ids.length; start += BATCH) {
        await db
          .updateTable('knowledge_passage')
          .set({ indexed: MAYBE_INDEXED })
          .where('id', 'in', ids.slice(start, start + BATCH))
          .where('indexed', '=', 0)
          .execute()
      }
    },

    async doubtIndexed(ids) {
      for (let start = 0; start < ids.length; start += BATCH) {
        const some = ids.slice(start, start + BATCH)
        await database.transact(async (transaction) => {
          const rows = transaction
            .selectFrom('knowledge_passage')
            .select('id')
            .where('id', 'in', some)
            .where('indexed', '>', 0)
            .orderBy('id')
          // In the order in which a load holds those it marks: otherwise each may wait for the other.
          if (database.kind === 'postgres') await rows.forUpdate().execute()
          await transaction
            .updateTable('knowledge_passage')
            .set({ indexed: MAYBE_INDEXED })
            .where('id', 'in', some)
            .where('indexed', '>', 0)
            .execute()
        })
      }
    },

    forgetIndexAlone: ({ storeId, sourceId }, lastLoad) =>
      workAlone(database, { storeId, lastLoad }, async (transaction) => {
        await transaction
          .updateTable('knowledge_passage')
          .set({ indexed: 0 })
          .where('store_id', '=', storeId)
          .$if(sourceId !== undefined, (q) => q.where('source_id', '=', sourceId ?? ''))
          .execute()
        if (sourceId !== undefined) return
        await transaction
          .updateTable('knowledge_store')
          .set({ index_built: null, index_next: null })
          .where('id', '=', storeId)
          .execute()
      }),

    async idsIn({ storeId, sourceId }, states) {
      const ids: IndexedId[] = []
      for (;;) {
        const page = await db
          .selectFrom('knowledge_passage')
          .select(['id', 'indexed'])
          .where('store_id', '=', storeId)
          .where('state', 'in', [...states])
          .$if(sourceId !== undefined, (q) => q.where('source_id', '=', sourceId ?? ''))
          .where('id', '>', ids.at(-1)?.id ?? '')
          .orderBy('id')
          .limit(IDS_AT_ONCE)
          .execute()
        for (const row of page) ids.push(row)
        if (page.length < IDS_AT_ONCE) return ids
      }
    },

    async deleteRows(ids) {
      for (let start = 0; start < ids.length; start += BATCH) {
        await db
          .deleteFrom('knowledge_passage')
          .where('id', 'in', ids.slice(start, start + BATCH))
          .execute()
      }
    },

    deleteAlone: ({ id, store_id: storeId, source_id: sourceId }, lastLoad) =>
      workAlone(database, { storeId, lastLoad }, async (transaction) => {
        const gone = await transaction
          .deleteFrom('knowledge_passage')
          .where('id', '=', id)
          .returning(sql<number | string>`length(content)`.as('characters'))
          .executeTakeFirst()
        // Somebody else deleted it at the same moment, and counted it.
        if (!gone) return
        await transaction
          .updateTable('knowledge_source')
          .set((e) => ({
            passages: e('passages', '-', 1),
            characters: e('characters', '-', Number(gone.characters)),
          }))
          .where('id', '=', sourceId)
          .execute()
      }),

    settle: (settled, how) => database.transactDurably((transaction) => settleLoad(transaction, settled, how)),

    edit: ({ id, store_id: storeId }, changes, { basedOn, isAlone = false } = {}) =>
      database.transactDurably(async (transaction) => {
        if (isAlone) await holdStore(transaction, { storeId, kind: database.kind })
        const { numUpdatedRows } = await transaction
          .updateTable('knowledge_passage')
          .set(changes)
          .where('id', '=', id)
          .where('state', '=', 'live')
          .$if(basedOn !== undefined, (q) => q.where('content', '=', basedOn ?? ''))
          .executeTakeFirst()
        return numUpdatedRows > 0n
      }),
  }
}
