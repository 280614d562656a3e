import type { PersonRole } from '@chatwright/core'
import type { Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { SignInTable } from '../../ground/db/flow-tables.ts'

export type SignInRow = Selectable<SignInTable>

export interface FoundSignIn extends SignInRow {
  person_login: string | null
  person_name: string | null
  person_role: PersonRole | null
}

export interface SignInStore {
  /** Those of a login that have not ended, the newest first. */
  list(login: string, now: string): Promise<SignInRow[]>
  /** With the person whose it is, where it isn't the operator's. */
  findByDigest(digest: string): Promise<FoundSignIn | undefined>
  /** Keeps a sign-in, and of the others of its login the newest so many that have not ended. */
  insert(row: SignInRow, others: { kept: number }): Promise<void>
  renew(id: string, dates: Pick<SignInRow, 'last_used_date' | 'expires_date'>): Promise<void>
  /** Where it is theirs. */
  delete(id: string, person: string | null): Promise<boolean>
  /** Those of one person, or of the operator. */
  deleteOf(person: string | null): Promise<number>
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

    findByDigest: (digest) =>
      db
        .selectFrom('sign_in')
        .leftJoin('person', 'person.id', 'sign_in.person_id')
        .selectAll('sign_in')
        .select(['person.login as person_login', 'person.name as person_name', 'person.role as person_role'])
        .where('digest', '=', digest)
        .executeTakeFirst(),

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
        await transaction
          .deleteFrom('sign_in')
          .where('person_id', 'is not distinct from', row.person_id)
          .where('id', 'not in', newest)
          .execute()
        await transaction.insertInto('sign_in').values(row).execute()
      }),

    renew: (id, dates) =>
      database.transact(async (transaction) => {
        await transaction.updateTable('sign_in').set(dates).where('id', '=', id).execute()
      }),

    delete: (id, person) =>
      database.transactDurably(async (transaction) => {
        const result = await transaction
          .deleteFrom('sign_in')
          .where('id', '=', id)
          .where('person_id', 'is not distinct from', person)
          .executeTakeFirst()
        return result.numDeletedRows > 0n
      }),

    deleteOf: (person) =>
      database.transactDurably(async (transaction) => {
        const result = await transaction
          .deleteFrom('sign_in')
          .where('person_id', 'is not distinct from', person)
          .executeTakeFirst()
        return Number(result.numDeletedRows)
      }),

    deleteAll: () =>
      database.transactDurably(async (transaction) => {
        const result = await transaction.deleteFrom('sign_in').executeTakeFirst()
        return Number(result.numDeletedRows)
      }),
  }
}
