import type { Database } from '../db/database.ts'

export interface IdempotentRequest {
  runId: string
  /** Of the request's body: the same key with another body is a mistake. */
  digest: string
  /** When the key was taken; the first release did not write it down. */
  at?: number
}

export interface IdempotencyStore {
  /** Ties a key to a run, or tells which run it is tied to already. */
  claim(key: string, request: IdempotentRequest, times: { at: Date; until: Date }): Promise<IdempotentRequest>
  /** Frees a key, unless it is tied to another run by now. */
  release(key: string, request: IdempotentRequest): Promise<void>
}

const NAMESPACE = 'idempotency'

export function createIdempotencyStore(database: Database): IdempotencyStore {
  return {
    claim: (key, request, { at, until }) =>
      database.transact(async (transaction) => {
        await transaction
          .deleteFrom('record')
          .where('namespace', '=', NAMESPACE)
          .where('key', '=', key)
          .where('expires_date', '<', at.toISOString())
          .execute()
        await transaction
          .insertInto('record')
          .values({ namespace: NAMESPACE, key, value: JSON.stringify(request), expires_date: until.toISOString() })
          .onConflict((conflict) => conflict.columns(['namespace', 'key']).doNothing())
          .execute()
        const { value } = await transaction
          .selectFrom('record')
          .select('value')
          .where('namespace', '=', NAMESPACE)
          .where('key', '=', key)
          .executeTakeFirstOrThrow()
        return JSON.parse(value) as IdempotentRequest
      }),

    async release(key, request) {
      await database.query
        .deleteFrom('record')
        .where('namespace', '=', NAMESPACE)
        .where('key', '=', key)
        .where('value', '=', JSON.stringify(request))
        .execute()
    },
  }
}
