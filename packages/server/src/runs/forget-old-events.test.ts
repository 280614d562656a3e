import { afterEach, beforeEach, expect, test } from 'vitest'
import { createConversation } from '../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../testing/fake-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../testing/test-server.ts'
import { deleteEventsBefore } from './forget-old-events.ts'

describeOnBothDatabases('What is kept of runs', (start) => {
  let server: TestServer
  let vendor: FakeVendor
  let flowId: string

  beforeEach(async () => {
    vendor = await startFakeVendor()
    server = await start()
    flowId = await createConversation(server, { vendorUrl: vendor.url })
  })
  afterEach(async () => {
    await server.close()
    await vendor.close()
  })

  const ask = async (chatId: string): Promise<string> =>
    (await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hi', chatId })).body.runId
  const eventsOf = async (runId: string) => (await server.send('GET', `/api/v1/runs/${runId}`)).body.events
  const kept = async (): Promise<string[]> => {
    const rows = await server.database.query.selectFrom('run_event').select('run_id').distinct().execute()
    return rows.map(({ run_id: id }) => id)
  }
  const never = new AbortController().signal

  test('goes by age, and the conversation stays', async () => {
    const run = await ask('chat')
    expect(await deleteEventsBefore(server.database, new Date(Date.now() - 60_000), never)).toBe(0)
    expect(await eventsOf(run)).not.toEqual([])
    expect(await deleteEventsBefore(server.database, new Date(Date.now() + 60_000), never)).toBe(1)
    expect(await eventsOf(run)).toEqual([])
    expect((await server.send('GET', `/api/v1/chatmessage/${flowId}`)).body).toHaveLength(2)
  })

  test('goes with its chat, and with no other', async () => {
    const [gone, stays] = [await ask('gone'), await ask('stays')]
    expect(await kept()).toEqual(expect.arrayContaining([gone, stays]))
    await server.send('DELETE', `/api/v1/chatmessage/${flowId}?chatId=gone`)
    expect(await kept()).toEqual([stays])
    expect((await server.send('GET', `/api/v1/runs/${gone}`)).status).toBe(404)
  })
})
