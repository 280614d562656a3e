import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import { databaseTime, inMs } from '../../ground/db/database-clock.ts'
import type { CustomMcpServerTable } from '../../ground/db/mcp-server-tables.ts'

export type McpServerRow = Selectable<CustomMcpServerTable>

export interface McpServerStore {
  list(at?: { page: number; limit: number }): Promise<McpServerRow[]>
  count(): Promise<number>
  find(id: string): Promise<McpServerRow | undefined>
  insert(row: Insertable<CustomMcpServerTable>): Promise<void>
  update(id: string, changes: Updateable<CustomMcpServerTable>): Promise<void>
  delete(id: string): Promise<void>
  /** Lets one process at a time renew its tokens: a token that renews is often good once. */
  takeRenewal(id: string, forMs: number): Promise<boolean>
}

const MOST = 500

export function createMcpServerStore(database: Database): McpServerStore {
  const { query: db, kind } = database
  return {
    list: ({ page, limit } = { page: 1, limit: MOST }) =>
      db
        .selectFrom('custom_mcp_server')
        .selectAll()
        .orderBy('name')
        .orderBy('id')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),
    async count() {
      const { count } = await db
        .selectFrom('custom_mcp_server')
        .select((e) => e.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    find: (id) => db.selectFrom('custom_mcp_server').selectAll().where('id', '=', id).executeTakeFirst(),
    async insert(row) {
      await database.transactDurably((transaction) => transaction.insertInto('custom_mcp_server').values(row).execute())
    },
    async update(id, changes) {
      await database.transactDurably((transaction) =>
        transaction.updateTable('custom_mcp_server').set(changes).where('id', '=', id).execute(),
      )
    },
    async delete(id) {
      await database.transactDurably((transaction) =>
        transaction.deleteFrom('custom_mcp_server').where('id', '=', id).execute(),
      )
    },
    async takeRenewal(id, forMs) {
      const { numUpdatedRows } = await db
        .updateTable('custom_mcp_server')
        .set({ renewed_until: databaseTime(kind, inMs(forMs)) })
        .where('id', '=', id)
        .where((e) => e.or([e('renewed_until', 'is', null), e('renewed_until', '<', databaseTime(kind))]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
