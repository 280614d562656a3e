import { sql, type Kysely } from 'kysely'
import type { Migration } from '../migrate.ts'
import type { DatabaseKind, Schema } from '../schema.ts'

/** Runs of all flows are listed in order of time, by what became of them, and found by their words. */
export const listedRuns: Migration = {
  name: '0059-listed-runs',
  async up(db, kind) {
    await db.schema.alterTable('run').addColumn('source', 'text').execute()
    await db.schema
      .alterTable('run')
      .addColumn('place', kind === 'sqlite' ? 'integer' : 'bigint')
      .execute()
    await addIndexes(db)
    await addWords(db, kind)
  },
}

async function addIndexes(db: Kysely<Schema>): Promise<void> {
  const newest = sql`(created_date, id)`
  const of = (name: string, where: string, columns = newest) =>
    sql`create index ${sql.raw(name)} on run ${columns} where ${sql.raw(where)}`.execute(db)
  // Not the column by itself: SQLite would take the index over it, and sort all that it finds.
  const failed = `lower(status) in ('failed', 'interrupted')`
  await of('run_listed', `kind in ('question', 'continue', 'flow')`)
  await of('run_failed', failed)
  await of('run_failed_of_flow', failed, sql`(chatflow_id, created_date, id)`)
  await of('run_open', `lower(status) in ('queued', 'running', 'waiting')`)
  await of('run_cancelled', `lower(status) = 'cancelled'`)
  await of('run_slow', 'duration_ms >= 30000')
  await of('run_expensive', 'input_tokens + output_tokens >= 50000')
  await of('run_from', `source not in ('canvas', 'chat')`, sql`(source, created_date, id)`)
  await of(
    'run_without_place',
    `place is null and status not in ('queued', 'running') and kind in ('question', 'continue', 'flow')`,
    sql`(ended_date)`,
  )
  await sql`create index run_by_place on run (place) where place > 0`.execute(db)
}

/** Whole words alone are stored, at the place of their run: the order of the places is that of the runs. */
async function addWords(db: Kysely<Schema>, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite') {
    await sql`create virtual table run_words using fts5(
      words, content = '', contentless_delete = 1, detail = none, prefix = '3', tokenize = 'ascii'
    )`.execute(db)
    await sql`create trigger run_words_delete after delete on run when old.place > 0 begin
      delete from run_words where rowid = old.place;
    end`.execute(db)
    return
  }
  await sql`create table run_words (
    run_id text primary key references run (id) on delete cascade, place bigint not null, words tsvector not null
  )`.execute(db)
  await sql`create index run_words_by_place on run_words (place)`.execute(db)
  await sql`create index run_words_by_word on run_words using gin (words)`.execute(db)
}
