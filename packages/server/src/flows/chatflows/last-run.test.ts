import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

describeOnBothDatabases('The last run of a flow', (start) => {
  let server: TestServer
  let vendor: FakeVendor
  beforeAll(async () => {
    ;[vendor, server] = await Promise.all([startFakeVendor(), start({ env: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' } })])
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })
  beforeEach(() => {
    vendor.script = { tokens: ['Hello'] }
  })

  const ask = (flowId: string) => server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hi' })

  /** What the two kinds of pages say of a flow. */
  async function failed(flowId: string): Promise<unknown[]> {
    const byKey = await server.send('GET', '/api/v1/chatflows?limit=50')
    const byNumber = await server.send('GET', '/api/v1/chatflows?page=1&limit=50')
    const said = (flows: { id: string; lastRunFailed?: boolean }[]) => flows.find(({ id }) => id === flowId)
    return [said(byKey.body.items), said(byNumber.body.data)].map((flow) => flow?.lastRunFailed ?? false)
  }

  test('is said to have failed until another ends well, of this flow alone', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    const otherId = await createConversation(server, { vendorUrl: vendor.url })
    expect(await failed(flowId)).toEqual([false, false])
    await ask(flowId)
    await ask(otherId)
    expect(await failed(flowId)).toEqual([false, false])
    vendor.script = { tokens: [], status: 401 }
    expect((await ask(flowId)).status).not.toBe(200)
    await expect.poll(() => failed(flowId)).toEqual([true, true])
    expect(await failed(otherId)).toEqual([false, false])
    vendor.script = { tokens: ['Hello again'] }
    await ask(flowId)
    await expect.poll(() => failed(flowId)).toEqual([false, false])
  })

  test('a draft that fails says nothing of the flow that others use', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    await ask(flowId)
    const { query } = server.database
    const last = await query.selectFrom('run').selectAll().where('chatflow_id', '=', flowId).executeTakeFirstOrThrow()
    const later = new Date(Date.parse(last.created_date) + 1000).toISOString()
    const tried = { ...last, id: `${last.id}-tried`, created_date: later, status: 'failed' as const }
    await query
      .insertInto('run')
      .values({ ...tried, is_draft: 1 })
      .execute()
    expect(await failed(flowId)).toEqual([false, false])
    await query.updateTable('run').set({ is_draft: 0 }).where('id', '=', tried.id).execute()
    expect(await failed(flowId)).toEqual([true, true])
  })

  test('a page tells how the prompt of a flow begins', async () => {
    const inputs = { conversationChain_0: { systemMessagePrompt: 'You help sailors.\nBriefly.' } }
    const flowId = await createConversation(server, { vendorUrl: vendor.url, inputs })
    const { body } = await server.send('GET', '/api/v1/chatflows?limit=1')
    expect(body.items[0]).toMatchObject({ id: flowId, about: { prompt: 'You help sailors.' } })
  })
})
