import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { WordQuery } from './words.ts'

/** Finds runs by their words, newest first: FTS5 on SQLite, a text search vector on PostgreSQL. */
export interface WordIndex {
  /** The places of runs with all these words, before a place. */
  find(query: WordQuery, at: { before: number; limit: number }): Promise<number[]>
  put(
    transaction: Transaction<Schema>,
    entry: { runId: string; place: number; words: readonly string[] },
  ): Promise<void>
  remove(transaction: Transaction<Schema>, place: number): Promise<void>
}

export function createWordIndex({ kind, query: db }: Pick<Database, 'kind' | 'query'>): WordIndex {
  return kind === 'sqlite' ? createSqliteIndex(db) : createPostgresIndex(db)
}

function createSqliteIndex(db: Kysely<Schema>): WordIndex {
  return {
    async find({ words, start }, { before, limit }) {
      // Words are letters and digits alone: nothing in them means anything to the index.
      const all = [...words.map((word) => `"${word}"`), ...(start === undefined ? [] : [`"${start}"*`])].join(' AND ')
      const { rows } = await sql<{ place: number }>`
        select rowid as place from run_words
        where run_words match ${all} and rowid < ${before} order by rowid desc limit ${limit}`.execute(db)
      return rows.map(({ place }) => place)
    },
    async put(transaction, { place, words }) {
      await sql`insert or replace into run_words (rowid, words) values (${place}, ${words.join(' ')})`.execute(
        transaction,
      )
    },
    async remove(transaction, place) {
      await sql`delete from run_words where rowid = ${place}`.execute(transaction)
    },
  }
}

function createPostgresIndex(db: Kysely<Schema>): WordIndex {
  return {
    async find({ words, start }, { before, limit }) {
      const all = [...words.map((word) => `'${word}'`), ...(start === undefined ? [] : [`'${start}':*`])].join(' & ')
      const { rows } = await sql<{ place: string | number }>`
        select place from run_words
        where words @@ ${all}::tsquery and place < ${before} order by place desc limit ${limit}`.execute(db)
      return rows.map(({ place }) => Number(place))
    },
    async put(transaction, { runId, place, words }) {
      await sql`insert into run_words (run_id, place, words)
        values (${runId}, ${place}, array_to_tsvector(${[...words]}::text[]))
        on conflict (run_id) do update set place = excluded.place, words = excluded.words`.execute(transaction)
    },
    async remove(transaction, place) {
      await sql`delete from run_words where place = ${place}`.execute(transaction)
    },
  }
}
