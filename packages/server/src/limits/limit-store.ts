import { sql, type Selectable } from 'kysely'
import type { Database } from '../db/database.ts'
import { databaseTime, inMs } from '../db/database-clock.ts'
import type { SpendLimitTable } from '../db/run-tables.ts'

export type LimitRow = Selectable<SpendLimitTable>

/** A part of a limit that a call counts for: of which limit, of whom, in which period. */
export interface Claim {
  limit_id: string
  subject: string
  period: string
  amount: number
  /** All that may be used and reserved. */
  most: number
}

export interface LimitStore {
  list(): Promise<LimitRow[]>
  /** What is used of each, of whom most is used in these periods. */
  used(periods: readonly string[]): Promise<Map<string, { used: number; reserved: number }>>
  insert(row: LimitRow): Promise<void>
  delete(id: string): Promise<boolean>
  /** Reserves all of it or nothing. Gives the first that has no room. */
  reserve(id: string, claims: readonly Claim[], leaseMs: number): Promise<Claim | undefined>
  /** What was reserved is over, and so much was used instead. */
  settle(id: string, claims: readonly Claim[], used: (claim: Claim) => number): Promise<void>
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
          throw new NoRoom(claim)
        }
        await transaction
          .insertInto('ledger_hold')
          .values(
            claims.map(({ limit_id, subject, period, amount }) => ({
              id,
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
        const held = await transaction.deleteFrom('ledger_hold').where('id', '=', id).returningAll().execute()
        const released = new Map(held.map(({ limit_id: limit, amount }) => [limit, amount]))
        for (const claim of claims) {
          const amount = released.get(claim.limit_id) ?? 0
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

    releaseExpired: () => database.transact((transaction) => release(transaction)),
  }
}

class NoRoom extends Error {
  readonly claim: Claim
  constructor(claim: Claim) {
    super('There is no room below the limit')
    this.claim = claim
  }
}

/** Nothing is reserved where not all can be. */
async function inTransaction(
  database: Pick<Database, 'transact'>,
  work: (transaction: Database['query']) => Promise<void>,
): Promise<Claim | undefined> {
  try {
    await database.transact(work)
    return undefined
  } catch (error) {
    if (error instanceof NoRoom) return error.claim
    throw error
  }
}

/** One statement that counts and compares: whoever comes at the same time waits for its row. */
async function take(
  transaction: Database['query'],
  { limit_id, subject, period, amount, most }: Claim,
): Promise<boolean> {
  if (amount > most) return false
  const taken = await transaction
    .insertInto('ledger')
    .values({ limit_id, subject, period, used: 0, reserved: amount })
    .onConflict((conflict) =>
      conflict
        .columns(['limit_id', 'subject', 'period'])
        .doUpdateSet({ reserved: sql`ledger.reserved + excluded.reserved` })
        .where(sql<boolean>`ledger.used + ledger.reserved + excluded.reserved <= ${most}`),
    )
    .executeTakeFirst()
  return (taken.numInsertedOrUpdatedRows ?? 0n) > 0n
}
