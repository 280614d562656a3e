import { sql, type Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import { databaseTime, inMs } from '../../ground/db/database-clock.ts'
import type { SpendLimitTable } from '../../ground/db/run-tables.ts'

export type LimitRow = Selectable<SpendLimitTable>

/** Of whom and when a limit is counted. */
export interface LedgerKey {
  limit_id: string
  subject: string
  period: string
}

/** A part of a limit that a call counts for: of which limit, of whom, in which period. */
export interface Claim extends LedgerKey {
  amount: number
  /** All that may be used and reserved. */
  most: number
}

export interface Refused {
  claim: Claim
  allowed: number
}

export type Asking = LedgerKey & { used: number; allowed: number; wanted: number }

export interface LimitStore {
  list(): Promise<LimitRow[]>
  /** What is used of each, of whom most is used in these periods. */
  used(periods: readonly string[]): Promise<Map<string, { used: number; reserved: number }>>
  insert(row: LimitRow): Promise<void>
  delete(id: string): Promise<boolean>
  /** Reserves all of it or nothing. Gives the first that has no room, with what was allowed beyond it. */
  reserve(id: string, claims: readonly Claim[], leaseMs: number): Promise<Refused | undefined>
  /** What was reserved is over, and so much was used instead. */
  settle(id: string, claims: readonly Claim[], used: (claim: Claim) => number): Promise<void>
  /** Notes that more is asked for, by a run that does not wait for it. */
  ask(key: LedgerKey, wanted: number): Promise<void>
  /** Those for whom more is asked in these periods. */
  asking(periods: readonly string[]): Promise<Asking[]>
  /** What flows and keys with these ids are called. */
  names(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Allows more, unless somebody has done so since so much was allowed. */
  allow(key: LedgerKey, more: { allowed: number; wanted: number }): Promise<boolean>
  /** Lets go of what calls have reserved that never came to an end. */
  releaseExpired(): Promise<number>
}

export function createLimitStore(database: Database): LimitStore {
  const { query: db, kind } = database

  const release = (transaction: typeof db): Promise<number> =>
    // One statement at a time: whoever finds a hold takes it away, and only that one gives its amount back.
    transaction
      .deleteFrom('ledger_hold')
      .where('until', '<', databaseTime(kind))
      .returningAll()
      .execute()
      .then(async (gone) => {
        for (const { limit_id, subject, period, amount } of gone) {
          await transaction
            .updateTable('ledger')
            .set({ reserved: sql`case when reserved > ${amount} then reserved - ${amount} else 0 end` })
            .where('limit_id', '=', limit_id)
            .where('subject', '=', subject)
            .where('period', '=', period)
            .execute()
        }
        return gone.length
      })

  return {
    list: () => db.selectFrom('spend_limit').selectAll().orderBy('created_date').orderBy('id').execute(),

    async used(periods) {
      const rows = await db
        .selectFrom('ledger')
        .select((e) => ['limit_id', e.fn.max<number>('used').as('used'), e.fn.max<number>('reserved').as('reserved')])
        .where('period', 'in', [...periods])
        .groupBy('limit_id')
        .execute()
      return new Map(rows.map(({ limit_id: id, used, reserved }) => [id, { used, reserved }]))
    },

    insert: (row) =>
      database.transactDurably(async (transaction) => {
        await transaction.insertInto('spend_limit').values(row).execute()
      }),

    delete: (id) =>
      database.transactDurably(async (transaction) => {
        const gone = await transaction.deleteFrom('spend_limit').where('id', '=', id).executeTakeFirst()
        return gone.numDeletedRows > 0n
      }),

    reserve: (id, claims, leaseMs) =>
      inTransaction(database, async (transaction) => {
        for (const claim of claims) {
          if (await take(transaction, claim)) continue
          // Calls of a process that is gone may hold what is missing.
          if ((await release(transaction)) > 0 && (await take(transaction, claim))) continue
          throw new NoRoom({ claim, allowed: await allowedFor(transaction, claim) })
        }
        await transaction
          .insertInto('ledger_hold')
          .values(
            claims.map(({ limit_id, subject, period, amount }, at) => ({
              id: holdOf(id, claims, at),
              limit_id,
              subject,
              period,
              amount,
              until: databaseTime(kind, inMs(leaseMs)),
            })),
          )
          .execute()
      }),

    settle: async (id, claims, used) => {
      await database.transact(async (transaction) => {
        const ids = new Set(claims.map((_, at) => holdOf(id, claims, at)))
        const held = await transaction
          .deleteFrom('ledger_hold')
          .where('id', 'in', [...ids])
          .returningAll()
          .execute()
        for (const claim of claims) {
          const hold = held.find(
            ({ limit_id: limit, subject }) => limit === claim.limit_id && subject === claim.subject,
          )
          const amount = hold?.amount ?? 0
          await transaction
            .updateTable('ledger')
            .set({
              used: sql`used + ${used(claim)}`,
              reserved: sql`case when reserved > ${amount} then reserved - ${amount} else 0 end`,
            })
            .where('limit_id', '=', claim.limit_id)
            .where('subject', '=', claim.subject)
            .where('period', '=', claim.period)
            .execute()
        }
      })
    },

    async ask({ limit_id, subject, period }, wanted) {
      await db
        .insertInto('ledger')
        .values({ limit_id, subject, period, used: 0, reserved: 0, asked: wanted })
        .onConflict((conflict) =>
          conflict.columns(['limit_id', 'subject', 'period']).doUpdateSet({ asked: sql`excluded.asked` }),
        )
        .execute()
    },

    asking: (periods) =>
      db
        .selectFrom('ledger')
        .select(['limit_id', 'subject', 'period', 'used', 'allowed', 'asked as wanted'])
        .where('period', 'in', [...periods])
        .where('asked', '>', 0)
        .orderBy('subject')
        .limit(MOST_ASKING)
        .execute(),

    async names(ids) {
      if (ids.length === 0) return new Map()
      const [flows, keys] = await Promise.all([
        db
          .selectFrom('chat_flow')
          .select(['id', 'name'])
          .where('id', 'in', [...ids])
          .execute(),
        db
          .selectFrom('api_key')
          .select(['id', 'key_name as name'])
          .where('id', 'in', [...ids])
          .execute(),
      ])
      return new Map([...flows, ...keys].map(({ id, name }) => [id, name]))
    },

    async allow({ limit_id, subject, period }, { allowed, wanted }) {
      const done = await db
        .insertInto('ledger')
        .values({ limit_id, subject, period, used: 0, reserved: 0, allowed: wanted })
        .onConflict((conflict) =>
          conflict
            .columns(['limit_id', 'subject', 'period'])
            .doUpdateSet({ allowed: sql`ledger.allowed + excluded.allowed`, asked: 0 })
            .where(sql<boolean>`ledger.allowed = ${allowed}`),
        )
        .executeTakeFirst()
      return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    releaseExpired: () => database.transact((transaction) => release(transaction)),
  }
}

/** A chat each may ask; more are shown when those are answered. */
const MOST_ASKING = 100

class NoRoom extends Error {
  readonly refused: Refused
  constructor(refused: Refused) {
    super('There is no room below the limit')
    this.refused = refused
  }
}

/** Nothing is reserved where not all can be. */
async function inTransaction(
  database: Pick<Database, 'transact'>,
  work: (transaction: Database['query']) => Promise<void>,
): Promise<Refused | undefined> {
  try {
    await database.transact(work)
    return undefined
  } catch (error) {
    if (error instanceof NoRoom) return error.refused
    throw error
  }
}

/** One statement that counts and compares: whoever comes at the same time waits for its row. */
async function take(
  transaction: Database['query'],
  { limit_id, subject, period, amount, most }: Claim,
): Promise<boolean> {
  if (amount > most) return takeAllowed(transaction, { limit_id, subject, period, amount, most })
  const taken = await transaction
    .insertInto('ledger')
    .values({ limit_id, subject, period, used: 0, reserved: amount })
    .onConflict((conflict) =>
      conflict
        .columns(['limit_id', 'subject', 'period'])
        .doUpdateSet({ reserved: sql`ledger.reserved + excluded.reserved` })
        .where(sql<boolean>`ledger.used + ledger.reserved + excluded.reserved <= ${most} + ledger.allowed`),
    )
    .executeTakeFirst()
  return (taken.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** More than the whole limit has room only where a person allowed more. */
async function takeAllowed(
  transaction: Database['query'],
  { limit_id, subject, period, amount, most }: Claim,
): Promise<boolean> {
  const taken = await transaction
    .updateTable('ledger')
    .set({ reserved: sql`reserved + ${amount}` })
    .where('limit_id', '=', limit_id)
    .where('subject', '=', subject)
    .where('period', '=', period)
    .where(sql<boolean>`used + reserved + ${amount} <= ${most} + allowed`)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

async function allowedFor(transaction: Database['query'], { limit_id, subject, period }: LedgerKey): Promise<number> {
  const row = await transaction
    .selectFrom('ledger')
    .select('allowed')
    .where('limit_id', '=', limit_id)
    .where('subject', '=', subject)
    .where('period', '=', period)
    .executeTakeFirst()
  return row?.allowed ?? 0
}

/** A limit may count a call twice: for a visitor and for their network. */
function holdOf(id: string, claims: readonly Claim[], at: number): string {
  const isSecond = claims.slice(0, at).some(({ limit_id: limit }) => limit === claims[at]?.limit_id)
  return isSecond ? `${id}/2` : id
}
