import { sql, type CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createLogger } from '../../boot/logger.ts'
import { readConfig } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import { createAgentFlow } from '../../testing/agent-flow.ts'
import { openOwnDatabase } from '../../testing/own-database.ts'
import { temporaryFolder } from '../../testing/spawned-server.ts'
import { TEST_SECRET_KEY, testServer } from '../../testing/test-server.ts'
import { createServices } from '../../wiring/whole-server.ts'

const WAITING = 3000

/** Everything a start asks the database, until it has looked after what waits once. */
async function readAtStart(opened: Database, dataDir: string) {
  const asked: { node: RootOperationNode; rows: number }[] = []
  const nodes = new WeakMap<object, RootOperationNode>()
  const watch: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      nodes.set(queryId, node)
      return node
    },
    async transformResult({ result, queryId }) {
      const node = nodes.get(queryId)
      if (node) asked.push({ node, rows: result.rows.length })
      return result
    },
  }
  const query = opened.query.withPlugin(watch)
  const compiled = (): CompiledQuery[] =>
    asked.map(({ node }) => opened.query.getExecutor().compileQuery(node, { queryId: 'compiled' }))
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' })
  const services = await createServices({
    config,
    database: { ...opened, query, transact: (work) => query.transaction().execute(work) },
    logger: createLogger('silent'),
    secretKey: TEST_SECRET_KEY,
    version: '0.0.0-test',
    isShuttingDown: () => false,
  })
  // Once each second.
  const looksAfter = ({ sql: text }: CompiledQuery): boolean => text.includes('"wake_at" <=')
  await vi.waitFor(() => expect(compiled().some(looksAfter)).toBe(true), { timeout: 60_000, interval: 20 })
  await services.drain()
  await services.close()
  return { rows: asked.reduce((sum, { rows }) => sum + rows, 0), queries: compiled() }
}

test('a start reads no more beside thousands of runs that wait than beside one, and looks through none of them', async () => {
  const server = await testServer()
  const flowId = await createAgentFlow(server, {
    steps: { humanInputAgentflow_0: { humanInputDescription: 'Go on?' }, directReplyAgentflow_0: {} },
    edges: ['startAgentflow_0 > humanInputAgentflow_0', 'humanInputAgentflow_0:0 > directReplyAgentflow_0'],
  })
  await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hello' })
  const folder = temporaryFolder()
  const file = join(folder.path, 'chatwright.sqlite')
  await sql`vacuum into ${sql.lit(file)}`.execute(server.database.query)
  await server.close()

  const opened = await openOwnDatabase({ kind: 'sqlite', file })
  // What is done once in the life of a database is done here.
  await readAtStart(opened, folder.path)
  const beside = await readAtStart(opened, folder.path)
  await multiply(opened)
  const amidst = await readAtStart(opened, folder.path)
  expect(amidst.rows).toBe(beside.rows)
  for (const { sql: text, parameters } of amidst.queries.filter(({ sql: text }) => text.startsWith('select'))) {
    const explained = { ...sql`select 1`.compile(opened.query), sql: `explain query plan ${text}`, parameters }
    const { rows } = await opened.query.executeQuery<{ detail: string }>(explained)
    const scans = rows.filter(({ detail }) => /^SCAN (run|run_wait|run_event|chat_message)\b(?!.*USING)/.test(detail))
    expect(scans, text).toEqual([])
  }
  await opened.close()
  folder.remove()
}, 120_000)

/** As many more runs that wait, each like the one there is. */
async function multiply({ query }: Database): Promise<void> {
  const copy = async (table: 'run' | 'run_wait', renamed: string[]): Promise<void> => {
    const row = await query.selectFrom(table).selectAll().executeTakeFirstOrThrow()
    const rows = Array.from({ length: WAITING }, (_, index) => ({
      ...row,
      ...Object.fromEntries(renamed.map((column) => [column, `${String(Reflect.get(row, column))}-${index}`])),
    }))
    for (let at = 0; at < rows.length; at += 500) {
      await query
        .insertInto(table)
        .values(rows.slice(at, at + 500))
        .execute()
    }
  }
  await copy('run', ['id', 'execution_id'])
  await copy('run_wait', ['id', 'execution_id', 'run_id'])
}
