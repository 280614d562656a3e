import type { Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { SignInTable } from '../../ground/db/flow-tables.ts'

export type SignInRow = Selectable<SignInTable>

export interface SignInStore {
  /** Those of a login that have not ended, the newest first. */
  list(login: string, now: string): Promise<SignInRow[]>
  findByDigest(digest: string): Promise<SignInRow | undefined>
  /** Keeps a sign-in, and of the others of its login the newest so many that have not ended. */
  insert(row: SignInRow, others: { kept: number }): Promise<void>
  renew(id: string, dates: Pick<SignInRow, 'last_used_date' | 'expires_date'>): Promise<void>
  delete(id: string): Promise<boolean>
  deleteAll(): Promise<number>
}

export function createSignInStore(database: Database): SignInStore {
  const { query: db } = database
  return {
    list: (login, now) =>
      db
        .selectFrom('sign_in')
        .selectAll()
        .where('login', '=', login)
        .where('expires_date', '>', now)
        .orderBy('created_date', 'desc')
        .orderBy('id')
        .execute(),

    findByDigest: (digest) => db.selectFrom('sign_in').selectAll().where('digest', '=', digest).executeTakeFirst(),

    insert: (row, { kept }) =>
      database.transactDurably(async (transaction) => {
        const newest = transaction
          .selectFrom('sign_in')
          .select('id')
          .where('login', '=', row.login)
          .where('expires_date', '>', row.created_date)
          .orderBy('created_date', 'desc')
          .orderBy('id')
          .limit(kept)
        await transaction.deleteFrom('sign_in').where('id', 'not in', newest).execute()
        await transaction.insertInto('sign_in').values(row).execute()
      }),

    renew: (id, dates) =>
      database.transact(async (transaction) => {
        await transaction.updateTable('sign_in').set(dates).where('id', '=', id).execute()
      }),

    delete: (id) =>
      database.transactDurably(async (transaction) => {
        const result = await transaction.deleteFrom('sign_in').where('id', '=', id).executeTakeFirst()
        return result.numDeletedRows > 0n
      }),

    deleteAll: () =>
      database.transactDurably(async (transaction) => {
        const result = await transaction.deleteFrom('sign_in').executeTakeFirst()
        return Number(result.numDeletedRows)
      }),
  }
}
