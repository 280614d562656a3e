import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { ComparisonCaseTable, ComparisonTable } from '../../ground/db/flow-tables.ts'
import { pageAfter, type Page } from '../../ground/db/keyset.ts'

export type ComparisonRow = Selectable<ComparisonTable> & { flow_name: string }
export type ComparisonCaseRow = Selectable<ComparisonCaseTable>

export interface ComparisonStore {
  page(
    filter: { chatflowId?: string | undefined },
    at: { limit: number; cursor?: string | undefined },
  ): Promise<Page<ComparisonRow>>
  find(id: string): Promise<ComparisonRow | undefined>
  cases(id: string): Promise<ComparisonCaseRow[]>
  insert(row: Insertable<ComparisonTable>): Promise<void>
  /** Notes how far it is, or how it ended, with cases as they stand now. False where it was deleted meanwhile. */
  change(id: string, columns: Partial<ComparisonRow>, cases?: readonly ComparisonCaseRow[]): Promise<boolean>
  delete(id: string): Promise<boolean>
}

export function createComparisonStore(database: Database): ComparisonStore {
  const { query: db } = database
  const comparisons = () =>
    db
      .selectFrom('comparison')
      .innerJoin('chat_flow', 'chat_flow.id', 'comparison.chatflow_id')
      .selectAll('comparison')
      .select('chat_flow.name as flow_name')
  return {
    async page({ chatflowId }, { limit, cursor }) {
      const { items, nextCursor } = await pageAfter(
        db
          .selectFrom('comparison')
          .selectAll()
          .$if(chatflowId !== undefined, (q) => q.where('chatflow_id', '=', chatflowId ?? '')),
        { columns: ['created_date'], direction: 'desc', limit, cursor },
      )
      const ids = [...new Set(items.map((row) => row.chatflow_id))]
      const names =
        ids.length === 0 ? [] : await db.selectFrom('chat_flow').select(['id', 'name']).where('id', 'in', ids).execute()
      const byId = new Map(names.map(({ id, name }) => [id, name]))
      return { items: items.map((row) => ({ ...row, flow_name: byId.get(row.chatflow_id) ?? '' })), nextCursor }
    },

    find: (id) => comparisons().where('comparison.id', '=', id).executeTakeFirst(),

    cases: (id) =>
      db.selectFrom('comparison_case').selectAll().where('comparison_id', '=', id).orderBy('number').execute(),

    async insert(row) {
      await db.insertInto('comparison').values(row).execute()
    },

    change: (id, columns, cases = []) =>
      database.transact(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('comparison')
          .set(columns)
          .where('id', '=', id)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        for (const row of cases) {
          const { verdict, report } = row
          await transaction
            .insertInto('comparison_case')
            .values(row)
            .onConflict((conflict) => conflict.columns(['comparison_id', 'number']).doUpdateSet({ verdict, report }))
            .execute()
        }
        return true
      }),

    async delete(id) {
      const { numDeletedRows } = await db.deleteFrom('comparison').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
