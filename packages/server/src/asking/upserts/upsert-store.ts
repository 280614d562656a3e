import type { Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { UpsertHistoryTable } from '../../ground/db/message-tables.ts'

export type UpsertRow = Selectable<UpsertHistoryTable>

export interface UpsertStore {
  list(
    chatflowId: string,
    filter: { direction: 'asc' | 'desc'; from?: Date | undefined; to?: Date | undefined },
  ): Promise<UpsertRow[]>
  delete(ids: readonly string[]): Promise<number>
}

const LONGEST_LIST = 1000

export function createUpsertStore({ query: db }: Database): UpsertStore {
  return {
    list: (chatflowId, { direction, from, to }) =>
      db
        .selectFrom('upsert_history')
        .selectAll()
        .where('chatflow_id', '=', chatflowId)
        .$if(from !== undefined, (q) => q.where('created_date', '>=', from?.toISOString() ?? ''))
        .$if(to !== undefined, (q) => q.where('created_date', '<=', to?.toISOString() ?? ''))
        .orderBy('created_date', direction)
        .orderBy('id', direction)
        .limit(LONGEST_LIST)
        .execute(),
    async delete(ids) {
      if (ids.length === 0) return 0
      const { numDeletedRows } = await db
        .deleteFrom('upsert_history')
        .where('id', 'in', [...ids])
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
