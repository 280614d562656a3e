import type { Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { LeadTable } from '../../ground/db/message-tables.ts'

export type LeadRow = Selectable<LeadTable>

export interface LeadStore {
  insert(row: LeadRow): Promise<void>
  list(chatflowId: string): Promise<LeadRow[]>
}

const LONGEST_LIST = 10_000

export function createLeadStore({ query: db }: Database): LeadStore {
  return {
    async insert(row) {
      await db.insertInto('lead').values(row).execute()
    },
    list: (chatflowId) =>
      db
        .selectFrom('lead')
        .selectAll()
        .where('chatflow_id', '=', chatflowId)
        .orderBy('created_date', 'desc')
        .orderBy('id', 'desc')
        .limit(LONGEST_LIST)
        .execute(),
  }
}
