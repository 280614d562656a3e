import { NodeError, type ScoredDocument, type VectorIndex, type VectorRecord } from '@chatwright/core'
import { sql, type Transaction } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { createBestMatches, type Match } from './best-matches.ts'
import { createHeldEmbeddings } from './held-embeddings.ts'
import { metadataConditions } from './metadata-filter.ts'
import { cleanText, toDocument, toMetadataText } from './stored-document.ts'
import { cosine, fromBytes, toBytes } from './vector-bytes.ts'
import { searchWords } from './word-search.ts'

/** Rows per statement: few enough that nobody who asks waits long for them. */
const WRITE_ROWS = 16
const SCAN_ROWS = 4000

/**
 * Where the database cannot compare embeddings (PostgreSQL), they are compared here, page by page. Past this many a question would take
 * longer than people wait, and every further one would make it worse for all.
 */
const MOST_COMPARED = 200_000

interface Search {
  collection: string
  dimensions: number
  /** The vector looked for. */
  bytes: Uint8Array
  k: number
  /** Of the documents' metadata. */
  conditions: ReturnType<typeof metadataConditions>
}

/** Documents with their embeddings in the product's own database. */
export function createVectorIndex(database: Database, { mostCompared = MOST_COMPARED } = {}): VectorIndex {
  const { query: db, kind } = database
  const held = createHeldEmbeddings(database)

  async function load(matches: readonly Match[]): Promise<ScoredDocument[]> {
    if (matches.length === 0) return []
    const rows = await db
      .selectFrom('vector_document')
      .select(['seq', 'id', 'content', 'metadata'])
      .where(
        'seq',
        'in',
        matches.map(({ seq }) => seq),
      )
      .execute()
    const bySeq = new Map(rows.map((row) => [row.seq, row]))
    return matches.flatMap(({ seq, score }) => {
      const row = bySeq.get(seq)
      return row ? [toDocument(row, score)] : []
    })
  }

  /** The rows of one page of a scan, as a condition; pages keep each statement short. */
  async function pageEnd(collection: string, dimensions: number, after: number): Promise<number | undefined> {
    const row = await db
      .selectFrom('vector_embedding')
      .select('seq')
      .where('collection', '=', collection)
      .where('dimensions', '=', dimensions)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(1)
      .offset(SCAN_ROWS - 1)
      .executeTakeFirst()
    return row?.seq
  }

  function page(collection: string, dimensions: number, range: { after: number; upTo: number | undefined }) {
    return db
      .selectFrom('vector_embedding')
      .where('vector_embedding.collection', '=', collection)
      .where('dimensions', '=', dimensions)
      .where('vector_embedding.seq', '>', range.after)
      .$if(range.upTo !== undefined, (q) => q.where('vector_embedding.seq', '<=', range.upTo ?? 0))
  }

  async function scan(search: Search, range: { after: number; upTo: number | undefined }): Promise<Match[]> {
    const { collection, dimensions, bytes, k, conditions } = search
    const rows = page(collection, dimensions, range).$if(conditions.length > 0, (q) =>
      q.where((e) =>
        e.exists(
          e
            .selectFrom('vector_document')
            .select(sql`1`.as('one'))
            .whereRef('vector_document.seq', '=', 'vector_embedding.seq')
            .where((inner) => inner.and(conditions)),
        ),
      ),
    )
    if (database.comparesVectors) {
      const distance = sql<number | null>`vec_distance_cosine(embedding, ${bytes})`
      const found = await rows
        .select(['vector_embedding.seq', distance.as('distance')])
        .orderBy('distance')
        .limit(k)
        .execute()
      // A vector without direction has no distance to anything.
      return found.map(({ seq, distance }) => ({ seq, score: distance === null ? 0 : 1 - distance }))
    }
    const wanted = fromBytes(bytes)
    const found = await rows.select(['vector_embedding.seq', 'embedding']).execute()
    const best = createBestMatches(k)
    best.add(found.map(({ seq, embedding }) => ({ seq, score: cosine(wanted, fromBytes(embedding)) })))
    return best.list()
  }

  async function compareAll(search: Search): Promise<Match[]> {
    const { collection, dimensions, k } = search
    const best = createBestMatches(k)
    let after = -1
    for (let compared = 0; ; compared += SCAN_ROWS) {
      if (!database.comparesVectors && compared >= mostCompared) throw tooMany(collection, mostCompared)
      const upTo = await pageEnd(collection, dimensions, after)
      best.add(await scan(search, { after, upTo }))
      if (upTo === undefined) return best.list()
      after = upTo
      await nextTurn()
    }
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
      `"${collection}" was filled with embeddings of ${row.dimensions} numbers, but the question was embedded into ${dimensions}.`,
      { code: 'bad-input', hint: 'Use the embeddings it was filled with, or fill it again with the new ones.' },
    )
  }

  return {
    async upsert(collection, records) {
      const unique = [...new Map(records.map((record) => [record.id, record])).values()]
      for (let start = 0; start < unique.length; start += WRITE_ROWS) {
        const some = unique.slice(start, start + WRITE_ROWS)
        await database.transact((transaction) => write(transaction, collection, some))
        await nextTurn()
      }
    },

    async search(collection, vector, { k, filter }) {
      const search = {
        collection,
        dimensions: vector.length,
        bytes: toBytes(vector),
        k,
        conditions: metadataConditions(kind, filter),
      }
      const atHand = search.conditions.length === 0 ? await held.search(collection, vector, k) : undefined
      const matches = atHand ?? (await compareAll(search))
      if (matches.length === 0) await refuseOtherDimensions(collection, vector.length)
      return load(matches)
    },

    async searchText(collection, query, { k }) {
      return load(await searchWords(database, { collection, query, k }))
    },

    async delete(collection, ids) {
      for (let start = 0; start < ids.length; start += WRITE_ROWS) {
        await db
          .deleteFrom('vector_document')
          .where('collection', '=', collection)
          .where('id', 'in', ids.slice(start, start + WRITE_ROWS))
          .execute()
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

function tooMany(collection: string, limit: number): NodeError {
  return new NodeError(`"${collection}" holds more than ${limit} documents, too many to be compared one by one.`, {
    code: 'refused',
    hint: 'Keep them in a vector database: the Postgres node (with pgvector), Qdrant, Chroma or another.',
  })
}

async function write(
  transaction: Transaction<Schema>,
  collection: string,
  records: readonly VectorRecord[],
): Promise<void> {
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
      })),
    )
    .onConflict((conflict) =>
      conflict.column('seq').doUpdateSet((e) => ({
        dimensions: e.ref('excluded.dimensions'),
        embedding: e.ref('excluded.embedding'),
      })),
    )
    .execute()
}
