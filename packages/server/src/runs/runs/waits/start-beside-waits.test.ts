import { sql } from 'kysely'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createLogger } from '../../../ground/boot/logger.ts'
import { readConfig } from '../../../ground/config/config.ts'
import type { Database } from '../../../ground/db/database.ts'
import { createAgentFlow } from '../../../../testing/agent-flow.ts'
import { openOwnDatabase } from '../../../../testing/own-database.ts'
import { temporaryFolder } from '../../../../testing/spawned-server.ts'
import { TEST_SECRET_KEY, testServer } from '../../../../testing/test-server.ts'
import { planOf, watchDatabase, type WatchedStatement } from '../../../../testing/watched-database.ts'
import { createServices } from '../../../process/wiring/whole-server.ts'

const WAITING = 3000

/** Everything a start asks the database, until it has looked after what waits once. */
async function readAtStart(opened: Database, dataDir: string) {
  const { watched, asked } = watchDatabase(opened)
  const statements: WatchedStatement[] = []
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' })
  const services = await createServices({
    config,
    database: watched,
    logger: createLogger('silent'),
    secretKey: TEST_SECRET_KEY,
    version: '0.0.0-test',
    isShuttingDown: () => false,
  })
  // Once each second.
  const looksAfter = ({ sql: text }: WatchedStatement): boolean => text.includes('"wake_at" <=')
  await vi.waitFor(
    () => {
      statements.push(...asked())
      expect(statements.some(looksAfter)).toBe(true)
    },
    { timeout: 60_000, interval: 20 },
  )
  await services.drain()
  await services.close()
  statements.push(...asked())
  return { rows: statements.reduce((sum, { rows }) => sum + rows, 0), statements }
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
  for (const statement of amidst.statements.filter(({ sql: text }) => text.startsWith('select'))) {
    const scans = /^SCAN (run|run_wait|run_event|chat_message)\b(?!.*USING)/m
    expect(await planOf(opened, statement), statement.sql).not.toMatch(scans)
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
