import { sql } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import { newId } from '../../ground/db/new-id.ts'
import { preparedQuery } from '../../ground/db/prepared-query.ts'
import { readCodedLists, type CodedLists, type WrittenLists } from './coded-lists.ts'
import { BEGINNING, isAfter, type Place } from './compare-vectors.ts'
import { fromBytes, sentBytes, takeBytes } from './vector-bytes.ts'

/** One index of vectors: those of a collection that have a length. */
export interface IndexName {
  collection: string
  dimensions: number
}

/** One that is to be made, in the place of another or of none. */
export interface WantedIndex extends IndexName {
  insteadOf: string | undefined
}

/** What is known of a kept index besides its lists. */
interface Head extends Omit<WrittenLists, 'pieces'> {
  format: number
  /** What it holds reaches up to here. */
  upTo: Place
  /** How many there were when its lists were learned, and how many had been deleted from the collection before. */
  learned: number
  removed: number
}

export interface KeptIndex {
  id: string
  lists: CodedLists
  upTo: Place
  learned: number
  removed: number
}

export interface VectorRow extends Place {
  vector: Float32Array
  metadata: Record<string, unknown>
}

export type IndexStore = ReturnType<typeof createIndexStore>

/** Kept indexes of another format are made anew. */
const FORMAT = 4
const PART_BYTES = 512 * 1024

/** Keeps indexes in the database, as what they are: something that can be made again from the vectors. */
export function createIndexStore(database: Database) {
  const { query: db } = database
  const vectorsOf = ({ collection, dimensions }: IndexName) =>
    db
      .selectFrom('vector_embedding')
      .where('vector_embedding.collection', '=', collection)
      .where('dimensions', '=', dimensions)
  const readCurrent = preparedQuery(
    db
      .selectFrom('vector_collection')
      .leftJoin('vector_index', (join) =>
        join
          .onRef('vector_index.collection', '=', 'vector_collection.collection')
          .on('vector_index.dimensions', '=', 0),
      )
      .where('vector_collection.collection', '=', '')
      .select(['vector_index.id', 'changed']),
  )

  return {
    /** Whether it holds as many vectors. */
    async holds(name: IndexName, count: number): Promise<boolean> {
      const row = await vectorsOf(name)
        .select('seq')
        .limit(1)
        .offset(count - 1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Whether what stood at a place still does. */
    async isThere(name: IndexName, { change, seq }: Place): Promise<boolean> {
      const row = await vectorsOf(name)
        .select('seq')
        .where('change', '=', change)
        .where('seq', '=', seq)
        .executeTakeFirst()
      return row !== undefined
    },

    /** The next vectors after a place, in the order they were written. */
    async next(name: IndexName, after: Place, limit: number): Promise<VectorRow[]> {
      const rows = await vectorsOf(name)
        .innerJoin('vector_document', 'vector_document.seq', 'vector_embedding.seq')
        .select(['vector_embedding.seq', 'change', 'embedding', 'metadata'])
        .where(isAfter(after))
        .orderBy('change')
        .orderBy('vector_embedding.seq')
        .limit(limit)
        .execute()
      return rows.map(({ seq, change, embedding, metadata }) => ({
        seq,
        change,
        vector: fromBytes(embedding),
        metadata: JSON.parse(metadata) as Record<string, unknown>,
      }))
    },

    /** Some of the vectors, evenly taken. */
    async sample(name: IndexName, every: number): Promise<Float32Array[]> {
      const sample: Float32Array[] = []
      for (let after = BEGINNING; ;) {
        const places = await vectorsOf(name)
          .select(['change', 'seq'])
          .where(isAfter(after))
          .orderBy('change')
          .orderBy('seq')
          .limit(every * 250)
          .execute()
        const end = places.at(-1)
        if (!end) return sample
        after = end
        const chosen = places.filter((_, at) => at % every === 0).map(({ seq }) => seq)
        const rows = await db.selectFrom('vector_embedding').select('embedding').where('seq', 'in', chosen).execute()
        for (const { embedding } of rows) sample.push(fromBytes(embedding))
      }
    },

    async count(name: IndexName): Promise<number> {
      const { count } = await vectorsOf(name)
        .select((e) => e.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /** How many were deleted from a collection so far. */
    async removed({ collection }: IndexName): Promise<number> {
      const row = await db
        .selectFrom('vector_collection')
        .select('removed')
        .where('collection', '=', collection)
        .executeTakeFirst()
      return row?.removed ?? 0
    },

    /** Which one is searched now, and how often its collection was changed so far: asked for every search. */
    async current({ collection, dimensions }: IndexName): Promise<{ id: string | undefined; changed: number }> {
      const [row] = (await readCurrent(db, [dimensions, collection])).rows
      return { id: row?.id ?? undefined, changed: row?.changed ?? 0 }
    },

    /** Nothing where it was replaced meanwhile, or was written by another version. */
    async read(id: string): Promise<KeptIndex | undefined> {
      const row = await db.selectFrom('vector_index').select('head').where('id', '=', id).executeTakeFirst()
      const head = row && (JSON.parse(row.head) as Head)
      if (head?.format !== FORMAT) return undefined
      const body = new ArrayBuffer(head.bytes)
      let at = 0
      for (let part = 0; at < head.bytes; part += 1) {
        const piece = await db
          .selectFrom('vector_index_part')
          .select(sentBytes(database, sql.ref('bytes')).as('bytes'))
          .where('id', '=', id)
          .where('part', '=', part)
          .executeTakeFirst()
        if (!piece) return undefined
        at += takeBytes(piece.bytes, Buffer.from(body, at))
      }
      const { upTo, learned, removed } = head
      return { id, lists: readCodedLists(head, body), upTo, learned, removed }
    },

    /** Keeps an index beside the one that is searched, and swaps when it is whole. */
    async replace(name: IndexName, made: Omit<KeptIndex, 'id'>): Promise<void> {
      const { collection, dimensions } = name
      const id = newId()
      const { lists, ...rest } = made
      const { pieces, ...written } = lists.written()
      let part = 0
      for (const bytes of inParts(pieces(), PART_BYTES)) {
        await db.insertInto('vector_index_part').values({ id, part, collection, dimensions, bytes }).execute()
        part += 1
      }
      const head = JSON.stringify({ ...written, ...rest, format: FORMAT } satisfies Head)
      await database.transact(async (transaction) => {
        // Taken first, so that nobody deletes the collection between the question and the write.
        const { numUpdatedRows } = await transaction
          .updateTable('vector_collection')
          .set((e) => ({ changed: e('changed', '+', 1) }))
          .where('collection', '=', collection)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return
        await transaction
          .insertInto('vector_index')
          .values({ collection, dimensions, id, head })
          .onConflict((conflict) => conflict.columns(['collection', 'dimensions']).doUpdateSet({ id, head }))
          .execute()
      })
      await this.dropOthers(name)
    },

    /** Deletes what an index was made of that is not searched: the one before, or one that was never finished. */
    async dropOthers(name: IndexName): Promise<void> {
      const { id: current } = await this.current(name)
      for (;;) {
        const rows = await db
          .selectFrom('vector_index_part')
          .select(['id', 'part'])
          .where('collection', '=', name.collection)
          .where('dimensions', '=', name.dimensions)
          .$if(current !== undefined, (q) => q.where('id', '!=', current ?? ''))
          .limit(DELETED_AT_ONCE)
          .execute()
        if (rows.length === 0) return
        for (const { id, part } of rows) {
          await db.deleteFrom('vector_index_part').where('id', '=', id).where('part', '=', part).execute()
        }
      }
    },

    /** Vectors of before there were collections have none to be deleted with. */
    async ensureCollection({ collection }: IndexName): Promise<void> {
      await db
        .insertInto('vector_collection')
        .values({ collection, changed: 0, removed: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    /** Whether nobody else makes this index. Held until the connection ends. */
    async claim({ collection, dimensions }: IndexName): Promise<boolean> {
      if (database.kind === 'sqlite') return true
      const { rows } = await sql<{ claimed: boolean }>`
        select pg_try_advisory_lock(${LOCK}, hashtext(${`${dimensions} ${collection}`})) as claimed`.execute(db)
      return rows[0]?.claimed ?? false
    },
  }
}

const DELETED_AT_ONCE = 100
/** Any fixed number: tells our locks from those of others. */
const LOCK = 5_140_316

/** Pieces of any length as parts of one length, all but the last. */
export function* inParts(pieces: Iterable<Uint8Array>, length: number): Generator<Uint8Array> {
  let part = new Uint8Array(length)
  let filled = 0
  for (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const some = piece.subarray(at, at + length - filled)
      part.set(some, filled)
      filled += some.length
      at += some.length
      if (filled < length) continue
      yield part
      part = new Uint8Array(length)
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}
