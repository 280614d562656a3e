import { sql, type Kysely, type Selectable } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { ChatFlowVersionTable, Schema } from '../db/schema.ts'
import { graphHash } from './graph-hash.ts'

/** A saved version with its graph, wherever that is kept. */
export type VersionRow = Omit<Selectable<ChatFlowVersionTable>, 'graph'>

const PAGE = 50

/** Saved versions, each with its graph. */
export function versionsWithGraphs(db: Kysely<Schema>) {
  return db
    .selectFrom('chat_flow_version')
    .leftJoin('graph', 'graph.hash', 'chat_flow_version.graph')
    .select([
      'chat_flow_version.chatflow_id',
      'chat_flow_version.version',
      'chat_flow_version.name',
      'chat_flow_version.node_count',
      'chat_flow_version.created_date',
      sql<string>`coalesce(graph.flow_data, chat_flow_version.flow_data)`.as('flow_data'),
    ])
}

/** Saves a version; the same graph is kept once, however often and by whomever it is saved. */
export async function insertVersion(db: Kysely<Schema>, { flow_data: flowData, ...row }: VersionRow): Promise<void> {
  const graph = await keepGraph(db, flowData, row.created_date)
  await db
    .insertInto('chat_flow_version')
    .values({ ...row, flow_data: '', graph })
    .execute()
}

/** Moves the copies that versions of before hold to where graphs are kept. Stopped, it goes on from there the next time. */
export async function shareGraphs(
  { query: db, transact }: Pick<Database, 'query' | 'transact'>,
  { at, signal }: { at: Date; signal: AbortSignal },
): Promise<number> {
  let moved = 0
  while (!signal.aborted) {
    const rows = await db
      .selectFrom('chat_flow_version')
      .select(['chatflow_id', 'version', 'flow_data'])
      .where('graph', 'is', null)
      .limit(PAGE)
      .execute()
    if (rows.length === 0) break
    for (const { chatflow_id: id, version, flow_data: flowData } of rows) {
      await transact(async (transaction) => {
        const graph = await keepGraph(transaction, flowData, at.toISOString())
        await transaction
          .updateTable('chat_flow_version')
          .set({ graph, flow_data: '' })
          .where('chatflow_id', '=', id)
          .where('version', '=', version)
          // A database that was loaded meanwhile may have another one in its place.
          .where('flow_data', '=', flowData)
          .execute()
      })
      moved += 1
      await nextTurn()
    }
  }
  return moved
}

/** Keeps a graph, and that it is wanted as of now: whoever deletes graphs looks at that when it deletes. */
async function keepGraph(db: Kysely<Schema>, flowData: string, at: string): Promise<string> {
  const hash = graphHash(flowData)
  await db
    .insertInto('graph')
    .values({ hash, created_date: at, flow_data: flowData })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ created_date: at }))
    .execute()
  return hash
}
