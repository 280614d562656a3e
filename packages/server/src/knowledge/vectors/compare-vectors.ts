import { createRowComparison } from '@chatwright/core'
import { sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../ground/db/database.ts'
import { createBestMatches, type Match } from './best-matches.ts'
import { metadataConditions } from './metadata-filter.ts'
import { createSharedReads } from './shared-reads.ts'
import { requireNumbers, sentBytes, takeBytes, toBytes, type SentBytes } from './vector-bytes.ts'

export interface VectorSearch {
  collection: string
  /** What is looked for. */
  vector: readonly number[] | Float32Array
  k: number
  filter?: Record<string, unknown> | undefined
}

/** Vectors stand in the order of their last change: what was written after a place was written later. */
export interface Place {
  change: number
  seq: number
}

export const BEGINNING: Place = { change: -1, seq: -1 }

/** Rows per statement: few enough that nobody who asks waits long for them. */
const SCAN_ROWS = 4000

interface EmbeddingRow {
  seq: number
  embedding: SentBytes
}

/** Comparing what is looked for with the vectors themselves, by the database where it can, or here. */
export interface VectorComparison {
  /** With all from a place on. Nothing where they are more than `most`. */
  all(search: VectorSearch, range?: { after?: Place; most?: number }): Promise<Match[] | undefined>
  /** With these. */
  these(search: VectorSearch, seqs: readonly number[]): Promise<Match[]>
}

export function createVectorComparison(database: Database): VectorComparison {
  const { query: db, kind } = database
  const comparison = createRowComparison()
  const readTogether = createSharedReads<EmbeddingRow>()

  const vectorsOf = ({ collection, vector, filter }: VectorSearch, { isByKey = false } = {}) => {
    const conditions = metadataConditions(kind, filter)
    // For the few that are named, databases left to themselves walk through the whole collection: SQLite always, PostgreSQL
    // until it has counted what was loaded. A collection that is computed is looked up in no index.
    const named = kind === 'sqlite' ? sql`+vector_embedding.collection` : sql`vector_embedding.collection || ''`
    const inCollection = sql<boolean>`${isByKey ? named : sql`vector_embedding.collection`} = ${collection}`
    return db
      .selectFrom('vector_embedding')
      .where(inCollection)
      .where('dimensions', '=', vector.length)
      .$if(conditions.length > 0, (q) =>
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
  }

  async function nearest(rows: ReturnType<typeof vectorsOf>, { vector, k }: VectorSearch): Promise<Match[]> {
    requireNumbers(vector)
    if (database.comparesVectors) {
      const distance = sql<number | null>`vec_distance_cosine(embedding, ${toBytes(vector)})`
      const found = await rows
        .select(['vector_embedding.seq', distance.as('distance')])
        .orderBy('distance')
        .limit(k)
        .execute()
      // A vector without direction has no distance to anything.
      return found.map(({ seq, distance }) => ({ seq, score: distance === null ? 0 : 1 - distance }))
    }
    return bestOf({ vector, k }, await embeddings(rows))
  }

  async function embeddings(rows: ReturnType<typeof vectorsOf>): Promise<EmbeddingRow[]> {
    const embedding = sentBytes(database, sql.ref('embedding')).as('embedding')
    return rows.select(['vector_embedding.seq', embedding]).execute()
  }

  function bestOf({ vector, k }: Pick<VectorSearch, 'vector' | 'k'>, rows: readonly EmbeddingRow[]): Match[] {
    comparison.use(vector)
    const row = Buffer.from(comparison.row.buffer, comparison.row.byteOffset, comparison.row.byteLength)
    const best = createBestMatches(k)
    best.add(
      rows.map(({ seq, embedding }) => {
        takeBytes(embedding, row)
        return { seq, score: comparison.score() }
      }),
    )
    return best.list()
  }

  /** Where a page ends that begins after a place; nothing on the last. */
  async function pageEnd(
    { collection, vector }: VectorSearch,
    { after, rows }: { after: Place; rows: number },
  ): Promise<Place | undefined> {
    return db
      .selectFrom('vector_embedding')
      .select(['change', 'seq'])
      .where('collection', '=', collection)
      .where('dimensions', '=', vector.length)
      .where(isAfter(after))
      .orderBy('change')
      .orderBy('seq')
      .limit(1)
      .offset(rows - 1)
      .executeTakeFirst()
  }

  return {
    async all(search, { after: start = BEGINNING, most = Infinity } = {}) {
      const best = createBestMatches(search.k)
      let after = start
      for (let compared = 0; compared <= most; compared += SCAN_ROWS) {
        const end = await pageEnd(search, { after, rows: Math.min(SCAN_ROWS, most + 1 - compared) })
        const rows = vectorsOf(search)
          .where(isAfter(after))
          .$if(end !== undefined, (q) => q.where(isUpTo(end ?? after)))
        best.add(await nearest(rows, search))
        if (!end) return best.list()
        after = end
        await nextTurn()
      }
      return undefined
    },

    async these(search, seqs) {
      if (seqs.length === 0) return []
      if (database.comparesVectors) {
        return nearest(vectorsOf(search, { isByKey: true }).where(isOneOf(seqs)), search)
      }
      requireNumbers(search.vector)
      const kindOf = JSON.stringify([search.collection, search.vector.length, search.filter])
      const rows = await readTogether(kindOf, seqs, (all) =>
        embeddings(vectorsOf(search, { isByKey: true }).where(isOneOf(all))),
      )
      const own = [...new Set(seqs)].flatMap((seq) => rows.get(seq) ?? [])
      return bestOf(search, own)
    },
  }

  function isOneOf(seqs: readonly number[]) {
    // One value each, so that the statement is prepared once.
    return kind === 'sqlite'
      ? sql<boolean>`vector_embedding.seq in (select value from json_each(${JSON.stringify(seqs)}))`
      : sql<boolean>`vector_embedding.seq = any(${seqs}::int[])`
  }
}

export function isAfter({ change, seq }: Place) {
  return sql<boolean>`(vector_embedding.change, vector_embedding.seq) > (${change}, ${seq})`
}

function isUpTo({ change, seq }: Place) {
  return sql<boolean>`(vector_embedding.change, vector_embedding.seq) <= (${change}, ${seq})`
}
