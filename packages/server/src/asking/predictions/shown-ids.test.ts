import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { sampleRequest } from '../../../testing/sample-request.ts'
import { describeOnEveryDeployment } from '../../../testing/every-deployment.ts'
import { TEST_SECRET_KEY, type TestServer } from '../../../testing/test-server.ts'
import { createEventIds } from './event-ids.ts'

const CHAT = 'chat-of-a-visitor-7f3a91'
const ANSWER = 'what only this visitor reads'
const owner = { authorization: `Basic ${Buffer.from('anna:secret').toString('base64')}` }

describeOnEveryDeployment('An id that is shown somewhere', (start) => {
  let server: TestServer
  let vendor: FakeVendor
  let flowId: string
  let waiting: string
  /** What lists, logs, notices and answers call things by. */
  let shown: string[]
  let runIds: string[]
  let completionId: string
  let eventId: string

  beforeAll(async () => {
    vendor = await startFakeVendor()
    vendor.script = { tokens: [ANSWER] }
    server = await start({ env: { CHATWRIGHT_USERNAME: 'anna', CHATWRIGHT_PASSWORD: 'secret' } })
    const asOwner: Pick<TestServer, 'send'> = { send: (method, url, body) => server.send(method, url, body, owner) }
    flowId = await createConversation(asOwner, {
      vendorUrl: vendor.url,
      columns: { isPublic: true, deployed: true, access: 'open' },
    })
    waiting = await createAgentFlow(
      { ...server, ...asOwner },
      {
        steps: {
          directReplyAgentflow_0: { directReplyMessage: ANSWER },
          humanInputAgentflow_0: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Send it?' },
        },
        edges: ['startAgentflow_0 > directReplyAgentflow_0', 'directReplyAgentflow_0 > humanInputAgentflow_0'],
      },
    )
    await server.send('PUT', `/api/v1/chatflows/${waiting}`, { access: 'open' }, owner)
    const stream = await server.send('POST', `/api/v1/prediction/${flowId}`, {
      question: 'Hi',
      chatId: CHAT,
      streaming: true,
      resumable: true,
    })
    eventId = /^id:(.+)$/m.exec(stream.text)?.[1] ?? ''
    const asked = await server.send('POST', `/api/v1/prediction/${waiting}`, { question: 'Hi', chatId: CHAT })
    const completion = await server.send('POST', '/v1/chat/completions', {
      model: flowId,
      messages: [{ role: 'user', content: 'Hi' }],
    })
    const db = server.database.query
    const runs = await db.selectFrom('run').select('id').execute()
    const messages = await db.selectFrom('chat_message').select('id').execute()
    runIds = runs.map(({ id }) => id)
    completionId = String(completion.body.id).replace(/^chatcmpl-/, '')
    shown = [...runIds, ...messages.map(({ id }) => id), completionId, asked.body.executionId, asked.body.action.id]
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })

  const resume = (id: string, flow = flowId) =>
    server.send('GET', `/api/v1/prediction/${flow}`, undefined, { 'last-event-id': id })

  test('opens neither an answer nor its chat, at any route that strangers reach', async () => {
    const open = server.services.handlers.map(({ route }) => route).filter(({ access }) => access !== 'owner')
    expect(open.length).toBeGreaterThan(40)
    expect(runIds).toHaveLength(3)
    expect(completionId).toMatch(/^[\w-]{20,}$/)
    expect(runIds).not.toContain(completionId)
    for (const route of open) {
      for (const id of shown) {
        for (const place of route.access === 'flow' ? [flowId, waiting] : [id]) {
          const { method, url, body } = sampleRequest(route, { id: place })
          const answer = await server.send(method, url, body, { 'last-event-id': `${id}:0` })
          expect(answer.text.includes(ANSWER) || answer.text.includes(CHAT), `${method} ${url} ${id}`).toBe(false)
        }
      }
    }
  })

  test('is no event id either when a mark is made up, or taken from another run', async () => {
    const [runId = '', mark = ''] = eventId.replace(/:\d+$/, '').split('.')
    const another = shown.find((id) => id !== runId) ?? ''
    const made = [`${runId}.${'A'.repeat(22)}`, `${another}.${mark}`, `${runId}.${mark.slice(1)}`, `${runId}.`, runId]
    for (const forged of made) {
      const { status, body } = await resume(`${forged}:0`)
      expect([status, body.code], forged).toEqual([410, 'run-gone'])
    }
    const ofAnotherServer = createEventIds(() => [Buffer.alloc(32, 8)])
    expect((await resume(`${ofAnotherServer.prefixOf(runId)}0`)).status).toBe(410)
  })

  test('differs from the event ids of a stream: their reader comes back, also under a key that was rotated since', async () => {
    const whole = await resume(eventId.replace(/\d+$/, '0'))
    expect([whole.status, whole.text.includes(ANSWER)]).toEqual([200, true])
    const [runId = ''] = eventId.split('.')
    const rotated = createEventIds(() => [Buffer.alloc(32, 8), TEST_SECRET_KEY])
    expect(rotated.read(eventId).runId).toBe(runId)
  })
})
