import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { describeOnEveryDeployment } from '../../../testing/every-deployment.ts'
import { testServer, type TestAnswer, type TestServer } from '../../../testing/test-server.ts'
import { hmacOf } from './signature.ts'

let server: TestServer
const received: { headers: IncomingHttpHeaders; body: string }[] = []
let statuses: number[] = []
const receiver = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(pieces).toString() })
    response.writeHead(statuses.shift() ?? 200).end()
  })
})

/** A flow that says what was sent to it. */
function createReceiver(
  inputs: Record<string, unknown> = {},
  reply = 'Got {{$webhook.body.order}}',
  more: { steps?: Record<string, Record<string, unknown>>; edges?: string[] } = {},
): Promise<string> {
  return createAgentFlow(server, {
    steps: {
      startAgentflow_0: {
        startInputType: 'webhookTrigger',
        webhookDefaultInput: 'Order {{$webhook.body.order}}',
        ...inputs,
      },
      directReplyAgentflow_0: { directReplyMessage: reply },
      ...more.steps,
    },
    edges: more.edges ?? ['startAgentflow_0 > directReplyAgentflow_0'],
  })
}

const deliver = (flowId: string, body: unknown, headers: Record<string, string> = {}): Promise<TestAnswer> =>
  server.send('POST', `/api/v1/webhook/${flowId}`, body, headers)
const deliveries = async (flowId: string) =>
  (await server.send('GET', `/api/v1/chatflows/${flowId}/webhook/deliveries`)).body
const runsOf = async (flowId: string): Promise<number> =>
  (await server.database.query.selectFrom('run').select('id').where('chatflow_id', '=', flowId).execute()).length
const secretOf = async (flowId: string): Promise<string> =>
  (await server.send('POST', `/api/v1/chatflows/${flowId}/webhook-secret`)).body.webhookSecret
/** The pauses between tries are the product's; a test need not sit through them. What somebody sends right now is left alone. */
const untilCallback = (flowId: string, state: string) =>
  vi.waitFor(
    async () => {
      await server.database.query
        .updateTable('delivery')
        .set({ due_at: '2000-01-01T00:00:00.000Z' })
        .where('chatflow_id', '=', flowId)
        .where('due_at', '<', new Date(Date.now() + 10_000).toISOString())
        .execute()
      expect((await deliveries(flowId)).data[0].callback).toBe(state)
    },
    { timeout: 60_000, interval: 50 },
  )
const triesOf = async (flowId: string) => {
  const tries = server.database.query.selectFrom('delivery').select('tries')
  return (await tries.where('chatflow_id', '=', flowId).executeTakeFirstOrThrow()).tries
}
const seconds = (ago = 0): string => String(Math.floor(Date.now() / 1000) - ago)
const json = { 'content-type': 'application/json' }

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
})
afterAll(() => {
  receiver.close()
})

describeOnEveryDeployment('Webhooks', (start) => {
  beforeAll(async () => {
    server = await start({ env: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }, lookEveryMs: 50 })
  })
  afterAll(() => server.close())

  test('what is sent begins a run, with headers, query and body at hand and nothing that proves who sent it', async () => {
    const flowId = await createReceiver({}, '{{$webhook.body.order}} {{$webhook.query.from}} {{$webhook.headers}}')
    const headers = { 'x-shop': 'north', authorization: 'Bearer not-a-key-of-ours', cookie: 'session=1' }
    const answer = await server.send('POST', `/api/v1/webhook/${flowId}?from=shop`, { order: 7 }, headers)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.question).toBe('Order 7')
    expect(answer.body.text).toContain('7 shop')
    expect(answer.body.text).toContain('"x-shop":"north"')
    expect(answer.body.text).not.toContain('not-a-key-of-ours')
    expect(answer.body.text).not.toContain('session=1')
    const { data, total } = await deliveries(flowId)
    expect(total).toBe(1)
    expect(data[0]).toMatchObject({
      status: 'SUCCEEDED',
      times: 1,
      isManual: false,
      runId: answer.body.runId,
      executionId: answer.body.executionId,
      payload: { body: { order: 7 }, query: { from: 'shop' }, headers: { authorization: '•••', cookie: '•••' } },
    })
  })

  test('the flow decides the method and the content type, and says which', async () => {
    const json = await createReceiver()
    const form = await createReceiver({ webhookContentType: 'application/x-www-form-urlencoded', webhookMethod: 'PUT' })
    const get = await createReceiver({ webhookMethod: 'GET' }, 'Got {{$webhook.query.order}}')
    const wrongMethod = await server.send('PUT', `/api/v1/webhook/${json}`, { order: 1 })
    expect([wrongMethod.status, wrongMethod.body.message]).toEqual([405, 'This webhook accepts POST, not PUT.'])
    const encoded = { 'content-type': 'application/x-www-form-urlencoded' }
    const wrongType = await deliver(json, 'order=1', encoded)
    expect([wrongType.status, wrongType.body.message]).toEqual([415, 'This webhook accepts application/json.'])
    expect((await deliver(json, 'order: 1', { 'content-type': 'text/plain' })).status).toBe(415)
    const fields = await server.send('PUT', `/api/v1/webhook/${form}`, 'order=8&order=9', encoded)
    expect(fields.body.text).toBe('Got ["8","9"]')
    const wrapped = `payload=${encodeURIComponent('{"order":"ten"}')}`
    expect((await server.send('PUT', `/api/v1/webhook/${form}`, wrapped, encoded)).body.text).toBe('Got ten')
    expect((await server.send('GET', `/api/v1/webhook/${get}?order=11`)).body.text).toBe('Got 11')
    const chat = await createAgentFlow(server, { steps: {}, edges: [] })
    expect((await deliver(chat, {})).body.code).toBe('webhook-not-found')
    expect((await deliver('nowhere', {})).status).toBe(404)
  })

  test('malformed, oversized and incomplete deliveries are refused with the place, and begin nothing', async () => {
    const flowId = await createReceiver({
      webhookEnableValidation: true,
      webhookQueryParams: [{ name: 'shop', required: true }],
      webhookHeaderParams: [{ name: 'X-Kind', required: true }],
      webhookBodyParams: [
        { name: 'order', type: 'number', required: true },
        { name: 'tags', type: 'array[string]' },
        { name: 'paid', type: 'boolean' },
      ],
    })
    for (const body of ['{"order":', '[', '{"__proto__":{"a":1}}', '{"\\u005f_proto__":1}', '['.repeat(500)]) {
      const answer = await deliver(flowId, body, json)
      expect([answer.status, answer.body.code], body.slice(0, 20)).toEqual([400, 'invalid-request'])
    }
    const answer = await deliver(flowId, { order: 'seven', tags: ['a', 1] })
    expect(answer.body.details.issues).toEqual([
      { path: 'query.shop', message: 'This is missing.' },
      { path: 'headers.x-kind', message: 'This is missing.' },
      { path: 'body.order', message: 'Expected a number.' },
      { path: 'body.tags', message: 'Expected a list of strings.' },
    ])
    const big = await deliver(flowId, JSON.stringify({ order: 'x'.repeat(3 * 1024 ** 2) }), json)
    expect(big.status).toBe(413)
    const whole = { order: 7, tags: ['a'], paid: null }
    const good = await server.send('POST', `/api/v1/webhook/${flowId}?shop=n`, whole, { 'x-kind': 'new' })
    expect(good.body.text).toBe('Got 7')
    expect(await runsOf(flowId)).toBe(1)
    const refused = (await deliveries(flowId)).data.find(({ error }: { error: string }) =>
      error?.includes('body.order'),
    )
    expect(refused).toMatchObject({ status: 'REFUSED', payload: null, runId: null })
  })

  test('only what is signed with the secret gets in', async () => {
    const flowId = await createReceiver({ webhookEnableAuth: true })
    const body = JSON.stringify({ order: 7 })
    const without = await deliver(flowId, body, json)
    expect([without.status, without.body.message]).toEqual([401, expect.stringContaining('no secret yet') as string])
    const secret = await secretOf(flowId)
    const sign = (key: string, text = body) => ({ ...json, 'x-webhook-signature': `sha256=${hmacOf(key, [text])}` })
    for (const headers of [json, sign('guess'), sign(secret, `${body} `), { ...json, 'x-webhook-signature': secret }]) {
      expect((await deliver(flowId, body, headers)).body.code).toBe('signature-invalid')
    }
    expect((await deliver(flowId, body, sign(secret))).body.text).toBe('Got 7')
    const bare = { ...json, 'x-webhook-signature': hmacOf(secret, [body]).toUpperCase() }
    expect((await deliver(flowId, body, bare)).status).toBe(200)
    const fresh = await secretOf(flowId)
    expect((await deliver(flowId, body, sign(secret))).status).toBe(401)
    expect((await deliver(flowId, body, sign(fresh))).status).toBe(200)
    await server.send('DELETE', `/api/v1/chatflows/${flowId}/webhook-secret`)
    expect((await deliver(flowId, body, sign(fresh))).status).toBe(401)
    const stored = await server.database.query.selectFrom('flow_trigger').selectAll().where('id', '=', flowId).execute()
    expect(JSON.stringify(stored)).not.toContain(fresh)
    expect(await runsOf(flowId)).toBe(3)
    const token = await createReceiver({
      webhookEnableAuth: true,
      webhookSignatureType: 'plain-token',
      webhookSignatureHeader: 'X-Token',
    })
    const word = await secretOf(token)
    expect((await deliver(token, { order: 1 }, { 'x-token': `${word}x` })).status).toBe(401)
    expect((await deliver(token, { order: 1 }, { 'x-token': word })).body.text).toBe('Got 1')
  })

  test('what nobody signed holds as many values as any body of a stranger, and what is signed five times as many', async () => {
    const body = JSON.stringify({ order: 7, list: Array.from({ length: 30_000 }, () => 1) })
    const open = await deliver(await createReceiver({}), body, json)
    expect([open.status, open.body.message]).toEqual([400, expect.stringContaining('20000 values') as string])
    const flowId = await createReceiver({ webhookEnableAuth: true })
    const signature = `sha256=${hmacOf(await secretOf(flowId), [body])}`
    expect((await deliver(flowId, body, { ...json, 'x-webhook-signature': signature })).status).toBe(200)
  })

  test('a signed time bounds how long a delivery is good, and one that is overheard runs nothing again', async () => {
    const flowId = await createReceiver({
      webhookEnableAuth: true,
      webhookSignedTime: true,
      webhookReplaySeconds: 60,
    })
    const secret = await secretOf(flowId)
    const signedAt = (time: string, body: string, key = secret) => ({
      ...json,
      'x-webhook-timestamp': time,
      'x-webhook-signature': `sha256=${hmacOf(key, [`${time}.`, body])}`,
    })
    const body = JSON.stringify({ order: 7 })
    expect((await deliver(flowId, body, signedAt(seconds(120), body))).body.code).toBe('signature-expired')
    expect((await deliver(flowId, body, signedAt(seconds(-120), body))).body.code).toBe('signature-expired')
    const now = seconds()
    expect((await deliver(flowId, body, { ...signedAt(now, body), 'x-webhook-timestamp': seconds(5) })).status).toBe(
      401,
    )
    const plain = { ...json, 'x-webhook-timestamp': now, 'x-webhook-signature': hmacOf(secret, [body]) }
    expect((await deliver(flowId, body, plain)).body.code).toBe('signature-invalid')
    const first = await deliver(flowId, body, { ...signedAt(now, body), 'x-delivery-id': 'one' })
    const replayed = await deliver(flowId, body, { ...signedAt(now, body), 'x-delivery-id': 'another' })
    expect(replayed.body.runId).toBe(first.body.runId)
    expect(await runsOf(flowId)).toBe(1)
  })

  test('a delivery that comes five times at once runs once, and all are told the same', async () => {
    const flowId = await createReceiver()
    const same = { 'x-github-delivery': 'b0d5' }
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => deliver(flowId, { order: 7 }, same)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.runId)).size).toBe(1)
    // Long after, when keys of requests are forgotten, the delivery itself is known still.
    await server.database.query
      .updateTable('delivery')
      .set({ created_date: '2020-01-01T00:00:00.000Z' })
      .where('chatflow_id', '=', flowId)
      .execute()
    await server.database.query.deleteFrom('record').where('namespace', '=', 'idempotency').execute()
    const late = await deliver(flowId, { order: 7 }, same)
    expect(late.body).toMatchObject({ runId: answers[0]?.body.runId, text: 'Got 7' })
    const other = await deliver(flowId, { order: 8 }, same)
    expect([other.status, other.body.code]).toEqual([409, 'delivery-reused'])
    expect(await runsOf(flowId)).toBe(1)
    const row = (await deliveries(flowId)).data.find(({ status }: { status: string }) => status !== 'REFUSED')
    expect(row).toMatchObject({ deliveryId: 'b0d5', times: 7 })
  })

  test('answered later, the result is sent on, signed, and tried again where it was not taken', async () => {
    const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/done`
    const later = { webhookResponseMode: 'async', callbackUrl, callbackSecret: 'ours' }
    const flowId = await createReceiver(later)
    received.length = 0
    statuses = [500]
    const answer = await deliver(flowId, { order: 7 }, { 'x-delivery-id': 'late' })
    expect([answer.status, answer.body.status]).toEqual([202, 'PROCESSING'])
    const again = await deliver(flowId, { order: 7 }, { 'x-delivery-id': 'late' })
    expect(again.body.chatId).toBe(answer.body.chatId)
    await untilCallback(flowId, 'sent')
    expect(received).toHaveLength(2)
    const { headers, body } = received[1] ?? { headers: {}, body: '' }
    expect(JSON.parse(body)).toMatchObject({ status: 'SUCCESS', chatId: answer.body.chatId, data: { text: 'Got 7' } })
    expect(headers['x-flowise-signature']).toBe(`sha256=${hmacOf('ours', [body])}`)
    const time = String(headers['x-webhook-timestamp'])
    expect(headers['x-webhook-signature']).toBe(`sha256=${hmacOf('ours', [`${time}.`, body])}`)
    expect(received[0]?.headers['x-webhook-id']).toBe(headers['x-webhook-id'])
  })

  test('what waits for a person is told of, and decided by a delivery that names the chat', async () => {
    const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/done`
    const flowId = await createReceiver({ webhookResponseMode: 'async', callbackUrl }, 'Sent', {
      steps: { humanInputAgentflow_0: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Send it?' } },
      edges: ['startAgentflow_0 > humanInputAgentflow_0', 'humanInputAgentflow_0:0 > directReplyAgentflow_0'],
    })
    received.length = 0
    const { body } = await deliver(flowId, { order: 7 })
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 60_000 })
    const stopped = JSON.parse(received[0]?.body ?? '{}')
    expect(stopped).toMatchObject({
      status: 'STOPPED',
      chatId: body.chatId,
      data: { executionId: expect.any(String) as string, action: { id: expect.any(String) as string } },
    })
    const lost = await deliver(flowId, { humanInput: { type: 'proceed' } })
    expect([lost.status, lost.body.details.issues[0].path]).toEqual([400, 'body.chatId'])
    expect((await deliver(flowId, { humanInput: { type: 'proceed' }, chatId: body.chatId })).status).toBe(202)
    await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 60_000 })
    expect(JSON.parse(received[1]?.body ?? '{}')).toMatchObject({ status: 'SUCCESS', data: { text: 'Sent' } })
  })

  test('an answer that was deleted before it was sent on is given up', async () => {
    const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const flowId = await createReceiver({ webhookResponseMode: 'async', callbackUrl })
    statuses = [500]
    received.length = 0
    await deliver(flowId, { order: 7 })
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 60_000 })
    await server.database.query.deleteFrom('run').where('chatflow_id', '=', flowId).execute()
    await untilCallback(flowId, 'failed')
    expect((await deliveries(flowId)).data[0].error).toContain('no longer stored')
    expect(received).toHaveLength(1)
    expect(await triesOf(flowId)).toBe(2)
  })

  test('a private address is not called back, and the delivery says so', async () => {
    const flowId = await createReceiver({ webhookResponseMode: 'async', callbackUrl: 'http://10.1.2.3/steal' })
    await deliver(flowId, { order: 7 })
    await untilCallback(flowId, 'failed')
    expect((await deliveries(flowId)).data[0]).toMatchObject({
      status: 'SUCCEEDED',
      error: expect.stringContaining('10.1.2.3') as string,
    })
    expect(await triesOf(flowId)).toBe(1)
  })

  test('a stream says what happens as it happens', async () => {
    const flowId = await createReceiver({ webhookResponseMode: 'stream' })
    const { status, text } = await deliver(flowId, { order: 7 })
    expect(status).toBe(200)
    expect(text).toContain('"event":"agentFlowEvent"')
    expect(text).toContain('Got 7')
    expect(text).toContain('"event":"end"')
  })

  test('the owner sends one again, as it was or edited; what was kept of it holds no secrets', async () => {
    const flowId = await createReceiver({}, 'Got {{$webhook.body.order}} by {{$webhook.body.apiKey}}')
    await deliver(flowId, { order: 7, apiKey: 'sk-very-secret' })
    const [first] = (await deliveries(flowId)).data
    expect(first.payload.body).toEqual({ order: 7, apiKey: '•••' })
    const path = `/api/v1/chatflows/${flowId}/webhook/deliveries`
    const again = await server.send('POST', path, { again: first.id })
    expect(again.body).toMatchObject({ isManual: true, times: 1 })
    const answerOf = async (runId: string) =>
      vi.waitFor(
        async () => {
          const { body } = await server.send('GET', `/api/v1/runs/${runId}`)
          expect(body.status).toBe('done')
          return body.answer as string
        },
        { timeout: 60_000 },
      )
    expect(await answerOf(again.body.runId)).toBe('Got 7 by sk-very-secret')
    const edited = await server.send('POST', path, { again: first.id, body: { order: 9, apiKey: 'x' } })
    expect(await answerOf(edited.body.runId)).toBe('Got 9 by x')
    expect((await server.send('POST', path, { again: 'nothing' })).body.code).toBe('delivery-not-found')
    expect(await runsOf(flowId)).toBe(3)
  })

  test('the list says how each is reached; a paused one sends its callers away for a while', async () => {
    const flowId = await createReceiver({ webhookEnableAuth: true })
    const find = async () => {
      const { body } = await server.send('GET', '/api/v1/webhooks')
      expect(body.isReachable).toBe(false)
      return body.data.find((each: { flowId: string }) => each.flowId === flowId)
    }
    expect(await find()).toMatchObject({
      flowName: 'Agents',
      address: expect.stringMatching(new RegExp(`/api/v1/webhook/${flowId}$`)) as string,
      method: 'POST',
      isSigned: true,
      hasSecret: false,
      enabled: true,
      reason: expect.stringContaining('no secret') as string,
      lastDeliveryAt: null,
    })
    await secretOf(flowId)
    const paused = await server.send('PATCH', `/api/v1/chatflows/${flowId}/webhook/enabled`, { enabled: false })
    expect(paused.body).toMatchObject({ enabled: false, hasSecret: true, reason: null })
    const answer = await deliver(flowId, { order: 7 })
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '60'])
    expect(await find()).toMatchObject({ enabled: false, lastDeliveryAt: null })
  })

  test('a flow counts what is sent to it by its own limit, and one that needs a key needs it here, too', async () => {
    const flowId = await createReceiver()
    const rateLimit = { status: true, limitMax: 2, limitDuration: 60, limitMsg: 'Slowly, please.' }
    await server.send('PUT', `/api/v1/chatflows/${flowId}`, { apiConfig: JSON.stringify({ rateLimit }) })
    const answers = [await deliver(flowId, {}), await deliver(flowId, {}), await deliver(flowId, {})]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers[2]?.body.message).toBe('Slowly, please.')
    const closed = await createReceiver()
    const key = (await server.send('POST', '/api/v1/apikey', { keyName: 'Shop' })).body
    await server.send('PUT', `/api/v1/chatflows/${closed}`, { apikeyid: key.id })
    expect((await deliver(closed, { order: 1 })).status).toBe(401)
    const opened = await deliver(closed, { order: 1 }, { authorization: `Bearer ${key.apiKey}` })
    expect(opened.body.text).toBe('Got 1')
  })

  // Last: whoever guesses is kept out for a while.
  test('whoever guesses at signatures is kept out', async () => {
    const flowId = await createReceiver({ webhookEnableAuth: true })
    const secret = await secretOf(flowId)
    // What they send does not count for whoever has the secret, either.
    const rateLimit = { status: true, limitMax: 1, limitDuration: 60, limitMsg: 'Slowly, please.' }
    await server.send('PUT', `/api/v1/chatflows/${flowId}`, { apiConfig: JSON.stringify({ rateLimit }) })
    const statuses: number[] = []
    for (let guess = 0; guess < 25; guess += 1) {
      statuses.push((await deliver(flowId, {}, { 'x-webhook-signature': hmacOf(`${guess}`, ['{}']) })).status)
    }
    expect(statuses[0]).toBe(401)
    expect(statuses.at(-1)).toBe(429)
    expect(await runsOf(flowId)).toBe(0)
    // From the same address, but with the secret.
    const body = JSON.stringify({ order: 7 })
    const headers = { 'content-type': 'application/json', 'x-webhook-signature': hmacOf(secret, [body]) }
    expect((await deliver(flowId, body, headers)).body.text).toBe('Got 7')
  })
})

test('an answer is sent on as soon as it is there, not when somebody looks', async () => {
  server = await testServer({ env: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }, lookEveryMs: 3_600_000 })
  try {
    const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/done`
    received.length = 0
    await deliver(await createReceiver({ webhookResponseMode: 'async', callbackUrl }), { order: 7 })
    await vi.waitFor(() => expect(received).toHaveLength(1))
  } finally {
    await server.close()
  }
})
