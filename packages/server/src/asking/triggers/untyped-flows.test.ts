import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { farMinute } from '../../../testing/far-minute.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { flowsOfSteps } from '../../ground/db/migrations/0058-flows-of-steps.ts'

let server: TestServer

describeOnBothDatabases('An agent flow that a client stored without its type', (start) => {
  beforeEach(async () => {
    server = await start()
  })
  afterEach(() => server.close())

  const storeFlow = (startInputs: Record<string, unknown>, type: { type?: string } = {}): Promise<string> =>
    createAgentFlow(
      server,
      {
        steps: { startAgentflow_0: startInputs, directReplyAgentflow_0: { directReplyMessage: 'Done' } },
        edges: ['startAgentflow_0 > directReplyAgentflow_0'],
      },
      type,
    )
  const hourly = {
    startInputType: 'scheduleInput',
    scheduleFrequency: 'hourly',
    scheduleOnMinute: farMinute(),
    scheduleDefaultInput: 'What is new?',
  }
  const get = async (path: string) => (await server.send('GET', `/api/v1${path}`)).body
  const typeOf = async (id: string) => (await get(`/chatflows/${id}`)).type
  const schedule = (id: string) => get(`/chatflows/${id}/schedule/status`)
  const webhookIds = async () => (await get('/webhooks')).data.map(({ id }: { id: string }) => id)

  test.each([{}, { type: 'CHATFLOW' }])('is one by its steps, and its Start step is read: %j', async (type) => {
    const [timed, called] = [await storeFlow(hourly, type), await storeFlow({ startInputType: 'webhookTrigger' }, type)]
    expect([await typeOf(timed), await typeOf(called)]).toEqual(['AGENTFLOW', 'AGENTFLOW'])
    expect(await schedule(timed)).toMatchObject({ record: { enabled: true, nextRunAt: expect.any(String) } })
    expect(await webhookIds()).toEqual([called])
  })

  test('becomes one when it is saved with steps, and stays one whatever type is sent', async () => {
    const graph = (await get(`/chatflows/${await storeFlow(hourly)}`)).flowData
    const made = await server.send('POST', '/api/v1/chatflows', { name: 'Chat', flowData: '{"nodes":[],"edges":[]}' })
    const id: string = made.body.id
    expect(made.body.type).toBe('CHATFLOW')
    await server.send('PUT', `/api/v1/chatflows/${id}`, { flowData: graph })
    expect(await typeOf(id)).toBe('AGENTFLOW')
    expect(await schedule(id)).toMatchObject({ record: { enabled: true } })
    await server.send('PUT', `/api/v1/chatflows/${id}`, { type: 'CHATFLOW' })
    expect(await typeOf(id)).toBe('AGENTFLOW')
  })

  test('comes with a file as one', async () => {
    const id = await storeFlow(hourly)
    const file = (await server.send('GET', '/api/v1/database/export')).body
    await server.send('DELETE', `/api/v1/chatflows/${id}`)
    for (const flow of file.chatflows) delete flow.type
    await server.send('POST', '/api/v1/database/load', file)
    expect(await typeOf(id)).toBe('AGENTFLOW')
    expect(await schedule(id)).toMatchObject({ canEnable: true })
  })

  test('of an earlier release is found, and its schedule waits for its owner', async () => {
    const id = await storeFlow(hourly)
    const { query: db, kind } = server.database
    await db.updateTable('chat_flow').set({ type: 'CHATFLOW' }).where('id', '=', id).execute()
    await db.deleteFrom('flow_trigger').where('id', '=', id).execute()
    await flowsOfSteps.up(db, kind)
    expect(await schedule(id)).toMatchObject({ canEnable: true, record: { enabled: false } })
  })
})
