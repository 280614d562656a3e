import type { RunEvent } from '@chatwright/core'
import { sql, type OnConflictBuilder, type UpdateQueryBuilder, type UpdateResult } from 'kysely'
import type { BatchedWrites } from '../../ground/db/batched-writes.ts'
import type { Database } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { preparedCondition, type WriteStep } from '../../ground/db/write-step.ts'
import { createValueInsert } from '../recordings/value-store.ts'
import { readEventRows, type EventRow } from './event-rows.ts'
import { upgradeRun } from './old-runs.ts'
import type { HeldRow } from './run-journal.ts'
import { withQuestion, withQuestions } from '../questions/stored-questions.ts'

/** What was told of runs. */
export interface EventStore {
  /** Keeps events of runs under way, each only while its holder holds it. */
  append(rows: readonly HeldRow[]): Promise<void>
  /** Keeps events of a run, and that it got further: what ended its process before is forgiven. False when it is not held. */
  checkpoint(run: Pick<HeldRow, 'runId' | 'fence'>, row: EventRow | undefined): Promise<boolean>
  /** What was told of a run so far, in order. */
  events(runId: string): Promise<RunEvent[]>
  /** What was told of a run after an event. */
  eventsAfter(runId: string, seq: number): Promise<{ event: RunEvent; seq: number }[]>
  /** The next of a run's events after a number that are kept together, and the number of the first of them. */
  nextEvents(runId: string, after: number): Promise<{ seq: number; events: RunEvent[] } | undefined>
  /** Of these runs, those that have ended, with everything that was told of them: nothing where a run was deleted. */
  ended(runIds: readonly string[]): Promise<Map<string, RunEvent[]>>
}

/** How many rows one commit of the shared journal holds at most: other writers wait for it. */
const MAX_ROWS = 100

export function createEventStore(database: Database, write: BatchedWrites['write']): EventStore {
  const { query: db } = database
  const insertEvents = eventInsert(database)
  const insertValues = createValueInsert(database)
  const getFurther = heldChange(db.updateTable('run').set({ attempt: 1 }))
  const { sql: appendSql } = db
    .insertInto('run_event')
    .columns(['run_id', 'seq', 'event'])
    .expression((e) =>
      e
        .selectFrom('run')
        .select([
          sql<string>`run.id`.as('run_id'),
          sql<number>`cast(${0} as integer)`.as('seq'),
          sql<string>`cast(${''} as text)`.as('event'),
        ])
        .where('id', '=', '')
        .where('fence', '=', 0)
        .where('status', '=', 'running'),
    )
    .onConflict(writtenAgain)
    .compile()
  const eventsOf = async (runId: string): Promise<RunEvent[]> => {
    await upgradeRun(database, runId)
    const rows = await db.selectFrom('run_event').select('event').where('run_id', '=', runId).orderBy('seq').execute()
    return readEventRows(await withQuestions(db, 'event', rows))
  }

  return {
    async append(rows) {
      const lists = rows.map(({ seq, event, runId, fence, values }): WriteStep[] => [
        { sql: appendSql, values: [seq, event, runId, fence, 'running'], isCondition: true },
        ...insertValues(values),
      ])
      for (let start = 0; start < lists.length; start += MAX_ROWS) {
        const some = lists.slice(start, start + MAX_ROWS)
        if (database.kind === 'postgres') await database.writeSteps(some)
        else await Promise.all(some.map((steps) => write(steps, { canWait: true })))
      }
    },

    checkpoint: ({ runId, fence }, row) =>
      write([getFurther([1, runId, fence, 'running']), ...(row ? insertEvents(runId, row) : [])]),

    events: eventsOf,

    async eventsAfter(runId, after) {
      const rows = await db
        .selectFrom('run_event')
        .select(['seq', 'event'])
        .where('run_id', '=', runId)
        // A row holds several: the one that holds this event comes along.
        .where('seq', '>=', (e) =>
          e
            .selectFrom('run_event')
            .select((s) => s.fn.coalesce(s.fn.max('seq'), s.lit(0)).as('seq'))
            .where('run_id', '=', runId)
            .where('seq', '<=', after),
        )
        .orderBy('seq')
        .execute()
      const whole = await withQuestions(db, 'event', rows)
      return whole.flatMap(({ seq: first, event }) =>
        readEventRows([{ event }])
          .map((event, index) => ({ event, seq: first + index }))
          .filter(({ seq }) => seq > after),
      )
    },

    async nextEvents(runId, after) {
      if (after === 0) await upgradeRun(database, runId)
      const found = db
        .selectFrom('run_event')
        .select(['seq', 'event'])
        .where('run_id', '=', runId)
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(1)
      const row = await withQuestion(db, 'event', await found.executeTakeFirst())
      return row && { seq: row.seq, events: readEventRows([row]) }
    },

    async ended(runIds) {
      const active = await db
        .selectFrom('run')
        .select('id')
        .where('id', 'in', [...runIds])
        .where('status', 'in', ['queued', 'running'])
        .execute()
      const isActive = new Set(active.map(({ id }) => id))
      const ids = runIds.filter((id) => !isActive.has(id))
      return new Map(await Promise.all(ids.map(async (id) => [id, await eventsOf(id)] as const)))
    },
  }
}

/**
 * A database that went away in the middle of a commit does not say whether it kept it. Written again, a row begins with what
 * it held before: it takes the place of itself.
 */
function writtenAgain(conflict: OnConflictBuilder<Schema, 'run_event'>) {
  return conflict.columns(['run_id', 'seq']).doUpdateSet((e) => ({ event: e.ref('excluded.event') }))
}

/** Events of a run, with the values that they name. */
export function eventInsert(database: Pick<Database, 'query' | 'kind'>): (runId: string, row: EventRow) => WriteStep[] {
  const { sql: insertSql } = database.query
    .insertInto('run_event')
    .values({ run_id: '', seq: 0, event: '' })
    .onConflict(writtenAgain)
    .compile()
  const insertValues = createValueInsert(database)
  return (runId, { seq, event, values }) => [{ sql: insertSql, values: [runId, seq, event] }, ...insertValues(values)]
}

/** A change of a run that only its holder may make: its values end with the run's id, its fence and `running`. */
export function heldChange(change: UpdateQueryBuilder<Schema, 'run', 'run', UpdateResult>) {
  return preparedCondition(change.where('id', '=', '').where('fence', '=', 0).where('status', '=', 'running'))
}
