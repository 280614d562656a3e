import { sql, type ExpressionBuilder, type RawBuilder, type Selectable } from 'kysely'
import { databaseTime, inMs } from '../../ground/db/database-clock.ts'
import type { Database } from '../../ground/db/database.ts'
import type { DeliveryTable } from '../../ground/db/delivery-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'

export type DeliveryRow = Selectable<DeliveryTable>
export type DeliveryKind = DeliveryRow['kind']
/** What is due is chosen by these alone. */
export type DueDelivery = Pick<DeliveryRow, 'id' | 'kind' | 'state' | 'subject_id'>
type Noted = Omit<Partial<DeliveryRow>, 'due_at'> & { due_at?: string | RawBuilder<string> }
export type Holding = Pick<DeliveryRow, 'id' | 'fence'>

/** Where there is no room: of a kind in a state all of it, or some subjects. */
export interface Full extends Pick<DeliveryRow, 'kind' | 'state'> {
  subjects: readonly string[] | 'all'
}

export interface DeliveryStore {
  /** What can be dealt with now, the longest due first, in one statement for all kinds. */
  due(of: { full: readonly Full[]; isFollowing: boolean }): Promise<DueDelivery[]>
  /** Takes what nobody else has taken since. Its holder has it for a while. */
  take(ids: readonly string[]): Promise<DeliveryRow[]>
  /** Takes what goes together with something that was taken. */
  takeTogether(row: Pick<DeliveryRow, 'kind' | 'subject_id' | 'topic'>, limit: number): Promise<DeliveryRow[]>
  /** Extends the time of holders. */
  hold(rows: readonly Holding[]): Promise<void>
  /** Notes how far its holder is. False for one that has lost it. */
  note(row: Holding, values: Noted): Promise<boolean>
  /** Lets it go: for good, or for as long as it is due again after. */
  release(row: Holding, values: Partial<DeliveryRow>, again?: { afterMs: number }): Promise<boolean>
}

/** How long a holder that says nothing more is waited for. */
export const LEASE_MS = 30_000
/** Of what waits for a person: it is found, and never due. */
export const WHENEVER = '9999-01-01T00:00:00.000Z'
/** Due at a time, to choose from. */
const MOST_LOOKED_AT = 200

export function createDeliveryStore(database: Database): DeliveryStore {
  const { query: db, kind } = database
  const now = databaseTime(kind)
  const soon = (ms: number) => databaseTime(kind, inMs(ms))

  const taking = (ids: readonly string[]) =>
    db
      .updateTable('delivery')
      .set({ tries: sql<number>`tries + 1`, fence: sql<number>`fence + 1`, due_at: soon(LEASE_MS) })
      .where('id', 'in', (e) =>
        e
          .selectFrom('delivery as due')
          .select('due.id')
          .where('due.id', 'in', [...ids])
          // Once more, of the row that is locked: another process may have taken it meanwhile.
          .where((row) => row.or([isReady(row, now), isDecided(row)]))
          .$if(kind === 'postgres', (q) => q.forUpdate('due').skipLocked()),
      )
      .returningAll()
      .execute()

  const change = async ({ id, fence }: Holding, values: Record<string, unknown>): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('delivery')
      .set(values)
      .where('id', '=', id)
      .where('fence', '=', fence)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  return {
    due({ full, isFollowing }) {
      const columns = ['due.id', 'due.kind', 'due.state', 'due.subject_id', 'due.due_at'] as const
      const free = db
        .selectFrom('delivery as due')
        .select(columns)
        .where((e) => e.and(full.map((of) => e.not(isFull(e, of)))))
      const ready = free
        .where((e) => isReady(e, now))
        .orderBy('due.due_at')
        .orderBy('due.id')
        .limit(MOST_LOOKED_AT)
      // However many go on waiting, they do not stand before those that were decided.
      const decided = free.where((e) => isDecided(e)).limit(MOST_LOOKED_AT)
      return db
        .selectFrom(ready.as('ready'))
        .selectAll()
        .$if(isFollowing, (q) => q.unionAll(db.selectFrom(decided.as('decided')).selectAll()))
        .execute()
    },

    take: async (ids) => (ids.length === 0 ? [] : taking(ids)),

    async takeTogether({ kind: of, subject_id: subjectId, topic }, limit) {
      const ids = await db
        .selectFrom('delivery as due')
        .select('due.id')
        .where('due.kind', '=', of)
        .where('due.subject_id', '=', subjectId)
        .where('due.topic', '=', topic)
        .where((e) => isReady(e, now))
        .limit(limit)
        .execute()
      return this.take(ids.map(({ id }) => id))
    },

    async hold(rows) {
      await db
        .updateTable('delivery')
        .set({ due_at: soon(LEASE_MS) })
        .where((e) => e.or(rows.map(({ id, fence }) => e.and([e('id', '=', id), e('fence', '=', fence)]))))
        .execute()
    },

    note: (row, values) => change(row, values),

    // Nobody holds it after that, so that its former holder cannot extend a time that is over.
    release: (row, values, again) =>
      change(row, { ...values, fence: row.fence + 1, due_at: again ? soon(again.afterMs) : null }),
  }
}

type Due = ExpressionBuilder<Schema & { due: DeliveryTable }, 'due'>

function isFull(e: Due, { kind, state, subjects }: Full) {
  return e.and([
    e('due.kind', '=', kind),
    e('due.state', '=', state),
    ...(subjects === 'all' ? [] : [e('due.subject_id', 'in', [...subjects])]),
  ])
}

function isReady(e: Due, now: RawBuilder<string>) {
  const runUnderWay = e
    .selectFrom('run')
    .select('run.id')
    .whereRef('run.id', '=', 'due.run_id')
    .where('run.status', 'in', ['queued', 'running'])
  const earlier = e
    .selectFrom('delivery as earlier')
    .select('earlier.id')
    .whereRef('earlier.kind', '=', 'due.kind')
    .whereRef('earlier.subject_id', '=', 'due.subject_id')
    .whereRef('earlier.topic', '=', 'due.topic')
    .where('earlier.in_turn', '=', 1)
    .where('earlier.state', 'in', ['kept', 'running'])
    .where(sql<boolean>`(earlier.created_date, earlier.id) < (due.created_date, due.id)`)
  return e.and([
    e('due.due_at', '<=', now),
    e('due.state', 'in', ['due', 'kept', 'started', 'running', 'waiting']),
    // Also of a run that was deleted: nothing after it would have its turn.
    e.or([e('due.state', 'not in', ['started', 'running']), e.not(e.exists(runUnderWay))]),
    e.or([e('due.in_turn', '=', 0), e('due.state', '<>', 'kept'), e.not(e.exists(earlier))]),
  ])
}

/** What waited for a person, and whose execution has a further run, or ended. */
function isDecided(e: Due) {
  const stillWaiting = e
    .selectFrom('run')
    .select('run.id')
    .whereRef('run.id', '=', 'due.run_id')
    .where('run.status', '=', 'waiting')
    .where((run) =>
      run.not(
        run.exists(
          run
            .selectFrom('run as next')
            .select('next.id')
            .whereRef('next.execution_id', '=', 'run.execution_id')
            .where(sql<boolean>`(next.created_date, next.id) > (run.created_date, run.id)`),
        ),
      ),
    )
  return e.and([e('due.due_at', '=', WHENEVER), e('due.state', '=', 'waiting'), e.not(e.exists(stillWaiting))])
}
