import { loadavg } from 'node:os'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../packages/server/src/ground/db/database.ts'
import { drawAgentFlow } from '../packages/server/testing/agent-flow.ts'
import { shareDatabase } from '../packages/server/testing/shared-services.ts'
import { spawnServer, temporaryFolder } from '../packages/server/testing/spawned-server.ts'
import { storeFlow } from '../packages/server/testing/store-flow.ts'

const WAITS = Number(process.env['SOAK_WAITS'] ?? 10_000)
const AT_ONCE = 20

test('many runs that wait on PostgreSQL slow down no start and no page, and go on once each when all are due', async () => {
  expect(inject('postgresUrl')).toBeDefined()
  const cleanups: (() => Promise<unknown> | void)[] = []
  onTestFinished(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup()
  })
  const url = (await shareDatabase(cleanups)) ?? ''
  const folder = temporaryFolder()
  cleanups.push(() => folder.remove())
  const start = async () => {
    const from = performance.now()
    const server = await spawnServer({ DATA_DIR: folder.path, DATABASE_URL: url, LOG_LEVEL: 'silent' })
    cleanups.push(() => server.stop('SIGKILL'))
    return { ...server, ready: performance.now() - from }
  }
  const first = await start()
  const flowId = await storeFlow(first.url, {
    name: 'Waiting',
    columns: { type: 'AGENTFLOW' },
    draw: (nodes) =>
      drawAgentFlow(nodes, {
        steps: {
          waitAgentflow_0: { waitFor: 'time', waitAmount: 9, waitUnit: 'days' },
          directReplyAgentflow_0: { directReplyMessage: 'Done' },
        },
        edges: ['startAgentflow_0 > waitAgentflow_0', 'waitAgentflow_0 > directReplyAgentflow_0'],
      }),
  })
  let asked = 0
  const askOn = async (): Promise<void> => {
    while (asked < WAITS) {
      const chatId = `chat-${asked++}`
      const answer = await fetch(`${first.url}/api/v1/prediction/${flowId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question: 'Hello', chatId }),
      })
      expect(answer.status, await answer.text()).toBe(200)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOn))
  await first.stop()
  const server = await start()
  const from = performance.now()
  const page = await fetch(`${server.url}/api/v1/waits`)
  const pageMs = performance.now() - from
  expect(page.status).toBe(200)
  const database = await openDatabase({ kind: 'postgres', url })
  cleanups.push(() => database.close())
  const { query: db } = database
  await db.updateTable('run_wait').set({ wake_at: new Date().toISOString() }).execute()
  const dueAt = performance.now()
  const ended = () =>
    db.selectFrom('run').select('execution_id').where('chatflow_id', '=', flowId).where('status', '=', 'done').execute()
  await vi.waitFor(async () => expect((await ended()).length).toBeGreaterThanOrEqual(WAITS), {
    timeout: 1_800_000,
    interval: 1000,
  })
  const wokenMs = performance.now() - dueAt
  const executions = (await ended()).map(({ execution_id: execution }) => execution)
  expect(new Set(executions).size).toBe(WAITS)
  expect(executions).toHaveLength(WAITS)
  expect(await db.selectFrom('run_wait').select('id').where('decided_run', 'is', null).execute()).toEqual([])
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
  console.log(
    `${WAITS} waits on PostgreSQL: ready after ${seconds(server.ready)} (empty ${seconds(first.ready)}), a page of them ${seconds(pageMs)}, all gone on ${seconds(wokenMs)} after they were due (load ${loadavg()[0]?.toFixed(1)})`,
  )
})
