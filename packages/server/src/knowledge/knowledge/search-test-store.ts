import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { KnowledgeTestTable } from '../../ground/db/knowledge-tables.ts'

export type SearchTestRow = Selectable<KnowledgeTestTable>

export interface SearchTestStore {
  list(storeId: string): Promise<SearchTestRow[]>
  /** Keeps a question, in place of what was kept of the same one; not more than these of a store. */
  keep(row: Insertable<KnowledgeTestTable>, most: number): Promise<boolean>
  delete(storeId: string, id: string): Promise<boolean>
}

export function createSearchTestStore(database: Database): SearchTestStore {
  const { query: db } = database
  return {
    list: (storeId) =>
      db
        .selectFrom('knowledge_test')
        .selectAll()
        .where('store_id', '=', storeId)
        .orderBy('created_date')
        .orderBy('id')
        .execute(),

    keep: (row, most) =>
      database.transactDurably(async (transaction) => {
        await transaction
          .deleteFrom('knowledge_test')
          .where('store_id', '=', row.store_id)
          .where('question', '=', row.question)
          .execute()
        const { count } = await transaction
          .selectFrom('knowledge_test')
          .select((e) => e.fn.countAll<number | string>().as('count'))
          .where('store_id', '=', row.store_id)
          .executeTakeFirstOrThrow()
        if (Number(count) >= most) return false
        await transaction.insertInto('knowledge_test').values(row).execute()
        return true
      }),

    delete: (storeId, id) =>
      database.transactDurably(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('knowledge_test')
          .where('store_id', '=', storeId)
          .where('id', '=', id)
          .executeTakeFirst()
        return numDeletedRows > 0n
      }),
  }
}
