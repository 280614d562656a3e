import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

const MARK = 'a long question '
const TIMES = 1000

let server: TestServer
let vendor: FakeVendor
beforeAll(async () => {
  ;[server, vendor] = await Promise.all([testServer(), startFakeVendor()])
})
afterAll(async () => {
  await server.close()
  await vendor.close()
})

/** By table and column: how often the whole question stands in the database. */
async function placesOf(question: string): Promise<Record<string, number>> {
  const { query } = server.database
  const places: Record<string, number> = {}
  const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(query)
  for (const { name } of tables.rows) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(query)
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      const times = typeof value === 'string' ? value.split(question).length - 1 : 0
      if (times > 0) places[`${name}.${column}`] = (places[`${name}.${column}`] ?? 0) + times
    }
  }
  return places
}

test('a question that waits for a person is kept with the chat, the run, its events and what it waits for, once each', async () => {
  const flowId = await createAgentFlow(server, {
    steps: {
      humanInputAgentflow_0: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Go?' },
      directReplyAgentflow_0: { directReplyMessage: 'Said: {{question}}' },
    },
    edges: ['startAgentflow_0 > humanInputAgentflow_0', 'humanInputAgentflow_0:0 > directReplyAgentflow_0'],
  })
  const question = MARK.repeat(TIMES)
  const asked = await server.send('POST', `/api/v1/prediction/${flowId}`, { question })
  expect(asked.status, asked.text).toBe(200)
  expect(await placesOf(question)).toEqual({
    'chat_message.content': 1,
    'run.request': 1,
    'run_event.event': 1,
    'run_wait.question': 1,
  })
  const { chatId } = asked.body
  const humanInput = { type: 'proceed', startNodeId: 'humanInputAgentflow_0' }
  const answered = await server.send('POST', `/api/v1/prediction/${flowId}`, { chatId, humanInput })
  expect(answered.body.text).toBe(`Said: ${question}`)
})

test('pictures and files to a flow that takes none are refused before anything is kept', async () => {
  const flowId = await createConversation(server, { vendorUrl: vendor.url })
  const count = () => server.database.query.selectFrom('run').select('id').execute()
  const before = (await count()).length
  const upload = { type: 'file', name: 'a.png', mime: 'image/png', data: 'data:image/png;base64,iVBORw0KGgo=' }
  const refused = await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Look', uploads: [upload] })
  expect([refused.status, refused.body.message]).toEqual([415, expect.stringContaining('Send it without "a.png"')])
  expect((await count()).length).toBe(before)
  expect(vendor.requests).toHaveLength(0)
})
