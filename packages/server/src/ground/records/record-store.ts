import type { RecordStore } from '@chatwright/core'
import type { Database } from '../db/database.ts'
import { every } from '../every.ts'

export interface ServerRecordStore extends RecordStore {
  close(): void
}

const SWEEP_EVERY_MS = 600_000

/** Small values by namespace: caches and record managers of nodes. What has expired is never seen, and later swept. */
export function createRecordStore({ query: db }: Pick<Database, 'query'>, now = Date.now): ServerRecordStore {
  const at = (ms: number): string => new Date(ms).toISOString()
  const alive = (namespace: string) =>
    db
      .selectFrom('record')
      .where('namespace', '=', namespace)
      .where((e) => e.or([e('expires_date', 'is', null), e('expires_date', '>', at(now()))]))

  const sweep = () => db.deleteFrom('record').where('expires_date', '<=', at(now())).execute()
  // A sweep that fails is made up for by the next one.
  const close = every(SWEEP_EVERY_MS, sweep, { onFault: () => {} })

  return {
    async get(namespace, key) {
      const row = await alive(namespace).select('value').where('key', '=', key).executeTakeFirst()
      return row?.value
    },

    async set(namespace, key, value, options = {}) {
      const changes = { value, expires_date: options.ttlMs === undefined ? null : at(now() + options.ttlMs) }
      await db
        .insertInto('record')
        .values({ namespace, key, ...changes })
        .onConflict((conflict) => conflict.columns(['namespace', 'key']).doUpdateSet(changes))
        .execute()
    },

    async delete(namespace, key) {
      await db.deleteFrom('record').where('namespace', '=', namespace).where('key', '=', key).execute()
    },

    list: (namespace) => alive(namespace).select(['key', 'value']).orderBy('key').execute(),

    close,
  }
}
