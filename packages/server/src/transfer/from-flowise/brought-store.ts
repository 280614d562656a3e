import type { Row } from '../database/backup-file.ts'
import { insertAll } from '../database/backup-store.ts'
import { closeBroughtKeys, type BroughtKey } from '../database/brought-keys.ts'
import type { Database } from '../../ground/db/database.ts'

export interface BroughtStore {
  here(): Promise<{
    credentials: ReadonlySet<string>
    /** The id of a key that is here, by its id or by what it is. */
    keyWith(key: { id: string | undefined; digest: string }): string | undefined
  }>
  /** Credentials and keys; says which keys open nothing until the owner lets them in. */
  write(rows: {
    credentials: readonly { row: Row; isReplacing: boolean }[]
    keys: readonly Row[]
  }): Promise<BroughtKey[]>
  /** Of flows that are here; says how many were new. */
  addLeads(rows: readonly Row[]): Promise<number>
}

export function createBroughtStore(database: Database): BroughtStore {
  const { query: db } = database
  return {
    async here() {
      const credentials = await db.selectFrom('credential').select('id').execute()
      const keys = await db.selectFrom('api_key').select(['id', 'digest']).execute()
      const byId = new Set(keys.map(({ id }) => id))
      const byDigest = new Map(keys.map(({ id, digest }) => [digest, id]))
      return {
        credentials: new Set(credentials.map(({ id }) => id)),
        keyWith: ({ id, digest }) => (id !== undefined && byId.has(id) ? id : byDigest.get(digest)),
      }
    },

    write: ({ credentials, keys }) =>
      database.transactDurably(async (transaction) => {
        const added = credentials.filter(({ isReplacing }) => !isReplacing).map(({ row }) => row)
        await insertAll(transaction, 'credential', added)
        for (const { row, isReplacing } of credentials) {
          if (!isReplacing) continue
          const { id, created_date: _, ...values } = row
          await transaction.updateTable('credential').set(values).where('id', '=', String(id)).execute()
        }
        const { rows, closed } = closeBroughtKeys(keys, [])
        await insertAll(transaction, 'api_key', rows)
        return closed
      }),

    addLeads: (rows) =>
      database.transactDurably(async (transaction) => {
        const flows = new Set((await transaction.selectFrom('chat_flow').select('id').execute()).map(({ id }) => id))
        const known = new Set(
          (
            await transaction
              .selectFrom('lead')
              .select('id')
              .where('id', 'in', ['', ...rows.map(({ id }) => String(id))])
              .execute()
          ).map(({ id }) => id),
        )
        const added = rows.filter((row) => flows.has(String(row['chatflow_id'])) && !known.has(String(row['id'])))
        await insertAll(transaction, 'lead', added)
        return added.length
      }),
  }
}
