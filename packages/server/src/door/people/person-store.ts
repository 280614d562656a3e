import type { Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { PasswordLinkTable, PersonTable } from '../../ground/db/people-tables.ts'

export type PersonRow = Selectable<PersonTable>
export type PasswordLinkRow = Selectable<PasswordLinkTable>
export type PersonStore = ReturnType<typeof createPersonStore>

export function createPersonStore(database: Database) {
  const { query: db } = database
  return {
    /** Each with when a browser of theirs was last used. */
    list: () =>
      db
        .selectFrom('person')
        .leftJoin('sign_in', 'sign_in.person_id', 'person.id')
        .selectAll('person')
        .select(({ fn }) => fn.max('sign_in.last_used_date').as('last_seen_date'))
        .groupBy('person.id')
        .orderBy('person.name')
        .orderBy('person.id')
        .execute(),

    find: (id: string) => db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst(),

    findByLogin: (login: string) => db.selectFrom('person').selectAll().where('login', '=', login).executeTakeFirst(),

    /** Answers whether the login was free. */
    insert: (row: PersonRow, link: PasswordLinkRow) =>
      database.transactDurably(async (transaction) => {
        const result = await transaction
          .insertInto('person')
          .values(row)
          .onConflict((conflict) => conflict.column('login').doNothing())
          .executeTakeFirst()
        if (result.numInsertedOrUpdatedRows !== 1n) return false
        await transaction.insertInto('password_link').values(link).execute()
        return true
      }),

    update: (id: string, columns: Partial<Pick<PersonRow, 'name' | 'role'>>) =>
      database.transactDurably(async (transaction) => {
        // A link was made by someone who might have been allowed to for the earlier role alone.
        if (columns.role !== undefined) {
          await transaction.deleteFrom('password_link').where('person_id', '=', id).execute()
        }
        return Object.keys(columns).length === 0
          ? transaction.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst()
          : transaction.updateTable('person').set(columns).where('id', '=', id).returningAll().executeTakeFirst()
      }),

    delete: (id: string) =>
      database.transactDurably(async (transaction) => {
        await transaction.deleteFrom('password_link').where('person_id', '=', id).execute()
        await transaction.deleteFrom('sign_in').where('person_id', '=', id).execute()
        const result = await transaction.deleteFrom('person').where('id', '=', id).executeTakeFirst()
        return result.numDeletedRows > 0n
      }),

    /** In place of the link that the person had. */
    insertLink: (row: PasswordLinkRow) =>
      database.transactDurably(async (transaction) => {
        await transaction.deleteFrom('password_link').where('person_id', '=', row.person_id).execute()
        await transaction.insertInto('password_link').values(row).execute()
      }),

    findLink: (digest: string, now: string) =>
      db
        .selectFrom('password_link')
        .innerJoin('person', 'person.id', 'password_link.person_id')
        .selectAll('person')
        .select('password_link.expires_date')
        .where('digest', '=', digest)
        .where('expires_date', '>', now)
        .executeTakeFirst(),

    /** Uses a link up. Of two who use it at the same time, one sets the password. */
    useLink: ({ digest, now, passwordHash }: { digest: string; now: string; passwordHash: string }) =>
      database.transactDurably(async (transaction) => {
        const link = await transaction
          .deleteFrom('password_link')
          .where('digest', '=', digest)
          .where('expires_date', '>', now)
          .returning('person_id')
          .executeTakeFirst()
        if (!link) return undefined
        await transaction.deleteFrom('sign_in').where('person_id', '=', link.person_id).execute()
        return transaction
          .updateTable('person')
          .set({ password_hash: passwordHash })
          .where('id', '=', link.person_id)
          .returningAll()
          .executeTakeFirst()
      }),

    /** A new password ends every other browser, and the link that could set another. */
    setPassword: (id: string, { passwordHash, kept }: { passwordHash: string; kept: string | undefined }) =>
      database.transactDurably(async (transaction) => {
        await transaction.updateTable('person').set({ password_hash: passwordHash }).where('id', '=', id).execute()
        await transaction.deleteFrom('password_link').where('person_id', '=', id).execute()
        const ended = transaction.deleteFrom('sign_in').where('person_id', '=', id)
        const result = await (kept === undefined ? ended : ended.where('id', '<>', kept)).executeTakeFirst()
        return Number(result.numDeletedRows)
      }),

    endSignIns: (id: string) =>
      database.transactDurably(async (transaction) => {
        const result = await transaction.deleteFrom('sign_in').where('person_id', '=', id).executeTakeFirst()
        return Number(result.numDeletedRows)
      }),
  }
}
