import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

interface Door {
  /** The address of a flow there. */
  path: (flow: string) => string
  body: (flow: string, isStreaming: boolean) => object
  /** It has a stream and nothing else. */
  streamsOnly?: true
  /** Goes on without its reader for a while, as one that comes back expects. */
  waits?: true
}

const messages = [{ role: 'user', content: 'Hi' }]
/** Every door through which a flow is asked over HTTP: a new one stands here, too. */
const DOORS: Record<string, Door> = {
  prediction: {
    path: (flow) => `/api/v1/prediction/${flow}`,
    body: (_, streaming) => ({ question: 'Hi', streaming }),
  },
  'chat completions': {
    path: () => '/v1/chat/completions',
    body: (model, stream) => ({ model, messages, stream }),
  },
  responses: { path: () => '/v1/responses', body: (model, stream) => ({ model, input: 'Hi', stream }) },
  messages: {
    path: () => '/v1/messages',
    body: (model, stream) => ({ model, max_tokens: 100, messages, stream }),
  },
  'UI stream': {
    path: (flow) => `/api/v1/ui-stream/${flow}`,
    body: () => ({
      id: crypto.randomUUID(),
      messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
    }),
    streamsOnly: true,
    waits: true,
  },
  'AG-UI': {
    path: (flow) => `/api/v1/ag-ui/${flow}`,
    body: () => ({
      threadId: crypto.randomUUID(),
      runId: 'r',
      state: {},
      messages: [{ id: 'm', role: 'user', content: 'Hi' }],
      tools: [],
      context: [],
      forwardedProps: {},
    }),
    streamsOnly: true,
  },
}

const owner = { authorization: `Basic ${Buffer.from('anna:secret').toString('base64')}` }
let server: TestServer
let vendor: FakeVendor
let url: string
let key: { id: string; apiKey: string }
let other: { apiKey: string }

beforeAll(async () => {
  vendor = await startFakeVendor()
  server = await testServer({ env: { CHATWRIGHT_USERNAME: 'anna', CHATWRIGHT_PASSWORD: 'secret' } })
  url = await server.listen()
  key = (await server.send('POST', '/api/v1/apikey', { keyName: 'Key' }, owner)).body
  other = (await server.send('POST', '/api/v1/apikey', { keyName: 'Other' }, owner)).body
})
beforeEach(() => {
  vendor.script = { tokens: ['Hello', ' there'] }
  vendor.requests.length = 0
})
afterAll(async () => {
  await server.close()
  await vendor.close()
})

const createFlow = (columns: Record<string, unknown> = {}) =>
  createConversation(server, { vendorUrl: vendor.url, columns: { deployed: true, ...columns }, headers: owner })

/** What is kept of a run: its trace, and what it asked of others. */
const traceOf = async (id: string) => {
  const { events, ...run } = (await server.send('GET', `/api/v1/runs/${id}`, undefined, owner)).body
  const { items } = (await server.send('GET', `/api/v1/runs/${id}/calls`, undefined, owner)).body
  return {
    ...run,
    types: events.map(({ type }: { type: string }) => type),
    calls: items.map(({ kind, method }: { kind: string; method: string }) => [kind, method]),
  }
}

describe.each(Object.entries(DOORS))('Through %s', (_, { path, body, streamsOnly = false, waits = false }) => {
  const ask = (flow: string, headers: Record<string, string> = {}, isStreaming = streamsOnly) =>
    server.send('POST', path(flow), body(flow, isStreaming), headers)
  const statusOf = async (flow: string, headers: Record<string, string> = {}) => (await ask(flow, headers)).status

  test('a flow opens to its key alone, and one of its owner to its owner alone', async () => {
    const closed = await createFlow({ apikeyid: key.id })
    expect(await statusOf(closed)).toBe(401)
    expect(await statusOf(closed, { authorization: 'Bearer guessed' })).toBe(401)
    expect(await statusOf(closed, { authorization: `Bearer ${other.apiKey}` })).toBe(403)
    expect(await statusOf(closed, { authorization: `Bearer ${key.apiKey}` })).toBe(200)
    expect(vendor.requests).toHaveLength(1)
    expect(await statusOf('00000000-0000-4000-8000-000000000000')).toBe(404)
  })

  test('questions are counted, and one too many is refused with a status', async () => {
    const rateLimit = { status: true, limitMax: 1, limitDuration: 60, limitMsg: 'Enough' }
    const flow = await createFlow({ apiConfig: JSON.stringify({ rateLimit }) })
    expect(await statusOf(flow)).toBe(200)
    const refused = await ask(flow)
    expect([refused.status, refused.body.message]).toEqual([429, 'Enough'])
  })

  test('the run is the same: its question, its answer, its trace, its recording', async () => {
    const flow = await createFlow()
    await ask(flow)
    const run = await server.database.query
      .selectFrom('run')
      .select(['id', 'status', 'kind'])
      .where('chatflow_id', '=', flow)
      .executeTakeFirstOrThrow()
    expect([run.status, run.kind]).toEqual(['done', 'question'])
    const trace = await traceOf(run.id)
    const own = await createFlow()
    const { body: answer } = await server.send('POST', `/api/v1/prediction/${own}`, { question: 'Hi' }, owner)
    const ours = await traceOf(answer.runId)
    expect(trace).toMatchObject({ question: 'Hi', answer: 'Hello there', inputTokens: 7, outputTokens: 2 })
    expect([trace.types, trace.calls]).toEqual([ours.types, ours.calls])
    expect(trace.calls).toContainEqual(['model', 'stream'])
    expect(vendor.requests[0]?.body.messages.slice(1)).toEqual([{ role: 'user', content: 'Hi' }])
  })

  test('a request that is no question is refused, and nothing is asked', async () => {
    const flow = await createFlow()
    for (const broken of [{}, { model: flow }, { ...body(flow, true), messages: 'x', input: 7, question: 7 }]) {
      const { status } = await server.send('POST', path(flow), broken)
      expect(status).toBe(400)
    }
    expect(vendor.requests).toEqual([])
  })

  test.skipIf(streamsOnly)('a provider that asks for patience is a status', async () => {
    const flow = await createFlow()
    vendor.script = { tokens: [], status: 429 }
    const answer = await ask(flow)
    expect([answer.status, typeof answer.headers['retry-after']]).toEqual([429, 'string'])
  })

  test.skipIf(waits)('a client that leaves takes its question with it', async () => {
    const flow = await createFlow()
    vendor.script = { tokens: ['Hello', ' there'], holdAfter: 1 }
    const leaving = new AbortController()
    const answer = await fetch(`${url}${path(flow)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body(flow, true)),
      signal: leaving.signal,
    })
    await answer.body?.getReader().read()
    leaving.abort()
    await expect(vendor.requests[0]?.gone).resolves.toBeUndefined()
  })
})
