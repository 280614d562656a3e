import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chosenModel, createAgentFlow } from '../../../testing/agent-flow.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let vendor: FakeVendor
let outside: Server
let received: { method: string | undefined; body: string }[]
let outsideUrl: string

/** What is shorter stands in the events of its run. */
const LONG = 'A long sentence about the sea. '.repeat(20)

interface Call {
  seq: number
  kind: string
  method: string
  effect: string
  key: string
  nodeId: string | null
}

const ask = async (flowId: string, body: object) => {
  const answer = await server.send('POST', `/api/v1/prediction/${flowId}`, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as { text: string; chatMessageId: string }
}
const newestRun = async (flowId: string): Promise<string> => {
  const { body } = await server.send('GET', `/api/v1/runs?chatflowId=${flowId}&limit=1`)
  return String(body.items[0].id)
}
const callsOf = async (runId: string) => (await server.send('GET', `/api/v1/runs/${runId}/calls`)).body.items as Call[]
const replay = (runId: string, body: object = { mode: 'replay' }) =>
  server.send('POST', `/api/v1/runs/${runId}/replay`, body)
const valuesOf = async (flowId: string) =>
  server.database.query.selectFrom('recorded_value').selectAll().where('chatflow_id', '=', flowId).execute()

/** What the trace tells of each call, whatever came in between. */
const traceOf = (events: { type: string; callId?: string; at?: number; durationMs?: number }[]) =>
  events
    .filter(({ type }) => type.startsWith('node-'))
    .map(({ at: _, durationMs: __, ...event }) => event)
    .toSorted((one, other) => `${one.callId}${one.type}`.localeCompare(`${other.callId}${other.type}`))

describeOnBothDatabases('Recordings', (start) => {
  beforeAll(async () => {
    outside = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        received.push({ method: request.method, body })
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ received: received.length }))
      })
    })
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
    outsideUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
    ;[vendor, server] = await Promise.all([startFakeVendor(), start({ env: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' } })])
  })
  beforeEach(() => {
    received = []
    vendor.requests.length = 0
    vendor.script = { tokens: ['Hello', ' there'] }
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
    outside.close()
  })

  test('however many look at a run at the same moment, each of them sees it', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    await ask(flowId, { question: 'Hi', chatId: 'many' })
    const runId = await newestRun(flowId)
    const answers = await Promise.all(Array.from({ length: 6 }, () => replay(runId)))
    expect(answers.map(({ status, body }) => [status, body.isSame])).toEqual(
      Array.from({ length: 6 }, () => [200, true]),
    )
  })

  test('what is recorded makes nobody read flows, keys or embeddings again that have not changed', async () => {
    const { revisionOf, query } = server.database
    // Where other processes write too, nothing is taken for unchanged.
    if (!revisionOf) return
    const [flows, embeddings] = [revisionOf(['chat_flow']), revisionOf(['vector_embedding', 'vector_document'])]
    const revisions = () => [flows(), embeddings()]
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    await ask(flowId, { question: 'One', chatId: 'still' })
    // Noted after the answer, at most every half minute.
    const hasRun = query.selectFrom('chat_flow').select('last_run_date').where('id', '=', flowId)
    await vi.waitUntil(async () => (await hasRun.executeTakeFirst())?.last_run_date != null)
    const before = revisions()
    const kept = (await valuesOf(flowId)).length
    const answered = await ask(flowId, { question: LONG, chatId: 'still' })
    expect((await valuesOf(flowId)).length).toBeGreaterThan(kept)
    // What visitors and senders leave beside an answer is none of it either.
    const webhook = { flowId, kind: 'webhook', name: 'Shop', webhook: { signature: 'none' } }
    const { id } = (await server.send('POST', '/api/v1/triggers', webhook)).body
    for (const [path, body] of [
      [`webhook/${id}`, { question: 'Three' }],
      ['leads', { chatflowid: flowId, chatId: 'still', name: 'Ann', email: 'ann@example.com' }],
      ['feedback', { chatflowid: flowId, chatId: 'still', messageId: answered.chatMessageId, rating: 'THUMBS_UP' }],
    ] as const) {
      const { status, text } = await server.send('POST', `/api/v1/${path}`, body)
      expect(status, text).toBeLessThan(300)
    }
    expect(revisions()).toEqual(before)
    await server.send('PUT', `/api/v1/chatflows/${flowId}`, { name: 'Another name' })
    expect(flows()).toBeGreaterThan(before[0] ?? 0)
    expect(embeddings()).toBe(before[1])
  })

  test('every call of an answer is kept whole, each turn of a chat once', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    await ask(flowId, { question: LONG, chatId: 'c1' })
    await ask(flowId, { question: 'And now?', chatId: 'c1' })
    const runId = await newestRun(flowId)
    const calls = await callsOf(runId)
    expect(calls.map(({ kind, method, effect }) => `${kind} ${method} ${effect}`)).toEqual([
      'memory load reads',
      'model stream asks',
    ])
    const model = await server.send('GET', `/api/v1/runs/${runId}/calls/${calls[1]?.seq}`)
    const sent = vendor.requests.at(-1)?.body.messages
    expect(model.body.request.messages.map(({ content }: { content: string }) => content)).toEqual(
      sent?.map(({ content }) => content),
    )
    expect(model.body.response.said).toMatchObject([
      { type: 'text', text: 'Hello there', cuts: expect.stringMatching(/^5[,.]6$/) },
      {},
      {},
    ])
    const texts = (await valuesOf(flowId)).map(({ text }) => text)
    // The message of the chat holds it.
    expect(texts.filter((text) => text.includes('A long sentence'))).toEqual([])
  })

  test('a run is replayed with the same events per call, and nobody is asked', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    await ask(flowId, { question: 'Hi', chatId: 'c1' })
    await ask(flowId, { question: 'And now?', chatId: 'c1' })
    const runId = await newestRun(flowId)
    const asked = vendor.requests.length
    const told = (await server.send('GET', `/api/v1/runs/${runId}`)).body.events
    const { status, body, text } = await replay(runId)
    expect(status, text).toBe(200)
    expect(body).toMatchObject({ status: 'done', text: 'Hello there', isSame: true, stopped: null })
    expect(body.calls.map(({ grade }: { grade: string }) => grade)).toEqual(['recorded', 'recorded'])
    expect(traceOf(body.events)).toEqual(traceOf(told))
    expect(vendor.requests).toHaveLength(asked)
  })

  test('a change asks anew exactly what it makes new', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    await ask(flowId, { question: 'Hi', chatId: 'c1' })
    const runId = await newestRun(flowId)
    const inputs = { chatOpenAI_0: { temperature: 0.1 } }
    const dry = await replay(runId, { mode: 'replay', inputs })
    expect(dry.body).toMatchObject({
      status: 'stopped',
      stopped: { why: 'never-made', kind: 'model', nodeId: 'chatOpenAI_0' },
    })
    const asked = vendor.requests.length
    vendor.script = { tokens: ['Ahoy'] }
    const changed = await replay(runId, { mode: 'what-if', inputs })
    expect(changed.body).toMatchObject({
      status: 'done',
      text: 'Ahoy',
      isSame: false,
      recorded: { text: 'Hello there' },
    })
    expect(changed.body.calls.map(({ kind, grade }: { kind: string; grade: string }) => `${kind} ${grade}`)).toEqual([
      'memory recorded',
      'model recomputed',
    ])
    expect(vendor.requests).toHaveLength(asked + 1)
    // Nothing of it is part of the conversation.
    expect((await server.send('GET', `/api/v1/chatmessage/${flowId}?chatId=c1`)).body).toHaveLength(2)
  })

  test('a result by hand stands in the place of the recorded one', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    await ask(flowId, { question: 'Hi', chatId: 'c1' })
    const runId = await newestRun(flowId)
    const [, model] = await callsOf(runId)
    const answers = [{ key: model?.key, result: 'By hand' }]
    expect((await replay(runId, { mode: 'replay', answers })).body).toMatchObject({ text: 'By hand', isSame: false })
  })

  test('a step that writes is answered from the record, and a changed one is held back with its arguments', async () => {
    const flowId = await createAgentFlow(server, {
      steps: {
        httpAgentflow_0: {
          method: 'POST',
          url: `${outsideUrl}/orders`,
          bodyType: 'json',
          body: '{"item":"{{question}}"}',
        },
        llmAgentflow_0: {
          llmModel: 'chatOpenAI',
          llmModelConfig: { llmModel: 'chatOpenAI', ...(await chosenModel(server, vendor.url)) },
          llmMessages: [{ role: 'user', content: 'Tell of {{httpAgentflow_0}}' }],
          llmEnableMemory: false,
        },
      },
      edges: ['startAgentflow_0 > httpAgentflow_0', 'httpAgentflow_0 > llmAgentflow_0'],
    })
    await ask(flowId, { question: 'tea', chatId: 'c1' })
    expect(received).toHaveLength(1)
    const runId = await newestRun(flowId)
    const same = await replay(runId)
    expect(same.body, same.text).toMatchObject({ status: 'done', isSame: true })
    const inputs = { httpAgentflow_0: { body: '{"item":"coffee"}' } }
    const held = await replay(runId, { mode: 'what-if', inputs })
    expect(held.body).toMatchObject({
      status: 'stopped',
      stopped: { why: 'held-back', kind: 'http', method: 'POST', request: { body: '{"item":"coffee"}' } },
    })
    expect(received).toHaveLength(1)
    const { key } = held.body.stopped
    const result = { data: { received: 99 }, status: 200, statusText: 'OK', headers: {} }
    const typed = await replay(runId, { mode: 'what-if', inputs, answers: [{ key, result }] })
    expect(typed.body, typed.text).toMatchObject({ status: 'done' })
    expect(received).toHaveLength(1)
    const allowed = await replay(runId, { mode: 'what-if', inputs, allow: [key] })
    expect(allowed.body, allowed.text).toMatchObject({ status: 'done' })
    expect(received).toHaveLength(2)
    expect(received[1]?.body).toContain('coffee')
  })

  test('a run travels as one file without secrets, and replays where there are no keys', async () => {
    const secret = 'planted-secret-0815'
    const variable = { name: 'planted', value: secret, type: 'static', isSecret: true }
    expect((await server.send('POST', '/api/v1/variables', variable)).status).toBe(200)
    const inputs = { conversationChain_0: { systemMessagePrompt: 'Never say {{$vars.planted}}.' } }
    const flowId = await createConversation(server, { vendorUrl: vendor.url, inputs })
    vendor.script = { tokens: ['It is ', 'planted-sec', 'ret-0815', '.'] }
    await ask(flowId, { question: `Is it ${secret}?`, chatId: 'c1' })
    expect(JSON.stringify(vendor.requests.at(-1)?.body)).toContain(`Never say ${secret}`)
    const runId = await newestRun(flowId)
    const exported = await server.send('GET', `/api/v1/runs/${runId}/recording`)
    expect(exported.status, exported.text).toBe(200)
    expect((await valuesOf(flowId)).filter(({ text }) => text.includes(secret))).toEqual([])
    const elsewhere = await start()
    try {
      const asked = vendor.requests.length
      const { status, body, text } = await elsewhere.send('POST', '/api/v1/replays', exported.body)
      expect(status, text).toBe(200)
      expect(body).toMatchObject({ status: 'done', isSame: true })
      expect(vendor.requests).toHaveLength(asked)
    } finally {
      await elsewhere.close()
    }
  })

  test('what was recorded goes with its chat, and nothing is recorded where the flow says so', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    await ask(flowId, { question: LONG, chatId: 'c1' })
    await ask(flowId, { question: LONG, chatId: 'c2' })
    await server.send('DELETE', `/api/v1/chatmessage/${flowId}?chatId=c1`)
    expect(new Set((await valuesOf(flowId)).map(({ chat_id: chat }) => chat))).toEqual(new Set(['c2']))
    const unrecorded = await createConversation(server, {
      vendorUrl: vendor.url,
      columns: { chatbotConfig: JSON.stringify({ recording: { status: false } }) },
    })
    await ask(unrecorded, { question: 'Hi', chatId: 'c1' })
    expect(await valuesOf(unrecorded)).toEqual([])
    expect((await replay(await newestRun(unrecorded))).body).toMatchObject({ stopped: { why: 'never-made' } })
  })

  test('where the calls of a run cannot be read, it is told why', async () => {
    const told = async (flowId: string) => {
      const { body } = await server.send('GET', `/api/v1/runs/${await newestRun(flowId)}/calls`)
      return { isKept: body.isKept, notKept: body.notKept }
    }
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    await ask(flowId, { question: LONG, chatId: 'c1' })
    expect(await told(flowId)).toEqual({ isKept: true, notKept: null })
    await server.database.query.deleteFrom('recorded_value').where('chatflow_id', '=', flowId).execute()
    expect(await told(flowId)).toEqual({ isKept: false, notKept: 'no-room' })
    const columns = { chatbotConfig: JSON.stringify({ recording: { status: false } }) }
    const unrecorded = await createConversation(server, { vendorUrl: vendor.url, columns })
    await ask(unrecorded, { question: 'Hi', chatId: 'c1' })
    expect(await told(unrecorded)).toEqual({ isKept: false, notKept: 'flow-off' })
  })
})
