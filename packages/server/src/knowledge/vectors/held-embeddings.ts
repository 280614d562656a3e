import { createVectorTable, type VectorTable } from '@chatwright/core'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../ground/db/database.ts'
import type { Match } from './best-matches.ts'
import { BEGINNING, isAfter, type Place, type VectorSearch } from './compare-vectors.ts'
import { fromBytes } from './vector-bytes.ts'

/** Embeddings of the collections that are asked again and again, in memory until embeddings change. */
export interface HeldEmbeddings {
  /** Undefined when they are not at hand: the database has to be asked. Filters are not looked at. */
  search(search: VectorSearch): Promise<Match[] | undefined>
}

interface Held {
  table: VectorTable
  /** In the order of the table's rows. */
  seqs: number[]
}

/** About forty thousand of the built-in embeddings. */
const MOST_BYTES = 64 * 1024 * 1024
/** Rows per statement: few enough that nobody waits for them. */
const READ_ROWS = 1000

/** What is known of a collection since embeddings last changed. */
type State = 'asked once' | 'being read' | 'too large' | Held

export function createHeldEmbeddings(
  database: Database,
  { mostBytes = MOST_BYTES, mostRows = Infinity } = {},
): HeldEmbeddings {
  // The embeddings of a document go with it.
  const revision = database.revisionOf?.(['vector_embedding', 'vector_document'])
  const states = new Map<string, State>()
  let knownAt = -1

  async function hold(key: string, collection: string, dimensions: number): Promise<Held | undefined> {
    const at = knownAt
    states.set(key, 'being read')
    const read = await readAll(database, { collection, dimensions, mostBytes, mostRows })
    // A change while it was read may or may not be in it.
    if (revision?.() !== at || knownAt !== at) return undefined
    if (read) makeRoom(states, mostBytes - read.table.bytes)
    states.set(key, read ?? 'too large')
    return read
  }

  return {
    async search({ collection, vector, k }) {
      const at = revision?.()
      if (at === undefined) return undefined
      if (at !== knownAt) states.clear()
      knownAt = at
      const key = `${vector.length} ${collection}`
      const state = states.get(key)
      // Reading all of a collection pays from the second question on.
      if (state === undefined) states.set(key, 'asked once')
      const held = state === 'asked once' ? await hold(key, collection, vector.length) : state
      if (typeof held !== 'object') return undefined
      return held.table.nearest(vector, k).map(({ row, score }) => ({ seq: held.seqs[row] ?? -1, score }))
    },
  }
}

/** Lets go of what was read first until the rest fits. */
function makeRoom(states: Map<string, State>, mostBytes: number): void {
  const held = [...states].filter((entry): entry is [string, Held] => typeof entry[1] === 'object')
  let bytes = held.reduce((sum, [, { table }]) => sum + table.bytes, 0)
  for (const [key, { table }] of held) {
    if (bytes <= mostBytes) return
    states.delete(key)
    bytes -= table.bytes
  }
}

interface Wanted {
  collection: string
  dimensions: number
  mostBytes: number
  mostRows: number
}

/** Nothing when they are more than may be held. */
async function readAll(
  { query }: Database,
  { collection, dimensions, mostBytes, mostRows }: Wanted,
): Promise<Held | undefined> {
  const table = createVectorTable(dimensions)
  const seqs: number[] = []
  for (let after: Place = BEGINNING; ;) {
    // In the order of the index: in any other, all of the collection would be sorted for every page.
    const rows = await query
      .selectFrom('vector_embedding')
      .select(['change', 'seq', 'embedding'])
      .where('collection', '=', collection)
      .where('dimensions', '=', dimensions)
      .where(isAfter(after))
      .orderBy('change')
      .orderBy('seq')
      .limit(READ_ROWS)
      .execute()
    for (const { seq, embedding } of rows) {
      table.add(fromBytes(embedding))
      seqs.push(seq)
    }
    const last = rows.at(-1)
    if (!last || rows.length < READ_ROWS) return { table, seqs }
    after = last
    if (table.bytes > mostBytes || table.size > mostRows) return undefined
    await nextTurn()
  }
}
