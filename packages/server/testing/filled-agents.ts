import { expect } from 'vitest'
import { hmacOf } from '../src/asking/webhooks/signature.ts'
import { createSecretBox } from '../src/parts/credentials/secret-box.ts'
import { createAgentFlow } from './agent-flow.ts'
import { TEST_SECRET_KEY, type TestServer } from './test-server.ts'

const STRANGER = { 'x-forwarded-for': '203.0.113.9' }
const CALLBACK_SECRET = 'a callback secret of then'
const SIGNATURES = ['hmac-sha256', 'v2'] as const
const GONE = 'chat-that-was-deleted'

/** What agent flows leave: who waits, what was decided and shared, who may send, and a deletion that was cut off. */
export async function fillAgents(server: TestServer): Promise<void> {
  const send = async (method: 'POST' | 'PUT', path: string, body: object = {}, headers = {}) => {
    const answer = await server.send(method, `/api/v1${path}`, body, headers)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const approvals = await createAgentFlow(server, {
    steps: {
      humanInputAgentflow_0: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Send it?' },
      directReplyAgentflow_0: { directReplyMessage: 'Sent' },
    },
    edges: ['startAgentflow_0 > humanInputAgentflow_0', 'humanInputAgentflow_0:0 > directReplyAgentflow_0'],
  })
  await send('PUT', `/chatflows/${approvals}`, { name: 'Approvals', access: 'open' })
  for (const chatId of ['waiting-chat', 'decided-chat']) {
    await send('POST', `/prediction/${approvals}`, { question: `Of ${chatId}`, chatId }, STRANGER)
  }
  const humanInput = { type: 'proceed', startNodeId: 'humanInputAgentflow_0' }
  await send('POST', `/prediction/${approvals}`, { chatId: 'decided-chat', humanInput }, STRANGER)
  const { data } = (await server.send('GET', `/api/v1/executions?agentflowId=${approvals}`)).body
  const done = data.find(({ state }: { state: string }) => state === 'FINISHED')
  await send('PUT', `/executions/${done.id}`, { isPublic: true })

  const orders = await createAgentFlow(server, {
    steps: {
      startAgentflow_0: {
        startInputType: 'webhookTrigger',
        webhookDefaultInput: 'Order {{$webhook.body.order}}',
        webhookResponseMode: 'async',
        callbackUrl: 'https://example.com/done',
        callbackSecret: CALLBACK_SECRET,
      },
      directReplyAgentflow_0: { directReplyMessage: 'body {{$webhook.body.order}} query {{$webhook.query.from}}' },
    },
    edges: ['startAgentflow_0 > directReplyAgentflow_0'],
  })
  await send('PUT', `/chatflows/${orders}`, { name: 'Orders' })
  for (const signature of SIGNATURES) {
    const webhook = { method: 'POST', signature, question: 'An order came' }
    const { id } = await send('POST', '/triggers', { flowId: orders, kind: 'webhook', name: signature, webhook })
    await send('POST', `/chatflows/${id}/webhook-secret`)
  }
  // As a process leaves it that is killed between the rows of a chat and its files.
  const gone = { chatflow_id: approvals, chat_id: GONE, session_id: GONE, created_date: new Date().toISOString() }
  await server.database.query.insertInto('deleted_chat').values(gone).execute()
}

/** All of it is as it was, and what the guide says of upgrading is so. */
export async function expectAgents(server: TestServer): Promise<void> {
  const { query: db } = server.database
  const get = async (path: string) => (await server.send('GET', `/api/v1${path}`)).body
  const flows = (await get('/chatflows?type=AGENTFLOW')) as { id: string; name: string }[]
  const idOf = (wanted: string) => flows.find(({ name }) => name === wanted)?.id ?? ''
  await expectWaits(server, idOf('Approvals'))
  await expectSharing(server, idOf('Approvals'))
  await expectWebhooks(server, idOf('Orders'))
  await expectCallbackSecret(server, idOf('Orders'))
  await expect.poll(() => db.selectFrom('deleted_chat').select('chat_id').execute()).toEqual([])
}

/** What waits may be decided. It keeps no end that it did not begin with, and who decided is known from when it was kept. */
async function expectWaits(server: TestServer, flowId: string): Promise<void> {
  const { items } = (await server.send('GET', `/api/v1/waits?chatflowId=${flowId}`)).body
  expect(items).toMatchObject([{ chatId: 'waiting-chat', label: 'humanInputAgentflow_0' }])
  const rows = await server.database.query
    .selectFrom('run_wait')
    .select(['network', 'has_end', 'decided_date', 'decided_by'])
    .where('chatflow_id', '=', flowId)
    .execute()
  const [open, decided] = [null, undefined].map((none) =>
    rows.find((row) => (none === null ? row.decided_date === null : row.decided_date !== null)),
  )
  expect(rows).toHaveLength(2)
  const isFromBefore = open?.has_end === 0
  expect(open).toMatchObject(isFromBefore ? { network: null } : { network: expect.any(String), has_end: 1 })
  expect(decided?.decided_by).toEqual(isFromBefore ? null : expect.stringContaining('"way"'))
  const humanInput = { type: 'proceed', startNodeId: 'humanInputAgentflow_0' }
  const body = { chatId: 'waiting-chat', humanInput }
  const answer = await server.send('POST', `/api/v1/prediction/${flowId}`, body, STRANGER)
  expect(answer.body, answer.text).toMatchObject({ text: 'Sent' })
}

/** An address that was a run's id has ended; one of its own goes on. Either can be shared anew. */
async function expectSharing(server: TestServer, flowId: string): Promise<void> {
  const { data } = (await server.send('GET', `/api/v1/executions?agentflowId=${flowId}`)).body
  const shared = data.filter((each: { isPublic: boolean; hasOldLink: boolean }) => each.isPublic || each.hasOldLink)
  expect(shared).toMatchObject([{ state: 'FINISHED' }])
  const [{ id, shareId, hasOldLink }] = shared
  const publicly = async (address: string) =>
    (await server.send('GET', `/api/v1/public-executions/${address}`, undefined, STRANGER)).status
  expect(await publicly(id)).toBe(hasOldLink ? 410 : 404)
  if (!hasOldLink) expect(await publicly(shareId)).toBe(200)
  const anew = (await server.send('PUT', `/api/v1/executions/${id}`, { isPublic: true })).body.shareId
  expect(await publicly(anew)).toBe(200)
}

/** Webhooks whose body is signed hand on what they handed on; those whose whole request is signed demand it. */
async function expectWebhooks(server: TestServer, flowId: string): Promise<void> {
  const box = createSecretBox(() => [TEST_SECRET_KEY])
  const rows = await server.database.query
    .selectFrom('flow_trigger')
    .selectAll()
    .where('chatflow_id', '=', flowId)
    .where('kind', '=', 'webhook')
    .where('secret', 'is not', null)
    .execute()
  expect(rows.length).toBeGreaterThan(0)
  const body = JSON.stringify({ order: 7 })
  for (const row of rows) {
    const secret = box.open({ table: 'flow_webhook', id: row.id }, row.secret ?? '')
    const path = `/api/v1/webhook/${row.id}?from=shop`
    const time = String(Math.floor(Date.now() / 1000))
    const signed: Record<string, Record<string, string>> = {
      'hmac-sha256': { 'x-webhook-signature': `sha256=${hmacOf(secret, [body])}` },
      v2: {
        'x-webhook-timestamp': time,
        'x-webhook-signature': `v2=${hmacOf(secret, [`${time}.POST.${path}.${body}`])}`,
      },
    }
    const post = async (headers: Record<string, string> = {}) =>
      server.send('POST', path, body, { 'content-type': 'application/json', ...headers })
    expect((await post()).status).toBe(401)
    const taken = await post(signed[row.name])
    expect(taken.status, `${row.name}: ${taken.text}`).toBe(200)
    const hasQuery = row.name === 'v2' || row.hands_on_unsigned === 1
    expect(taken.text).toContain('body 7')
    expect(taken.text.includes('shop'), row.name).toBe(hasQuery)
  }
}

/** Nothing that lies in the database, or leaves it, holds the secret in clear. */
async function expectCallbackSecret(server: TestServer, flowId: string): Promise<void> {
  const { query: db } = server.database
  const graphs = await Promise.all([
    db.selectFrom('chat_flow').select('flow_data').execute(),
    db.selectFrom('chat_flow_version').select('flow_data').execute(),
    db.selectFrom('graph').select('flow_data').execute(),
  ])
  expect(await db.selectFrom('unsealed_graph').selectAll().execute()).toEqual([])
  expect(graphs.map((rows) => rows.length > 0)).toEqual([true, true, true])
  expect(JSON.stringify(graphs)).not.toContain(CALLBACK_SECRET)
  const sealed = await db.selectFrom('flow_secret').selectAll().execute()
  const box = createSecretBox(() => [TEST_SECRET_KEY])
  expect(sealed.map((row) => box.open({ table: 'flow_secret', id: row.id }, row.sealed))).toContain(CALLBACK_SECRET)
  const { flowData } = (await server.send('GET', `/api/v1/chatflows/${flowId}`)).body
  expect(flowData).toContain('sealed:')
}
