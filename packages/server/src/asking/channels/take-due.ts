import { sql, type RawBuilder, type Selectable, type Transaction } from 'kysely'
import type { ChannelDeliveryTable } from '../../ground/db/channel-tables.ts'
import { databaseTime, inMs } from '../../ground/db/database-clock.ts'
import type { DatabaseKind, Schema } from '../../ground/db/schema.ts'

/** For how much there is room. */
export interface Room {
  limit: number
  /** At most so many of one channel, with those that are under way. */
  perChannel: number
  busy?: ReadonlyMap<string, number>
}

/** Due at a time, to choose from. */
const MOST_LOOKED_AT = 200

/** Takes what is due in a state, and is what somebody narrows it down to, for as long as they are given. */
export function takeDue(
  transaction: Transaction<Schema>,
  { kind, state, takenMs, room }: { kind: DatabaseKind; state: 'kept' | 'running'; takenMs: number; room: Room },
  narrow: (due: Candidates) => Candidates,
): Promise<Selectable<ChannelDeliveryTable>[]> {
  const { limit, perChannel, busy = new Map<string, number>() } = room
  const now = databaseTime(kind)
  const full = [...busy].filter(([, count]) => count >= perChannel).map(([id]) => id)
  const first = narrow(candidates(transaction).where('due.due_at', '<=', now).where('due.state', '=', state))
    .$if(full.length > 0, (q) => q.where('due.channel_id', 'not in', full))
    .orderBy('due.due_at')
    .limit(MOST_LOOKED_AT)
  const placed = transaction
    .selectFrom(first.as('first'))
    .select(['id', 'channel_id'])
    .select(sql<number>`row_number() over (partition by channel_id order by due_at, id)`.as('place'))
  const fitting = transaction
    .selectFrom(placed.as('placed'))
    .select('id')
    .where('place', '<=', freePlaces(perChannel, busy))
  const due = transaction
    .selectFrom('channel_delivery as due')
    .select('due.id')
    .where('due.id', 'in', fitting)
    // Once more, of the row that is locked: another process may have taken it meanwhile.
    .where('due.due_at', '<=', now)
    .where('due.state', '=', state)
    .orderBy('due.due_at')
    .limit(limit)
    .$if(kind === 'postgres', (q) => q.forUpdate('due').skipLocked())
  return transaction
    .updateTable('channel_delivery')
    .set({ tries: sql<number>`tries + 1`, due_at: databaseTime(kind, inMs(takenMs)) })
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

type Candidates = ReturnType<typeof candidates>

function candidates(transaction: Transaction<Schema>) {
  return transaction.selectFrom('channel_delivery as due').select(['due.id', 'due.channel_id', 'due.due_at'])
}

function freePlaces(perChannel: number, busy: ReadonlyMap<string, number>): RawBuilder<number> {
  if (busy.size === 0) return sql<number>`${sql.lit(perChannel)}`
  const cases = [...busy].map(([id, count]) => sql`when ${id} then ${sql.lit(Math.max(perChannel - count, 0))}`)
  return sql<number>`case channel_id ${sql.join(cases, sql` `)} else ${sql.lit(perChannel)} end`
}
