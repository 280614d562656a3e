import { sql, type ReferenceExpression, type Selectable, type Transaction } from 'kysely'
import { databaseTime } from '../../ground/db/database-clock.ts'
import type { Database } from '../../ground/db/database.ts'
import { newId } from '../../ground/db/new-id.ts'
import type { RunTable } from '../../ground/db/run-tables.ts'
import type { DatabaseKind, Schema } from '../../ground/db/schema.ts'
import type { DeliveryKind, DeliveryRow } from './delivery-store.ts'

/** Whose deliveries. */
export interface SubjectOf {
  kind: DeliveryKind
  id: string
}

/** With the state of its run. */
export type DeliveryWithRun = DeliveryRow &
  Pick<Selectable<RunTable>, 'duration_ms' | 'fault' | 'execution_id'> & { shown: ShownState }

export type ShownState = 'QUEUED' | 'RUNNING' | 'WAITING' | 'SUCCEEDED' | 'FAILED' | 'REFUSED' | 'SKIPPED'

export interface DeliveryLog {
  find(subject: SubjectOf, id: string): Promise<DeliveryWithRun | undefined>
  page(
    subject: SubjectOf,
    at: { limit: number; page: number; shown?: ShownState | undefined },
  ): Promise<{ rows: DeliveryWithRun[]; total: number }>
}

/** Beyond these the oldest are deleted. */
const STORED: Readonly<Record<DeliveryKind, number>> = { webhook: 1000, schedule: 1000, notice: 500, channel: 1000 }
/** Times of schedules are listed by when they were to run; everything else by when it came. */
const listedBy = (kind: DeliveryKind) => (kind === 'schedule' ? 'delivery_key' : 'created_date')

export function createDeliveryLog({ query: db }: Database): DeliveryLog {
  const of = (subject: SubjectOf) =>
    db
      .selectFrom('delivery')
      .leftJoin('run', 'run.id', 'delivery.run_id')
      .where('delivery.kind', '=', subject.kind)
      .where('delivery.subject_id', '=', subject.id)
  const columns = ['run.duration_ms', 'run.fault', 'run.execution_id', shownAs.as('shown')] as const
  return {
    find: (subject, id) =>
      of(subject).where('delivery.id', '=', id).selectAll('delivery').select(columns).executeTakeFirst(),

    async page(subject, { limit, page, shown }) {
      const all = of(subject).$if(shown !== undefined, (q) => q.where(shownAs, '=', shown ?? 'QUEUED'))
      const { count } = await all.select((e) => e.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow()
      const rows = await all
        .selectAll('delivery')
        .select(columns)
        .orderBy(`delivery.${listedBy(subject.kind)}`, 'desc')
        .orderBy('delivery.id')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute()
      return { rows, total: Number(count) }
    },
  }
}

const shownAs = sql<ShownState>`case
  when delivery.state = 'refused' then 'REFUSED'
  when delivery.state = 'skipped' then 'SKIPPED'
  when delivery.state = 'failed' then 'FAILED'
  when delivery.state in ('kept', 'due') or run.status = 'queued' then 'QUEUED'
  when run.status = 'running' or (run.status = 'waiting' and delivery.kind = 'schedule') then 'RUNNING'
  when run.status = 'waiting' then 'WAITING'
  when run.status = 'done' or run.id is null then 'SUCCEEDED'
  else 'FAILED' end`

/** What a kind of delivery says of itself; the rest is the same for all that are new. */
export type NewDelivery = Pick<DeliveryRow, 'kind' | 'chatflow_id' | 'subject_id' | 'state'> & Partial<DeliveryRow>

/** By the database's clock. */
export async function timeIn(transaction: Transaction<Schema>, kind: DatabaseKind): Promise<string> {
  const { rows } = await sql<{ now: string }>`select ${databaseTime(kind)} as "now"`.execute(transaction)
  return rows[0]?.now ?? new Date().toISOString()
}

export function newDeliveryRow(values: NewDelivery & Pick<DeliveryRow, 'created_date'>): DeliveryRow {
  return {
    id: newId(),
    delivery_key: null,
    signature: null,
    topic: null,
    in_turn: 0,
    run_id: null,
    facts: '{}',
    payload: null,
    sent: 0,
    is_sending: 0,
    outcome: null,
    times: 1,
    tries: 0,
    fence: 0,
    due_at: null,
    error: null,
    done_date: null,
    ...values,
  }
}

/** Stores a delivery, or finds the one that it repeats and counts that. */
export async function storeOnce(
  transaction: Transaction<Schema>,
  row: DeliveryRow,
): Promise<{ row: DeliveryRow; isNew: boolean }> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('delivery')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return { row, isNew: true }
  const earlier = await transaction
    .updateTable('delivery')
    .set((e) => ({ times: e('times', '+', 1) }))
    .where('kind', '=', row.kind)
    .where('subject_id', '=', row.subject_id)
    .where((e) =>
      e.or([
        ...(row.delivery_key === null ? [] : [e('delivery_key', '=', row.delivery_key)]),
        ...(row.signature === null ? [] : [e('signature', '=', row.signature)]),
      ]),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row: earlier, isNew: false }
}

/** The place in the list after which there are so many newer ones; nothing where there are not. */
export async function placeAfter(
  transaction: Transaction<Schema>,
  { kind, id }: SubjectOf,
  newer: number,
): Promise<string | undefined> {
  const row = await transaction
    .selectFrom('delivery')
    .select(`${listedBy(kind)} as place` as const)
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy(listedBy(kind), 'desc')
    .limit(1)
    .offset(newer)
    .executeTakeFirst()
  return row?.place ?? undefined
}

/** The newest are stored, and whatever is not done with. */
export async function forgetOldest(
  transaction: Transaction<Schema>,
  subject: SubjectOf,
  /** Until then signatures stay known: or they would open the door once more. */
  signedBefore?: string,
): Promise<void> {
  const oldest = await placeAfter(transaction, subject, STORED[subject.kind])
  if (oldest === undefined) return
  await transaction
    .deleteFrom('delivery')
    .where('kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where(listedBy(subject.kind) as ReferenceExpression<Schema, 'delivery'>, '<=', oldest)
    .where('due_at', 'is', null)
    .$if(signedBefore !== undefined, (q) =>
      q.where((e) => e.or([e('signature', 'is', null), e('created_date', '<=', signedBefore ?? '')])),
    )
    .execute()
}
