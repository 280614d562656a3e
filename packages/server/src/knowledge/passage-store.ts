import type { DocumentFailure } from '@chatwright/core'
import { sql, type Selectable } from 'kysely'
import { containsText } from '../db/contains-text.ts'
import type { Database } from '../db/database.ts'
import type { KnowledgePassageTable } from '../db/knowledge-tables.ts'

export type PassageRow = Selectable<KnowledgePassageTable>

/** What tells one passage from another, without its words. */
export type PassagePlace = Pick<PassageRow, 'id' | 'document' | 'seq'>

/** What becomes of a source when its load is whole. */
export interface Settled {
  sourceId: string
  /** What could not be read of it. */
  failures: readonly DocumentFailure[]
  /** Passages that are not there any more. */
  gone: readonly string[]
  /** Passages that stand elsewhere in their document now. */
  moved: readonly PassagePlace[]
}

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
  /** What these say now, of those that are still there. */
  words(ids: readonly string[]): Promise<Map<string, Pick<PassageRow, 'content' | 'metadata'>>>
  /** Where the passages of a source stand, as they are. */
  places(sourceId: string): Promise<PassagePlace[]>
  /** Which of these stores have passages that no index holds. */
  withUnindexed(storeIds: readonly string[]): Promise<Set<string>>
  /** Adds what a load brings; what is there already stays as it is. */
  insertComing(rows: readonly PassageRow[]): Promise<void>
  /** The next passages, present or coming, that this index does not hold yet. */
  unindexed(storeId: string, generation: number, limit: number): Promise<PassageRow[]>
  countUnindexed(storeId: string, generation: number): Promise<number>
  markIndexed(ids: readonly string[], generation: number): Promise<void>
  /** Said before their vectors are written: from here on an index may hold them, whatever happens. */
  markTried(ids: readonly string[]): Promise<void>
  /** Nothing of these is in an index any more. */
  forgetIndex(where: { storeId: string; sourceId?: string | undefined }): Promise<void>
  /** Ids of passages in a state, a page at a time. */
  idsIn(where: { storeId: string; sourceId?: string }, states: readonly PassageRow['state'][]): Promise<IndexedId[]>
  deleteRows(ids: readonly string[]): Promise<void>
  /** The moment a load becomes what is searched: all of it, or nothing. */
  settle(settled: readonly Settled[], how: SettledHow): Promise<void>
  edit(
    id: string,
    changes: Partial<Pick<PassageRow, 'content' | 'metadata' | 'is_on' | 'is_edited' | 'indexed'>>,
    basedOn?: string,
  ): Promise<boolean>
}

export type IndexedId = Pick<PassageRow, 'id' | 'indexed'>

export interface SettledHow {
  storeId: string
  at: string
  index?: NewIndex
  /** Sources of which nothing could be read, and why: what they gave before stays. */
  unread?: readonly { sourceId: string; failures: readonly DocumentFailure[] }[]
}

export interface NewIndex {
  built: string
  generation: number
}

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

    async words(ids) {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('knowledge_passage')
        .select(['id', 'content', 'metadata'])
        .where('id', 'in', [...ids])
        .execute()
      return new Map(rows.map(({ id, ...words }) => [id, words]))
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

    async markIndexed(ids, generation) {
      for (let start = 0; start < ids.length; start += BATCH) {
        await db
          .updateTable('knowledge_passage')
          .set({ indexed: generation })
          .where('id', 'in', ids.slice(start, start + BATCH))
          .execute()
      }
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

    async forgetIndex({ storeId, sourceId }) {
      await db
        .updateTable('knowledge_passage')
        .set({ indexed: 0 })
        .where('store_id', '=', storeId)
        .$if(sourceId !== undefined, (q) => q.where('source_id', '=', sourceId ?? ''))
        .execute()
    },

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

    settle: (settled, { storeId, at, index, unread = [] }) =>
      database.transactDurably(async (transaction) => {
        for (const { sourceId, failures } of unread) {
          await transaction
            .updateTable('knowledge_source')
            .set({ failures: JSON.stringify(failures) })
            .where('id', '=', sourceId)
            .execute()
        }
        for (const { sourceId, gone, moved, failures } of settled) {
          for (let start = 0; start < gone.length; start += BATCH) {
            await transaction
              .updateTable('knowledge_passage')
              .set({ state: 'going' })
              .where('id', 'in', gone.slice(start, start + BATCH))
              .execute()
          }
          for (const { id, document, seq } of moved) {
            await transaction.updateTable('knowledge_passage').set({ document, seq }).where('id', '=', id).execute()
          }
          await transaction
            .updateTable('knowledge_passage')
            .set({ state: 'live' })
            .where('source_id', '=', sourceId)
            .where('state', '=', 'coming')
            .execute()
          // Counted as they are now: also what was edited, and what could not be read again today.
          const { passages, characters } = await transaction
            .selectFrom('knowledge_passage')
            .select((e) => [
              e.fn.countAll<number | string>().as('passages'),
              sql<number | string>`coalesce(sum(length(content)), 0)`.as('characters'),
            ])
            .where('source_id', '=', sourceId)
            .where('state', '=', 'live')
            .executeTakeFirstOrThrow()
          await transaction
            .updateTable('knowledge_source')
            .set({
              passages: Number(passages),
              characters: Number(characters),
              failures: JSON.stringify(failures),
              loaded_date: at,
            })
            .where('id', '=', sourceId)
            .execute()
        }
        if (!index) return
        await transaction
          .updateTable('knowledge_store')
          .set({ index_built: index.built, generation: index.generation, index_next: null })
          .where('id', '=', storeId)
          .execute()
      }),

    async edit(id, changes, basedOn) {
      const { numUpdatedRows } = await db
        .updateTable('knowledge_passage')
        .set(changes)
        .where('id', '=', id)
        .where('state', '=', 'live')
        .$if(basedOn !== undefined, (q) => q.where('content', '=', basedOn ?? ''))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
