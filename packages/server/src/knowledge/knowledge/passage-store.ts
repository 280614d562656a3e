import { sql, type Selectable, type Transaction } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import { holdStore, workAlone } from '../../ground/db/hold-store.ts'
import type { KnowledgePassageTable } from '../../ground/db/knowledge-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { addToTotals, type Totals } from './passage-totals.ts'
import { searchPassages, type FoundPassages } from './search-passages.ts'
import { settleLoad, type Settled, type SettledHow } from './settle-load.ts'
import {
  countInHops,
  HOP,
  inOrder,
  keyAfter,
  passagesFrom,
  PLACE,
  TO_INDEX,
  type PassagesWhere,
  type PlaceKey,
} from './walk-passages.ts'

export type PassageRow = Selectable<KnowledgePassageTable>

/** What tells one passage from another, without its words. */
export type PassagePlace = Pick<PassageRow, 'id' | 'document' | 'seq'>

export interface PassageStore {
  page(where: PassagesWhere, at: { limit: number; offset: number }): Promise<PassageRow[]>
  /** As they are kept with the sources. */
  totals(where: PassagesWhere): Promise<Totals>
  /** Those that hold a text, whatever the case. */
  search(where: PassagesWhere, text: string, at: { limit: number; offset: number }): Promise<FoundPassages>
  /** All that can be found of a store, some at a time. */
  visibleIn(storeId: string): AsyncGenerator<PassageRow[], void>
  find(id: string): Promise<PassageRow | undefined>
  /** Those that can be found, of these. */
  visible(ids: readonly string[]): Promise<PassageRow[]>
  /** Where the passages of a source stand, as they are. */
  places(source: { id: string; store_id: string }): Promise<PassagePlace[]>
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
  /**
   * Nothing of these is in an index any more. Refused while their store is loaded. False where another load was here, and where
   * some were edited since their vectors were deleted, and so embedded again: those stay as they are.
   */
  forgetIndexedAlone(storeId: string, ids: readonly string[], lastLoad: string | null): Promise<boolean>
  /** The store has no index any more. Refused while it is loaded. */
  forgetIndexAlone(storeId: string, lastLoad: string | null): Promise<boolean>
  /** Ids of passages in a state, some at a time: there may be a million. */
  idsIn(where: PassagesWhere, states: readonly PassageRow['state'][]): AsyncGenerator<IndexedId[], void>
  /** Deletes what nobody sees: nothing is counted of it. */
  deleteRows(ids: readonly string[]): Promise<void>
  /**
   * Deletes these, and what their sources count of them. Refused and false as above. `isPart`: of a deletion of more; should that
   * never come to its end, their sources say that they have to be loaded.
   */
  deleteAlone(
    storeId: string,
    ids: readonly string[],
    how: { lastLoad: string | null; isPart: boolean },
  ): Promise<boolean>
  /** The same for the job that holds their store. */
  deleteHeld(ids: readonly string[]): Promise<void>
  /** The moment a load becomes what is searched: all of it, or nothing. */
  settle(settled: readonly Settled[], how: SettledHow): Promise<void>
  /**
   * Changes one, where it still says what it did. `isAlone`: refused while its store is loaded. `isDoubted`: should an index hold
   * it, that is of other words, and the store says that it is behind.
   */
  edit(
    row: Pick<PassageRow, 'id' | 'store_id' | 'source_id'>,
    changes: Partial<Pick<PassageRow, 'content' | 'metadata' | 'is_on' | 'is_edited' | 'indexed'>>,
    how?: { basedOn?: string | undefined; isAlone?: boolean; isDoubted?: boolean },
  ): Promise<boolean>
}

export type IndexedId = Pick<PassageRow, 'id' | 'indexed'>

const BATCH = 200
/** In no index for sure is 0. */
export const MAYBE_INDEXED = -1
const IDS_AT_ONCE = 200
const PLACES_AT_ONCE = 5000
const TEXTS_AT_ONCE = 500

/** Deletes passages, and what their sources count of them. */
async function deleteCounted(
  transaction: Transaction<Schema>,
  ids: readonly string[],
  { isPart }: { isPart: boolean },
): Promise<void> {
  const gone = await transaction
    .deleteFrom('knowledge_passage')
    .where('id', 'in', [...ids])
    // Nor one that was embedded since its vector was deleted: that vector would stay for good.
    .where('indexed', '<=', 0)
    .returning(['source_id', 'state', sql<number | string>`length(content)`.as('characters')])
    .execute()
  // What somebody else deleted at the same moment, they counted; what nobody sees is not counted.
  const seen = gone.filter(({ state }) => state === 'live')
  for (const [sourceId, rows] of groupBySource(seen)) {
    const characters = rows.reduce((sum, row) => sum + Number(row.characters), 0)
    await addToTotals(transaction, sourceId, { count: -rows.length, characters: -characters })
    if (isPart)
      await transaction.updateTable('knowledge_source').set({ loaded_date: null }).where('id', '=', sourceId).execute()
  }
}

export function createPassageStore(database: Database): PassageStore {
  const { query: db } = database

  /** What an index does not hold: below its number, or above it where one that was begun later was given up. */
  const missing = (storeId: string, generation: number, side: '<' | '>') => (after?: ToIndexKey) =>
    inOrder(
      db
        .selectFrom('knowledge_passage')
        .where('store_id', '=', storeId)
        .where('indexed', side, generation)
        .where('state', '<>', 'going'),
      TO_INDEX,
      after,
    )

  return {
    async page(where, { limit, offset }) {
      const { sourceId, left } = await sourceAt(db, where, offset)
      let after = sourceId === undefined ? undefined : { source_id: sourceId, document: '', seq: -1, id: '' }
      for (let ahead = left; ahead > 0; ahead -= HOP) {
        after = await keyAfter(passagesFrom(db, where, 'live', after), PLACE, Math.min(ahead, HOP) - 1)
        if (!after) return []
      }
      return passagesFrom(db, where, 'live', after).selectAll().limit(limit).execute()
    },

    async totals({ storeId, sourceId }) {
      const row = await db
        .selectFrom('knowledge_source')
        .select((e) => [
          e.fn.coalesce(e.fn.sum<number | string>('passages'), e.lit(0)).as('count'),
          e.fn.coalesce(e.fn.sum<number | string>('characters'), e.lit(0)).as('characters'),
        ])
        .where('store_id', '=', storeId)
        .$if(sourceId !== undefined, (q) => q.where('id', '=', sourceId ?? ''))
        .executeTakeFirstOrThrow()
      return { count: Number(row.count), characters: Number(row.characters) }
    },

    search: (where, text, at) => searchPassages(db, where, text, at),

    async *visibleIn(storeId) {
      const removed = await db
        .selectFrom('knowledge_source')
        .select('id')
        .where('store_id', '=', storeId)
        .where('removed_by', 'is not', null)
        .execute()
      const going = new Set(removed.map(({ id }) => id))
      for (let after: PassageRow | undefined; ;) {
        const rows: PassageRow[] = await passagesFrom(db, { storeId }, 'live', after)
          .selectAll()
          .limit(TEXTS_AT_ONCE)
          .execute()
        yield rows.filter(({ is_on: isOn, source_id: sourceId }) => isOn === 1 && !going.has(sourceId))
        if (rows.length < TEXTS_AT_ONCE) return
        after = rows.at(-1)
      }
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
      return (
        db
          .selectFrom('knowledge_passage')
          .selectAll()
          .where('id', 'in', [...ids])
          .where('state', '=', 'live')
          .where('is_on', '=', 1)
          // What is being deleted is not found any more, however long that takes.
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('knowledge_source')
                  .select('knowledge_source.id')
                  .whereRef('knowledge_source.id', '=', 'knowledge_passage.source_id')
                  .where('removed_by', 'is not', null),
              ),
            ),
          )
          .execute()
      )
    },

    async places({ id: sourceId, store_id: storeId }) {
      const places: PlaceKey[] = []
      for (;;) {
        const some = await passagesFrom(db, { storeId, sourceId }, 'live', places.at(-1))
          .select([...PLACE])
          .limit(PLACES_AT_ONCE)
          .execute()
        for (const place of some) places.push(place)
        if (some.length < PLACES_AT_ONCE) return places
      }
    },

    async withUnindexed(storeIds) {
      if (storeIds.length === 0) return new Set()
      const rows = await db
        .selectFrom('knowledge_store')
        .select('id')
        .where('id', 'in', [...storeIds])
        // One of them tells: of a store that was never indexed, all would be read.
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('knowledge_passage')
              .select('knowledge_passage.id')
              .whereRef('store_id', '=', 'knowledge_store.id')
              .where('indexed', 'in', [0, MAYBE_INDEXED])
              .where('state', '=', 'live'),
          ),
        )
        .execute()
      return new Set(rows.map(({ id }) => id))
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

    async unindexed(storeId, generation, limit) {
      const older = await missing(storeId, generation, '<')().selectAll().limit(limit).execute()
      if (older.length === limit) return older
      const newer = await missing(storeId, generation, '>')()
        .selectAll()
        .limit(limit - older.length)
        .execute()
      return [...older, ...newer]
    },

    async countUnindexed(storeId, generation) {
      const older = await countInHops(missing(storeId, generation, '<'), TO_INDEX)
      return older + (await countInHops(missing(storeId, generation, '>'), TO_INDEX))
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

    forgetIndexedAlone: (storeId, ids, lastLoad) =>
      workAlone(database, { storeId, lastLoad }, async (transaction) => {
        await transaction
          .updateTable('knowledge_passage')
          .set({ indexed: 0 })
          .where('id', 'in', [...ids])
          .where('indexed', '<=', 0)
          .execute()
        return !(await areEmbedded(transaction, ids))
      }),

    forgetIndexAlone: (storeId, lastLoad) =>
      workAlone(database, { storeId, lastLoad }, async (transaction) => {
        await transaction
          .updateTable('knowledge_store')
          .set({ index_built: null, index_next: null })
          .where('id', '=', storeId)
          .execute()
        return true
      }),

    async *idsIn(where, states) {
      for (const state of states) {
        for (let after: PlaceKey | undefined; ;) {
          const rows: (PlaceKey & IndexedId)[] = await passagesFrom(db, where, state, after)
            .select([...PLACE, 'indexed'])
            .limit(IDS_AT_ONCE)
            .execute()
          if (rows.length > 0) yield rows
          if (rows.length < IDS_AT_ONCE) break
          after = rows.at(-1)
        }
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

    deleteAlone: (storeId, ids, { lastLoad, isPart }) =>
      workAlone(database, { storeId, lastLoad }, async (transaction) => {
        await deleteCounted(transaction, ids, { isPart })
        return !(await areEmbedded(transaction, ids))
      }),

    deleteHeld: (ids) => database.transactDurably((transaction) => deleteCounted(transaction, ids, { isPart: true })),

    settle: (settled, how) => database.transactDurably((transaction) => settleLoad(transaction, settled, how)),

    edit: (row, changes, { basedOn, isAlone = false, isDoubted = false } = {}) =>
      database.transactDurably(async (transaction) => {
        const { id, store_id: storeId, source_id: sourceId } = row
        if (isAlone) await holdStore(transaction, { storeId, kind: database.kind })
        const before = await lengthOf(transaction, id, database.kind)
        const { numUpdatedRows } = await transaction
          .updateTable('knowledge_passage')
          .set({ ...changes, ...(isDoubted && { indexed: DOUBTED }) })
          .where('id', '=', id)
          .where('state', '=', 'live')
          .$if(basedOn !== undefined, (q) => q.where('content', '=', basedOn ?? ''))
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        const after = await lengthOf(transaction, id, database.kind)
        if (after !== before) await addToTotals(transaction, sourceId, { count: 0, characters: after - before })
        return true
      }),
  }
}

/** Where no index can hold it, nobody needs to look for it in one. */
const DOUBTED = sql<number>`case when indexed = 0 then 0 else ${sql.lit(MAYBE_INDEXED)} end`

async function areEmbedded(transaction: Transaction<Schema>, ids: readonly string[]): Promise<boolean> {
  const found = await transaction
    .selectFrom('knowledge_passage')
    .select('id')
    .where('id', 'in', [...ids])
    .where('indexed', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

type ToIndexKey = Pick<KnowledgePassageTable, (typeof TO_INDEX)[number]>

/** In which source the passage of a number stands, by what is kept of the sources before it, and how far into it. */
async function sourceAt(
  db: Database['query'],
  { storeId, sourceId }: PassagesWhere,
  offset: number,
): Promise<{ sourceId?: string; left: number }> {
  if (sourceId !== undefined || offset < HOP) return { left: offset }
  const sources = await db
    .selectFrom('knowledge_source')
    .select(['id', 'passages'])
    .where('store_id', '=', storeId)
    .orderBy('id')
    .execute()
  let left = offset
  for (const { id, passages } of sources) {
    if (left < passages) return { sourceId: id, left }
    left -= passages
  }
  return { left: offset }
}

/** How long a passage is, in characters as databases count them. Held: who else edits it counts from what is there after. */
async function lengthOf(transaction: Transaction<Schema>, id: string, kind: Database['kind']): Promise<number> {
  const row = transaction
    .selectFrom('knowledge_passage')
    .select(sql<number | string>`length(content)`.as('characters'))
    .where('id', '=', id)
  const found = await (kind === 'postgres' ? row.forUpdate() : row).executeTakeFirst()
  return Number(found?.characters ?? 0)
}

function groupBySource<Row extends { source_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.source_id)
    if (group) group.push(row)
    else groups.set(row.source_id, [row])
  }
  return groups
}
