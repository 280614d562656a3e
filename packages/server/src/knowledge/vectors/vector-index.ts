import { NodeError, type ScoredDocument, type VectorIndex, type VectorRecord } from '@chatwright/core'
import type { Transaction } from 'kysely'
import { randomInt } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { Match } from './best-matches.ts'
import { createVectorComparison, type VectorSearch } from './compare-vectors.ts'
import { createHeldEmbeddings } from './held-embeddings.ts'
import { createSharedReads } from './shared-reads.ts'
import { cleanText, toDocument, toMetadataText } from './stored-document.ts'
import { fromBytes, requireNumbers, toBytes } from './vector-bytes.ts'
import type { VectorThreads } from './vector-threads.ts'
import { searchWords } from './word-search.ts'

/** Rows per statement: few enough that nobody who asks waits long for them. */
const WRITE_ROWS = 16
/** How many changes of a collection, of so many rows each, its index is told of together. */
const CHANGES_TOLD = 256
/**
 * Where counting the changes of a collection begins, somewhere below this: what stood at a place of one that was deleted is
 * hardly ever at that place of one that has its name now. That leaves room for as many changes again.
 */
const FIRST_CHANGES = 2 ** 30
/** In large collections: words that more passages have tell little, and take long to count. */
const MOST_WITH_WORD = 50_000

interface DocumentRow {
  seq: number
  id: string
  content: string
  metadata: string
}

/** Documents with their embeddings in the product's own database. */
export function createVectorIndex(database: Database, threads: VectorThreads): VectorIndex {
  const { query: db } = database
  const held = createHeldEmbeddings(database, { mostRows: threads.large })
  const comparison = createVectorComparison(database)
  const readTogether = createSharedReads<DocumentRow>()

  async function load(matches: readonly Match[]): Promise<ScoredDocument[]> {
    if (matches.length === 0) return []
    const bySeq = await readTogether(
      'documents',
      matches.map(({ seq }) => seq),
      (seqs) =>
        db
          .selectFrom('vector_document')
          .select(['seq', 'id', 'content', 'metadata'])
          .where('seq', 'in', seqs)
          .execute(),
    )
    return matches.flatMap(({ seq, score }) => {
      const row = bySeq.get(seq)
      return row ? [toDocument(row, score)] : []
    })
  }

  /** Large collections are searched in a thread; which those are is found out by comparing so many. */
  const large = new Set<string>()

  async function compareHere(search: VectorSearch): Promise<Match[] | undefined> {
    const { collection, filter } = search
    if (large.has(collection)) return undefined
    const isFiltered = Object.keys(filter ?? {}).length > 0
    const atHand = isFiltered ? undefined : await held.search(search)
    if (atHand) return atHand
    const matches = await comparison.all(search, { most: threads.large })
    if (!matches) large.add(collection)
    return matches
  }

  async function isLarge(collection: string): Promise<boolean> {
    if (large.has(collection)) return true
    const row = await db
      .selectFrom('vector_embedding')
      .select('seq')
      .where('collection', '=', collection)
      .limit(1)
      .offset(threads.large)
      .executeTakeFirst()
    if (row) large.add(collection)
    return row !== undefined
  }

  async function refuseOtherDimensions(collection: string, dimensions: number): Promise<void> {
    const row = await db
      .selectFrom('vector_embedding')
      .select('dimensions')
      .where('collection', '=', collection)
      .limit(1)
      .executeTakeFirst()
    if (!row || row.dimensions === dimensions) return
    throw new NodeError(
      `"${collection}" contains embeddings of length ${row.dimensions}, but the question has length ${dimensions}.`,
      { code: 'bad-input', hint: 'Use the embeddings it was loaded with, or load it again with the new ones.' },
    )
  }

  return {
    async upsert(collection, records) {
      const unique = [...new Map(records.map((record) => [record.id, record])).values()]
      for (let start = 0; start < unique.length; start += WRITE_ROWS) {
        const some = unique.slice(start, start + WRITE_ROWS)
        const change = await database.transact((transaction) => write(transaction, collection, some))
        const dimensions = some[0]?.vector.length ?? 0
        if (change % CHANGES_TOLD === 0) threads.follow({ collection, dimensions })
        await nextTurn()
      }
    },

    async search(collection, vector, { k, filter }) {
      requireNumbers(vector)
      const search: VectorSearch = { collection, vector, k, filter }
      const matches = (await compareHere(search)) ?? (await threads.search(search))
      if (!matches) throw notIndexed(collection)
      if (matches.length === 0) await refuseOtherDimensions(collection, vector.length)
      return load(matches)
    },

    async searchText(collection, query, { k }) {
      const isBounded = await isLarge(collection)
      return load(
        isBounded
          ? await threads.searchWords({ collection, query, k, mostWithWord: MOST_WITH_WORD })
          : await searchWords(database, { collection, query, k }),
      )
    },

    async stored(collection, ids) {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('vector_document')
        .innerJoin('vector_embedding', 'vector_embedding.seq', 'vector_document.seq')
        .select(['id', 'content', 'metadata', 'embedding'])
        .where('vector_document.collection', '=', collection)
        .where('id', 'in', [...ids])
        .execute()
      return rows.map((row) => {
        const { id = row.id, ...document } = toDocument(row, undefined)
        return { id, vector: [...fromBytes(row.embedding)], document }
      })
    },

    async delete(collection, ids) {
      for (let start = 0; start < ids.length; start += WRITE_ROWS) {
        const some = ids.slice(start, start + WRITE_ROWS)
        await database.transact((transaction) => remove(transaction, collection, some))
        await nextTurn()
      }
    },

    async count(collection) {
      const row = await db
        .selectFrom('vector_document')
        .select((e) => e.fn.countAll<number | string>().as('count'))
        .where('collection', '=', collection)
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },
  }
}

function notIndexed(collection: string): NodeError {
  return new NodeError(`"${collection}" is being indexed. It has too many documents to search without an index.`, {
    code: 'overloaded',
    hint: 'Try again in a few minutes.',
    isRetryable: true,
  })
}

async function write(
  transaction: Transaction<Schema>,
  collection: string,
  records: readonly VectorRecord[],
): Promise<number> {
  const { changed: change } = await transaction
    .insertInto('vector_collection')
    .values({ collection, changed: randomInt(1, FIRST_CHANGES), removed: 0 })
    .onConflict((conflict) =>
      conflict.column('collection').doUpdateSet((e) => ({ changed: e('vector_collection.changed', '+', 1) })),
    )
    .returning('changed')
    .executeTakeFirstOrThrow()
  const documents = await transaction
    .insertInto('vector_document')
    .values(
      records.map(({ id, document }) => ({
        collection,
        id,
        metadata: toMetadataText(document.metadata),
        content: cleanText(document.pageContent),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['collection', 'id']).doUpdateSet((e) => ({
        metadata: e.ref('excluded.metadata'),
        content: e.ref('excluded.content'),
      })),
    )
    .returning(['seq', 'id'])
    .execute()
  const seqs = new Map(documents.map(({ seq, id }) => [id, seq]))
  await transaction
    .insertInto('vector_embedding')
    .values(
      records.map(({ id, vector }) => ({
        seq: seqs.get(id) ?? 0,
        collection,
        dimensions: vector.length,
        embedding: toBytes(vector),
        change,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('seq').doUpdateSet((e) => ({
        dimensions: e.ref('excluded.dimensions'),
        embedding: e.ref('excluded.embedding'),
        change: e.ref('excluded.change'),
      })),
    )
    .execute()
  return change
}

/** With the last document of a collection goes all that is kept of it. */
async function remove(transaction: Transaction<Schema>, collection: string, ids: readonly string[]): Promise<void> {
  // Held from here on: what others write waits, and is not taken for gone.
  await transaction
    .updateTable('vector_collection')
    .set((e) => ({ changed: e('changed', '+', 1) }))
    .where('collection', '=', collection)
    .execute()
  const { numDeletedRows } = await transaction
    .deleteFrom('vector_document')
    .where('collection', '=', collection)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return
  const left = await transaction
    .selectFrom('vector_document')
    .select('seq')
    .where('collection', '=', collection)
    .limit(1)
    .executeTakeFirst()
  if (left) {
    await transaction
      .updateTable('vector_collection')
      .set((e) => ({ removed: e('removed', '+', Number(numDeletedRows)) }))
      .where('collection', '=', collection)
      .execute()
    return
  }
  await removeParts(transaction, collection)
  for (const table of ['vector_index', 'vector_collection'] as const) {
    await transaction.deleteFrom(table).where('collection', '=', collection).execute()
  }
}

/** One by one: an index may be hundreds of megabytes, and everybody else has a turn between two statements. */
async function removeParts(transaction: Transaction<Schema>, collection: string): Promise<void> {
  const parts = await transaction
    .selectFrom('vector_index_part')
    .select(['id', 'part'])
    .where('collection', '=', collection)
    .orderBy('part')
    .execute()
  for (const { id, part } of parts) {
    await transaction.deleteFrom('vector_index_part').where('id', '=', id).where('part', '=', part).execute()
  }
}
