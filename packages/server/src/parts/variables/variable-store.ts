import type { Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { VariableTable } from '../../ground/db/flow-tables.ts'

export type VariableRow = Selectable<VariableTable>

export interface VariableStore {
  list(): Promise<VariableRow[]>
  findByName(name: string): Promise<VariableRow | undefined>
  insert(row: VariableRow): Promise<void>
  /** Applies a change to the current row inside one transaction. */
  change(
    id: string,
    decide: (current: VariableRow) => Partial<Omit<VariableRow, 'id'>>,
  ): Promise<VariableRow | undefined>
  delete(id: string): Promise<boolean>
}

export function createVariableStore(database: Database): VariableStore {
  const { query: db } = database
  return {
    list: () => db.selectFrom('variable').selectAll().orderBy('name').execute(),

    findByName: (name) => db.selectFrom('variable').selectAll().where('name', '=', name).executeTakeFirst(),

    insert: (row) =>
      database.transactDurably(async (transaction) => {
        await transaction.insertInto('variable').values(row).execute()
      }),

    change: (id, decide) =>
      database.transactDurably(async (transaction) => {
        const current = await transaction
          .selectFrom('variable')
          .selectAll()
          .where('id', '=', id)
          .$if(database.kind === 'postgres', (q) => q.forUpdate())
          .executeTakeFirst()
        if (!current) return undefined
        return transaction
          .updateTable('variable')
          .set(decide(current))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()
      }),

    delete: (id) =>
      database.transactDurably(async (transaction) => {
        const result = await transaction.deleteFrom('variable').where('id', '=', id).executeTakeFirst()
        return result.numDeletedRows > 0n
      }),
  }
}
