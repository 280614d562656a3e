import { sql } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { Match } from './best-matches.ts'

const MAX_WORDS = 64

export interface WordQuery {
  collection: string
  query: string
  k: number
  /** A word that stands in more documents than these tells none of them from the others, and is not looked for. */
  mostWithWord?: number
}

/** Documents that hold any of the words, the best match first; higher is better. */
export async function searchWords(
  database: Database,
  { collection, query, k, mostWithWord }: WordQuery,
): Promise<Match[]> {
  // Letters and digits only: nothing of either database's query language gets through.
  const given = (query.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS)
  const words = mostWithWord === undefined ? given : await rareWords(database, given, mostWithWord)
  if (words.length === 0) return []
  const { rows } =
    database.kind === 'sqlite'
      ? await sql<Match>`
          select vector_document.seq as seq, -bm25(vector_text) as score
          from vector_text join vector_document on vector_document.seq = vector_text.rowid
          where vector_text match ${words.map((word) => `"${word}"`).join(' OR ')}
            and vector_document.collection = ${collection}
          order by score desc, seq limit ${k}`.execute(database.query)
      : await sql<Match>`
          select seq, ts_rank_cd(words, wanted) as score
          from vector_document, websearch_to_tsquery('english', ${words.join(' or ')}) as wanted
          where collection = ${collection} and words @@ wanted
          order by score desc, seq limit ${k}`.execute(database.query)
  return rows
}

async function rareWords(database: Database, words: readonly string[], most: number): Promise<string[]> {
  const rare: string[] = []
  for (const word of new Set(words)) {
    const { rows } =
      database.kind === 'sqlite'
        ? await sql<{ count: number }>`select count(*) as count from (
            select 1 from vector_text where vector_text match ${`"${word}"`} limit ${most + 1})`.execute(database.query)
        : await sql<{ count: string }>`select count(*) as count from (
            select 1 from vector_document where words @@ plainto_tsquery('english', ${word}) limit ${most + 1}) as found`.execute(
            database.query,
          )
    if (Number(rows[0]?.count ?? 0) <= most) rare.push(word)
  }
  return rare
}
