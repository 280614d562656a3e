import type { Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { ToolTable } from '../../ground/db/flow-tables.ts'

export type ToolRow = Selectable<ToolTable>

export interface ToolStore {
  list(): Promise<ToolRow[]>
  find(id: string): Promise<ToolRow | undefined>
  insert(row: ToolRow): Promise<void>
  update(id: string, columns: Partial<Omit<ToolRow, 'id'>>): Promise<ToolRow | undefined>
  delete(id: string): Promise<boolean>
}

export function createToolStore(database: Database): ToolStore {
  const { query: db } = database
  return {
    list: () => db.selectFrom('tool').selectAll().orderBy('updated_date', 'desc').orderBy('id').execute(),

    find: (id) => db.selectFrom('tool').selectAll().where('id', '=', id).executeTakeFirst(),

    insert: (row) =>
      database.transactDurably(async (transaction) => {
        await transaction.insertInto('tool').values(row).execute()
      }),

    update: (id, columns) =>
      database.transactDurably((transaction) =>
        transaction.updateTable('tool').set(columns).where('id', '=', id).returningAll().executeTakeFirst(),
      ),

    delete: (id) =>
      database.transactDurably(async (transaction) => {
        const result = await transaction.deleteFrom('tool').where('id', '=', id).executeTakeFirst()
        return result.numDeletedRows > 0n
      }),
  }
}
