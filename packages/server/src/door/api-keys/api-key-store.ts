import type { Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { ApiKeyTable } from '../../ground/db/flow-tables.ts'

export type ApiKeyRow = Selectable<ApiKeyTable>

export interface ApiKeyStore {
  list(): Promise<ApiKeyRow[]>
  find(id: string): Promise<ApiKeyRow | undefined>
  findByDigest(digest: string): Promise<ApiKeyRow | undefined>
  insert(row: ApiKeyRow): Promise<void>
  update(id: string, columns: Partial<Omit<ApiKeyRow, 'id' | 'digest'>>): Promise<ApiKeyRow | undefined>
  delete(id: string): Promise<boolean>
  /** Writes when keys were last used, by id. */
  touch(uses: ReadonlyMap<string, string>): Promise<void>
}

export function createApiKeyStore(database: Database): ApiKeyStore {
  const { query: db } = database
  return {
    list: () => db.selectFrom('api_key').selectAll().orderBy('created_date').orderBy('id').execute(),

    find: (id) => db.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst(),

    findByDigest: (digest) => db.selectFrom('api_key').selectAll().where('digest', '=', digest).executeTakeFirst(),

    insert: (row) =>
      database.transactDurably(async (transaction) => {
        await transaction.insertInto('api_key').values(row).execute()
      }),

    update: (id, columns) =>
      database.transactDurably((transaction) =>
        Object.keys(columns).length === 0
          ? transaction.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst()
          : transaction.updateTable('api_key').set(columns).where('id', '=', id).returningAll().executeTakeFirst(),
      ),

    delete: (id) =>
      database.transactDurably(async (transaction) => {
        const result = await transaction.deleteFrom('api_key').where('id', '=', id).executeTakeFirst()
        return result.numDeletedRows > 0n
      }),

    touch: (uses) =>
      database.transact(async (transaction) => {
        for (const [id, date] of uses) {
          await transaction.updateTable('api_key').set({ last_used_date: date }).where('id', '=', id).execute()
        }
      }),
  }
}
