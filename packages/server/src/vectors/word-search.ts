import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Match } from './best-matches.ts'

const MAX_WORDS = 64

interface WordQuery {
  collection: string
  query: string
  k: number
}

/** Documents that hold any of the words, the best match first; higher is better. */
export async function searchWords(database: Database, { collection, query, k }: WordQuery): Promise<Match[]> {
  // Letters and digits only: nothing of either database's query language gets through.
  const words = (query.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS)
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
