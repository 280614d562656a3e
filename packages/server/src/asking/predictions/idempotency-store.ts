import { sql } from 'kysely'
import { databaseTime, inMs } from '../../ground/db/database-clock.ts'
import type { Database } from '../../ground/db/database.ts'

export interface IdempotentRequest {
  runId: string
  /** Of the request's body: the same key with another body is a mistake. */
  digest: string
}

/** What a key is tied to, and for how long. */
export interface Claim extends IdempotentRequest {
  ageMs: number
  /** As it is stored. */
  value: string
}

export interface IdempotencyStore {
  /** Ties a key to a run, or tells which run it is tied to already. */
  claim(key: string, request: IdempotentRequest, keepMs: number): Promise<Claim>
  /** Says that the run of a key is still being prepared. The claim as it stands now; the same where it is another's. */
  renew(key: string, claim: Claim): Promise<Claim>
  /** Frees a key, unless it is tied to another run by now. */
  release(key: string, claim: Pick<Claim, 'value'>): Promise<void>
}

const NAMESPACE = 'idempotency'

/** Ages are told by the database's clock: of two processes one may be minutes ahead, and would take a new key for an old one. */
export function createIdempotencyStore(database: Database): IdempotencyStore {
  const { kind } = database
  return {
    claim: (key, request, keepMs) =>
      database.transact(async (transaction) => {
        const {
          rows: [times],
        } = await sql<{ now: string; until: string }>`
          select ${databaseTime(kind)} as "now", ${databaseTime(kind, inMs(keepMs))} as "until"`.execute(transaction)
        if (!times) throw new Error('The database does not tell the time')
        const at = Date.parse(times.now)
        await transaction
          .deleteFrom('record')
          .where('namespace', '=', NAMESPACE)
          .where('key', '=', key)
          .where('expires_date', '<', times.now)
          .execute()
        await transaction
          .insertInto('record')
          .values({
            namespace: NAMESPACE,
            key,
            value: JSON.stringify({ ...request, at }),
            expires_date: times.until,
          })
          .onConflict((conflict) => conflict.columns(['namespace', 'key']).doNothing())
          .execute()
        const { value } = await transaction
          .selectFrom('record')
          .select('value')
          .where('namespace', '=', NAMESPACE)
          .where('key', '=', key)
          .executeTakeFirstOrThrow()
        // The first release did not write down when a key was taken.
        const { at: takenAt = 0, ...taken } = JSON.parse(value) as IdempotentRequest & { at?: number }
        return { ...taken, ageMs: at - takenAt, value }
      }),

    async renew(key, claim) {
      const { rows } = await sql<{ now: string }>`select ${databaseTime(kind)} as "now"`.execute(database.query)
      const { runId, digest } = claim
      const value = JSON.stringify({ runId, digest, at: Date.parse(rows[0]?.now ?? '') })
      const { numUpdatedRows } = await database.query
        .updateTable('record')
        .set({ value })
        .where('namespace', '=', NAMESPACE)
        .where('key', '=', key)
        .where('value', '=', claim.value)
        .executeTakeFirst()
      return numUpdatedRows > 0n ? { ...claim, ageMs: 0, value } : claim
    },

    async release(key, { value }) {
      await database.query
        .deleteFrom('record')
        .where('namespace', '=', NAMESPACE)
        .where('key', '=', key)
        .where('value', '=', value)
        .execute()
    },
  }
}
