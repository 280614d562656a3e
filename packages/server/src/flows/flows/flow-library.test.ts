import { afterEach, expect, test, vi } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor } from '../../../testing/fake-vendor.ts'
import { testServer } from '../../../testing/test-server.ts'
import { createFlowLibrary, type PreparedFlow } from './flow-library.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a changed credential or tool is noticed within a second, also where the clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  let looks = 0
  const store = { partsRevision: async () => String((looks += 1)) }
  const library = createFlowLibrary({ store, catalogue: {} } as unknown as Parameters<typeof createFlowLibrary>[0])
  const flow = { id: 'flow', drawing: 'drawing', flow: { nodes: [], edges: [] } } as unknown as PreparedFlow
  // It is looked before anything is made of it; of this nothing can be made.
  const plan = () => library.plan(flow, { want: 'chat' }).catch(() => undefined)
  await plan()
  await plan()
  expect(looks).toBe(1)
  vi.advanceTimersByTime(1000)
  vi.setSystemTime(0)
  await plan()
  expect(looks).toBe(2)
})

test('the head of a flow that runs all the time is read once, until something that it holds is changed', async () => {
  const [vendor, server] = await Promise.all([startFakeVendor(), testServer()])
  const flowId = await createConversation(server, { vendorUrl: vendor.url })
  const { query } = server.database
  const statements = vi.spyOn(query, 'executeQuery')
  const isHead = (asked: object) => 'sql' in asked && /from "chat_flow" where "id" = \?/.test(String(asked.sql))
  const heads = () => statements.mock.calls.filter(([asked]) => isHead(asked)).length
  const ask = async () => {
    await query.updateTable('chat_flow').set({ last_run_date: null }).where('id', '=', flowId).execute()
    expect((await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hello' })).status).toBe(200)
  }
  try {
    for (let time = 0; time < 5; time += 1) await ask()
    expect(heads()).toBe(1)
    await server.send('PUT', `/api/v1/chatflows/${flowId}`, { name: 'Another' })
    await ask()
    expect(heads()).toBe(2)
  } finally {
    await server.close()
    await vendor.close()
  }
})
