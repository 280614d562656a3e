import { sql, type CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely'
import type { Database } from '../src/ground/db/database.ts'

export interface WatchedStatement {
  sql: string
  parameters: readonly unknown[]
  /** How many rows it gave. */
  rows: number
}

/** A database that tells what it was asked. */
export function watchDatabase(database: Database): { watched: Database; asked: () => WatchedStatement[] } {
  const answers: { node: RootOperationNode; rows: number }[] = []
  const nodes = new WeakMap<object, RootOperationNode>()
  const watch: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      nodes.set(queryId, node)
      return node
    },
    async transformResult({ result, queryId }) {
      const node = nodes.get(queryId)
      if (node) answers.push({ node, rows: result.rows.length })
      return result
    },
  }
  const query = database.query.withPlugin(watch)
  const transact: Database['transact'] = (work) => query.transaction().execute(work)
  const compile = (node: RootOperationNode): CompiledQuery =>
    database.query.getExecutor().compileQuery(node, { queryId: 'compiled' })
  return {
    watched: { ...database, query, transact, transactDurably: transact },
    /** Since it was last asked. */
    asked: () => answers.splice(0).map(({ node, rows }) => ({ ...compile(node), rows })),
  }
}

/** How a database goes about a statement, in its own words. */
export async function planOf(database: Database, { sql: text, parameters }: WatchedStatement): Promise<string> {
  const explain = database.kind === 'sqlite' ? 'explain query plan' : 'explain (costs off)'
  return database.transact(async (transaction) => {
    // Few rows are read one by one and sorted, whatever indexes there are.
    for (const way of database.kind === 'postgres' ? ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'] : [])
      await sql`select set_config(${`enable_${way}`}, 'off', true)`.execute(transaction)
    const explained = { ...sql`select 1`.compile(database.query), sql: `${explain} ${text}`, parameters }
    const { rows } = await transaction.executeQuery<Record<string, unknown>>(explained)
    return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n')
  })
}
