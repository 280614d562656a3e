import type { Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { PriceTable } from '../../ground/db/run-tables.ts'

export type PriceRow = Selectable<PriceTable>

export interface PriceStore {
  list(): Promise<PriceRow[]>
  put(row: PriceRow): Promise<void>
  delete(key: Pick<PriceRow, 'model' | 'since'>): Promise<boolean>
}

export function createPriceStore(database: Database): PriceStore {
  return {
    list: () => database.query.selectFrom('price').selectAll().orderBy('model').orderBy('since').execute(),

    put: (row) =>
      database.transactDurably(async (transaction) => {
        const { input, output, cached_input, unit } = row
        await transaction
          .insertInto('price')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['model', 'since']).doUpdateSet({ input, output, cached_input, unit }),
          )
          .execute()
      }),

    delete: ({ model, since }) =>
      database.transactDurably(async (transaction) => {
        const gone = await transaction
          .deleteFrom('price')
          .where('model', '=', model)
          .where('since', '=', since)
          .executeTakeFirst()
        return gone.numDeletedRows > 0n
      }),
  }
}
