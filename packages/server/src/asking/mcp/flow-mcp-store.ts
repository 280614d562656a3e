import type { Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { FlowMcpTable } from '../../ground/db/trigger-tables.ts'

export type FlowMcpRow = Selectable<FlowMcpTable>

export interface FlowMcpStore {
  find(flowId: string): Promise<FlowMcpRow | undefined>
  /** In the place of what was there. */
  keep(row: FlowMcpRow): Promise<void>
  /** Changes what is there. A token is never brought back by somebody who read the one before. */
  change(flowId: string, values: Partial<Omit<FlowMcpRow, 'chatflow_id'>>): Promise<FlowMcpRow | undefined>
  delete(flowId: string): Promise<void>
}

export function createFlowMcpStore(database: Database): FlowMcpStore {
  return {
    find: (flowId) =>
      database.query.selectFrom('flow_mcp').selectAll().where('chatflow_id', '=', flowId).executeTakeFirst(),

    async keep(row) {
      const { chatflow_id: _, ...values } = row
      await database.transactDurably((transaction) =>
        transaction
          .insertInto('flow_mcp')
          .values(row)
          .onConflict((conflict) => conflict.column('chatflow_id').doUpdateSet(values))
          .execute(),
      )
    },

    change: (flowId, values) =>
      database.transactDurably((transaction) =>
        transaction
          .updateTable('flow_mcp')
          .set(values)
          .where('chatflow_id', '=', flowId)
          .returningAll()
          .executeTakeFirst(),
      ),

    async delete(flowId) {
      await database.transactDurably((transaction) =>
        transaction.deleteFrom('flow_mcp').where('chatflow_id', '=', flowId).execute(),
      )
    },
  }
}
