import { FlowiseClient } from 'flowise-sdk'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { RED_POINT } from '../../../testing/red-point.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { collectFrames, openStream, textOf, type SseFrame } from '../../../testing/sse-client.ts'
import { describeOnBothDatabases, TEST_SECRET_KEY, testServer, type TestServer } from '../../../testing/test-server.ts'
import { patient } from '../../../testing/patient.ts'
import { createEventIds } from './event-ids.ts'

let server: TestServer
let vendor: FakeVendor
let address: string
let flowId: string

/** One server for the tests of a part; each has a vendor and a flow of its own. */
function serveAll(start: typeof testServer): void {
  beforeAll(async () => {
    server = await start()
    address = await server.listen()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    vendor = await startFakeVendor()
    flowId = await createConversation(server, { vendorUrl: vendor.url })
  })
  afterEach(() => vendor.close())
}

const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
const ask = (body: object, headers: Record<string, string> = {}) =>
  server.send('POST', `/api/v1/prediction/${flowId}`, body, headers)
const stream = (body: object, headers: Record<string, string> = {}) =>
  openStream(`${address}/api/v1/prediction/${flowId}`, json({ streaming: true, ...body }, headers))
const messages = async () => (await server.send('GET', `/api/v1/chatmessage/${flowId}`)).body
const runs = async () => (await server.send('GET', `/api/v1/runs?chatflowId=${flowId}`)).body.items

/** Waits for something that happens a moment after the answer; fails when it does not. */
async function eventually<Value>(read: () => Promise<Value>, isThere: (value: Value) => boolean): Promise<Value> {
  return vi.waitFor(async () => {
    const value = await read()
    if (!isThere(value)) throw new Error(`Still ${JSON.stringify(value)}`)
    return value
  })
}

describeOnBothDatabases('Predictions', (start) => {
  serveAll(start)

  test('a question is answered as JSON, and both messages are kept', async () => {
    const answer = await ask({ question: 'Hi', chatId: 'chat-1' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      text: 'Hello there',
      question: 'Hi',
      chatId: 'chat-1',
      sessionId: 'chat-1',
      memoryType: 'Buffer Memory',
      isStreamValid: true,
    })
    expect(await messages()).toMatchObject([
      { role: 'userMessage', content: 'Hi', chatId: 'chat-1', chatType: 'EXTERNAL', status: 'done' },
      { role: 'apiMessage', content: 'Hello there', id: answer.body.chatMessageId, status: 'done' },
    ])
  })

  test('a stream says start, the tokens, metadata and end, in this order', async () => {
    const { status, headers, frames } = await stream({ question: 'Hi', chatId: 'chat-1' })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/)
    const all = await collectFrames(frames)
    expect(
      all.map(({ event, data }) => (event === 'metadata' || event === 'usageMetadata' ? [event] : [event, data])),
    ).toEqual([
      ['start', ''],
      ['token', 'Hello'],
      ['token', ' there'],
      ['usageMetadata'],
      ['metadata'],
      ['end', '[DONE]'],
    ])
    expect(all.find(({ event }) => event === 'metadata')?.data).toMatchObject({
      chatId: 'chat-1',
      question: 'Hi',
      sessionId: 'chat-1',
      chatMessageId: (await messages())[1].id,
    })
    expect(
      all.every(({ event, id }) => id !== undefined || ['start', 'metadata', 'usageMetadata'].includes(event)),
    ).toBe(true)
  })

  test('the memory brings what was said before, to its own chat only', async () => {
    await ask({ question: 'I am Anna', chatId: 'anna' })
    await ask({ question: 'I am Ben', chatId: 'ben' })
    vendor.requests.length = 0
    await Promise.all([ask({ question: 'Who?', chatId: 'anna' }), ask({ question: 'Who?', chatId: 'ben' })])
    const said = vendor.requests.map(({ body }) => body.messages.slice(1).map(({ content }) => content))
    expect(said.sort()).toEqual([
      ['I am Anna', 'Hello there', 'Who?'],
      ['I am Ben', 'Hello there', 'Who?'],
    ])
  })

  test('the run is kept with its trace, tokens counted, node by node', async () => {
    await ask({ question: 'Hi' })
    const [run] = await runs()
    expect(run).toMatchObject({
      status: 'done',
      question: 'Hi',
      answer: 'Hello there',
      inputTokens: 7,
      outputTokens: 2,
    })
    const { events } = (await server.send('GET', `/api/v1/runs/${run.id}`)).body
    const told = events.map(({ type, nodeId }: { type: string; nodeId?: string }) => [type, nodeId]) as string[][]
    // What was recorded is told when there is time for it.
    expect(told.filter(([type]) => type === 'call')).toEqual([
      ['call', 'bufferMemory_0'],
      ['call', 'chatOpenAI_0'],
    ])
    expect(told.filter(([type]) => type !== 'call')).toEqual([
      ['run-start', undefined],
      ['node-start', 'conversationChain_0'],
      ['node-start', 'bufferMemory_0'],
      ['node-end', 'bufferMemory_0'],
      ['node-start', 'chatOpenAI_0'],
      ['token', undefined],
      ['node-end', 'chatOpenAI_0'],
      ['node-start', 'bufferMemory_0'],
      ['node-end', 'bufferMemory_0'],
      ['node-end', 'conversationChain_0'],
      ['run-end', undefined],
    ])
  })

  test('the same Idempotency-Key asks the model once', async () => {
    const headers = { 'idempotency-key': 'once' }
    const [first, second] = [await ask({ question: 'Hi' }, headers), await ask({ question: 'Hi' }, headers)]
    expect(second.body).toEqual(first.body)
    expect(vendor.requests).toHaveLength(1)
    const other = await ask({ question: 'Something else' }, headers)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency-key-reused'])
    expect((await ask({}, { 'idempotency-key': 'two' })).status).toBe(400)
    expect((await ask({ question: 'Hi' }, { 'idempotency-key': 'two' })).status).toBe(200)
  })

  test.each([
    ['nested too deeply', `{"vars":${'['.repeat(200_000)}1${']'.repeat(200_000)}}`, 'Nested deeper than 100 levels'],
    ['of too many values', `{"vars":[${'0,'.repeat(200_000)}0]}`, 'Holds more than 20000 values'],
  ])('overrides %s are refused in a form as in JSON', async (_, overrideConfig, fault) => {
    const body = new FormData()
    body.set('question', 'Hi')
    body.set('overrideConfig', overrideConfig)
    const url = `${address}/api/v1/prediction/${flowId}`
    const answer = await fetch(url, { method: 'POST', body, headers: { 'idempotency-key': 'deep' } })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid-request', message: `overrideConfig: ${fault}` }),
    ])
  })

  test('the same Idempotency-Key brings the thinking back too', async () => {
    vendor.script = { tokens: ['<think>Hm, a greeting.</think>', 'Hello'] }
    const headers = { 'idempotency-key': 'thinking' }
    const [first, again] = [await ask({ question: 'Hi' }, headers), await ask({ question: 'Hi' }, headers)]
    expect(first.body.reasonContent.thinking).toBe('Hm, a greeting.')
    expect(again.body).toEqual(first.body)
    expect(vendor.requests).toHaveLength(1)
  })

  test('an empty Idempotency-Key is none', async () => {
    const headers = { 'idempotency-key': '' }
    expect((await ask({ question: 'One' }, headers)).status).toBe(200)
    expect((await ask({ question: 'Two' }, headers)).body.question).toBe('Two')
  })

  test('one Idempotency-Key sent many times at once asks the model once, and all hear the answer', async () => {
    const together = Array.from({ length: 12 }, () => ask({ question: 'Hi' }, { 'idempotency-key': 'together' }))
    const answers = await Promise.all(together)
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.text}`))).toEqual(new Set(['200 Hello there']))
    expect(vendor.requests).toHaveLength(1)
  })

  test('a question whose caller lost the connection is asked again under its Idempotency-Key', async () => {
    vendor.upcoming = [{ tokens: ['Half', ' an answer'], holdAfter: 1 }]
    const leaving = new AbortController()
    const keyed = json({ question: 'Hi', chatId: 'lost' }, { 'idempotency-key': 'lost' })
    const lost = fetch(`${address}/api/v1/prediction/${flowId}`, { ...keyed, signal: leaving.signal })
    await expect.poll(() => vendor.requests.length).toBe(1)
    leaving.abort()
    await expect(lost).rejects.toThrow('aborted')
    await vendor.requests[0]?.gone
    const again = await fetch(`${address}/api/v1/prediction/${flowId}`, keyed)
    expect([again.status, await again.json()]).toEqual([200, expect.objectContaining({ text: 'Hello there' })])
    expect(vendor.requests).toHaveLength(2)
  })

  test('a run that could be resumed shows what it came to under its Idempotency-Key, and is not asked again', async () => {
    vendor.upcoming = [{ tokens: ['Half', ' an answer'], holdAfter: 1 }]
    const headers = { 'idempotency-key': 'late' }
    const asked = ask({ question: 'Hi', chatId: 'late', resumable: true }, headers)
    await expect.poll(() => vendor.requests.length).toBe(1)
    await server.send('PUT', `/api/v1/chatmessage/abort/${flowId}/late`)
    const again = await ask({ question: 'Hi', chatId: 'late', resumable: true }, headers)
    expect([(await asked).status, again.status]).toEqual([409, 409])
    expect(vendor.requests).toHaveLength(1)
  })

  test('a refused request does not use its Idempotency-Key up', async () => {
    const refused = () => ask({ question: 'Hi', chatId: 'chat', replaces: 'none' }, { 'idempotency-key': 'refused' })
    expect([(await refused()).status, (await refused()).status]).toEqual([404, 404])
    expect((await ask({ question: 'Hi' }, { 'idempotency-key': 'refused' })).status).toBe(200)
  })

  test('a provider that refuses is named with its node and the way out, and the question is not lost', async () => {
    vendor.script = { tokens: [], status: 401 }
    const answer = await ask({ question: 'Hi' })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      code: 'node-failed',
      details: { nodeId: 'chatOpenAI_0', code: 'wrong-credential' },
    })
    expect(answer.body.message).toBeTypeOf('string')
    expect(await messages()).toMatchObject([
      { role: 'userMessage', content: 'Hi' },
      { role: 'apiMessage', content: '', status: 'failed', fault: { nodeId: 'chatOpenAI_0' } },
    ])
    expect(await runs()).toMatchObject([{ status: 'failed', fault: { nodeId: 'chatOpenAI_0' } }])
  })
})

describe('A prediction', () => {
  serveAll(testServer)

  test('works with flowise-sdk unchanged, streamed and whole', async () => {
    const client = new FlowiseClient({ baseUrl: address })
    const whole = await client.createPrediction({ chatflowId: flowId, question: 'Hi' })
    expect(whole).toMatchObject({ text: 'Hello there' })
    const events = await client.createPrediction({ chatflowId: flowId, question: 'Hi', streaming: true })
    const seen: SseFrame[] = []
    for await (const event of events as AsyncIterable<SseFrame>) seen.push(event)
    expect(seen.map(({ event }) => event)).toEqual(['start', 'token', 'token', 'usageMetadata', 'metadata', 'end'])
  })

  test('takes null for what was left out, as clients in Python send it', async () => {
    const said = { message: 'Hi', type: 'userMessage', role: null, content: null }
    const left = { overrideConfig: null, chatId: null, history: [said], uploads: [] }
    const answer = await ask({ chatflowId: flowId, question: 'And now?', ...left })
    expect([answer.status, answer.body.text]).toEqual([200, 'Hello there'])
    expect(vendor.requests[0]?.body.messages.slice(1)).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'user', content: 'And now?' },
    ])
    expect((await ask({ question: null })).status).toBe(400)
  })

  test.each([
    ['an unknown flow', 'no-such-flow', { question: 'Hi' }, 404, 'chatflow-not-found'],
    ['a question that is no text', undefined, { question: 7 }, 400, 'invalid-request'],
    ['no question at all', undefined, {}, 400, 'invalid-request'],
  ])('refuses %s at once, as JSON, also when a stream was asked for', async (_, id, body, status, code) => {
    const url = `${address}/api/v1/prediction/${id ?? flowId}`
    for (const streaming of [true, false]) {
      const answer = await fetch(url, json({ ...body, streaming }))
      expect(answer.status).toBe(status)
      expect(await answer.json()).toMatchObject({ code, message: expect.any(String) as string })
    }
  })

  test('of a drawing that cannot run says what to draw', async () => {
    const empty = await server.send('POST', '/api/v1/chatflows', { name: 'Empty', flowData: '{"nodes":[],"edges":[]}' })
    const answer = await fetch(
      `${address}/api/v1/prediction/${empty.body.id}`,
      json({ question: 'Hi', streaming: true }),
    )
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      code: 'flow-invalid',
      message: 'This flow is empty. Add a chain or an agent.',
    })
  })

  test('keeps the question before the first token leaves', async () => {
    vendor.script = { tokens: ['slow'], holdAfter: 0 }
    const leaving = new AbortController()
    // Not awaited: the head of an answer leaves with its first token.
    const asking = fetch(`${address}/api/v1/prediction/${flowId}`, {
      ...json({ question: 'Are you there?', streaming: true }),
      signal: leaving.signal,
    }).catch(() => 'left')
    expect(await eventually(messages, (list) => list.length === 1)).toMatchObject([{ content: 'Are you there?' }])
    leaving.abort()
    expect(await asking).toBe('left')
  })

  test('closes the vendor’s connection within a second when its reader leaves, and keeps the partial text', async () => {
    vendor.script = { tokens: ['one', ' two', ' three'], holdAfter: 2 }
    const { frames, leave } = await stream({ question: 'Count' })
    for await (const frame of frames) if (frame.data === ' two') break
    const leftAt = Date.now()
    leave()
    await vendor.requests[0]?.gone
    expect(Date.now() - leftAt).toBeLessThan(patient(1000))
    const list = await eventually(messages, (found) => found.length === 2)
    expect(list[1]).toMatchObject({ content: 'one two', status: 'cancelled' })
    expect(await runs()).toMatchObject([{ status: 'cancelled', answer: 'one two' }])
  })

  test('asked for as JSON is cancelled too when the caller leaves', async () => {
    vendor.script = { tokens: ['one'], holdAfter: 0 }
    const controller = new AbortController()
    const asking = fetch(`${address}/api/v1/prediction/${flowId}`, {
      ...json({ question: 'Count' }),
      signal: controller.signal,
    }).catch(() => 'left')
    await eventually(
      async () => vendor.requests.length,
      (count) => count === 1,
    )
    controller.abort()
    expect(await asking).toBe('left')
    await vendor.requests[0]?.gone
    expect(await eventually(runs, ([run]) => run.status !== 'running')).toMatchObject([{ status: 'cancelled' }])
  })

  test('is stopped at once by an abort, which tells the reader', async () => {
    vendor.script = { tokens: ['one', ' two'], holdAfter: 1 }
    const { frames } = await stream({ question: 'Count', chatId: 'mine' })
    const seen: SseFrame[] = []
    for await (const frame of frames) {
      seen.push(frame)
      if (frame.event !== 'token') continue
      const other = await server.send('PUT', `/api/v1/chatmessage/abort/${flowId}/not-mine`)
      expect(other.body).toMatchObject({ status: 200, stopped: 0 })
      const stopped = await server.send('PUT', `/api/v1/chatmessage/abort/${flowId}/mine`)
      expect(stopped.body).toMatchObject({ status: 200, stopped: 1 })
    }
    expect(seen.map(({ event }) => event)).toEqual(['start', 'token', 'abort', 'metadata', 'end'])
    await vendor.requests[0]?.gone
  })

  test('whose vendor breaks off ends with error and end, and keeps what had come', async () => {
    vendor.script = { tokens: ['half', ' an', ' answer'], breakAfter: 2 }
    const all = await collectFrames((await stream({ question: 'Hi' })).frames)
    expect(all.map(({ event }) => event)).toEqual(['start', 'token', 'token', 'metadata', 'error', 'end'])
    expect(await messages()).toMatchObject([{ content: 'Hi' }, { content: 'half an', status: 'interrupted' }])
  })

  test('that is resumable survives its reader, who gets every later token exactly once', async () => {
    const tokens = Array.from({ length: 40 }, (_, index) => `${index} `)
    vendor.script = { tokens, delayMs: 10 }
    const first = await stream({ question: 'Count', resumable: true })
    const seen: SseFrame[] = []
    for await (const frame of first.frames) {
      seen.push(frame)
      if (seen.length === 7) break
    }
    first.leave()
    const lastId = seen.findLast(({ id }) => id !== undefined)?.id ?? ''
    const spoken = vendor.spoken
    await vi.waitFor(() => expect(vendor.spoken).toBeGreaterThan(spoken + 3))
    const second = await openStream(`${address}/api/v1/prediction/${flowId}`, { headers: { 'last-event-id': lastId } })
    for await (const frame of second.frames) {
      seen.push(frame)
      if (seen.length === 20) break
    }
    second.leave()
    const third = await stream(
      { question: 'Count', resumable: true },
      { 'last-event-id': seen.findLast(({ id }) => id)?.id ?? '' },
    )
    seen.push(...(await collectFrames(third.frames)))
    expect(textOf(seen)).toBe(tokens.join(''))
    expect(seen.filter(({ event }) => event === 'end')).toHaveLength(1)
    expect(vendor.requests).toHaveLength(1)
    const again = await openStream(`${address}/api/v1/prediction/${flowId}`, { headers: { 'last-event-id': lastId } })
    expect(textOf([...seen.slice(0, 7), ...(await collectFrames(again.frames))])).toBe(tokens.join(''))
  })

  test('under way is finished when the server ends, and nothing new is taken', async () => {
    vendor.script = { tokens: ['one', ' two', ' three'], delayMs: 60 }
    const { frames } = await stream({ question: 'Count' })
    const reading = collectFrames(frames)
    await eventually(
      async () => vendor.requests.length,
      (count) => count === 1,
    )
    const closing = server.close()
    expect(
      await fetch(`${address}/api/v1/prediction/${flowId}`, json({ question: 'Late' })).then(({ status }) => status),
    ).toBe(503)
    const all = await reading
    expect([textOf(all), all.at(-1)?.event]).toEqual(['one two three', 'end'])
    await closing
    server = await testServer()
    address = await server.listen()
  })

  test('of another flow, or one long over, cannot be continued', async () => {
    const other = await createConversation(server, { vendorUrl: vendor.url })
    const all = await collectFrames((await stream({ question: 'Hi', resumable: true })).frames)
    const lastId = all.at(-1)?.id ?? ''
    // What was told of it is forgotten after some days.
    const { query } = server.database
    const run = await query.selectFrom('run').selectAll().executeTakeFirstOrThrow()
    await query
      .insertInto('run')
      .values({ ...run, id: 'forgotten' })
      .execute()
    const { prefixOf } = createEventIds(() => [TEST_SECRET_KEY])
    for (const [id, event] of [
      [other, lastId],
      [flowId, `${prefixOf('forgotten')}1`],
      [flowId, `${prefixOf('nothing')}1`],
      [flowId, 'not an id'],
    ]) {
      const answer = await server.send('GET', `/api/v1/prediction/${id}`, undefined, { 'last-event-id': event ?? '' })
      expect([answer.status, answer.body.code]).toEqual([410, 'run-gone'])
    }
  })

  test('from the canvas shows the trace; a visitor never sees it', async () => {
    const internal = await openStream(
      `${address}/api/v1/internal-prediction/${flowId}`,
      json({ question: 'Hi', streaming: true }),
    )
    const events = (await collectFrames(internal.frames)).map(({ event }) => event)
    expect(events.filter((event) => event === 'trace').length).toBeGreaterThan(4)
    const external = await collectFrames((await stream({ question: 'Hi' })).frames)
    expect(external.some(({ event }) => event === 'trace')).toBe(false)
  })

  test('takes a form that puts a question in the place of another', async () => {
    const send = async (fields: Record<string, string>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ chatId: 'form-chat', ...fields })) form.set(name, value)
      const answer = await fetch(`${address}/api/v1/prediction/${flowId}`, { method: 'POST', body: form })
      return { status: answer.status, body: (await answer.json()) as { chatMessageId: string } }
    }
    const first = await send({ question: 'Kept' })
    const second = await send({ question: 'Misspelt' })
    expect((await send({ question: 'Spelt well', replaces: second.body.chatMessageId })).status).toBe(200)
    const { body: messages } = await server.send('GET', `/api/v1/chatmessage/${flowId}?chatId=form-chat`)
    const questions = messages.filter(({ role }: { role: string }) => role === 'userMessage')
    expect(questions.map(({ content }: { content: string }) => content)).toEqual(['Kept', 'Spelt well'])
    expect(messages.map(({ id }: { id: string }) => id)).toContain(first.body.chatMessageId)
    expect(messages.map(({ id }: { id: string }) => id)).not.toContain(second.body.chatMessageId)
    expect((await send({ question: 'Lost', replaces: second.body.chatMessageId })).status).toBe(404)
  })

  test('takes a form', async () => {
    const form = new FormData()
    form.set('question', 'From a form')
    form.set('chatId', 'form-chat')
    const answer = await fetch(`${address}/api/v1/prediction/${flowId}`, { method: 'POST', body: form })
    expect(await answer.json()).toMatchObject({ text: 'Hello there', question: 'From a form', chatId: 'form-chat' })
  })

  test('takes a form whose question is the word true', async () => {
    const form = new FormData()
    form.set('question', 'true')
    const answer = await fetch(`${address}/api/v1/prediction/${flowId}`, { method: 'POST', body: form })
    expect(await answer.json()).toMatchObject({ text: 'Hello there', question: 'true' })
  })

  test('takes a form that asks for a run that survives its reader', async () => {
    vendor.script = { tokens: ['one', ' two', ' three'], delayMs: 40 }
    const form = new FormData()
    for (const [name, value] of Object.entries({ question: 'Count', streaming: 'true', resumable: 'true' })) {
      form.set(name, value)
    }
    const first = await openStream(`${address}/api/v1/prediction/${flowId}`, { method: 'POST', body: form })
    const seen: SseFrame[] = []
    for await (const frame of first.frames) {
      seen.push(frame)
      if (frame.event === 'token') break
    }
    first.leave()
    const headers = { 'last-event-id': seen.at(-1)?.id ?? '' }
    const rest = await openStream(`${address}/api/v1/prediction/${flowId}`, { headers })
    expect(textOf([...seen, ...(await collectFrames(rest.frames))])).toBe('one two three')
  })

  test('sends the history and pictures it was given along', async () => {
    const flow = await createConversation(server, {
      vendorUrl: vendor.url,
      inputs: { chatOpenAI_0: { allowImageUploads: true } },
    })
    const answer = await server.send('POST', `/api/v1/prediction/${flow}`, {
      question: 'And this?',
      chatId: 'pictures',
      history: [
        { message: 'Hi', type: 'userMessage' },
        { content: 'Hello!', role: 'apiMessage' },
      ],
      uploads: [{ type: 'file', name: 'dot.png', mime: 'image/png', data: `data:image/png;base64,${RED_POINT}` }],
    })
    expect(answer.status).toBe(200)
    const sent = vendor.requests[0]?.body.messages.slice(1)
    expect(sent).toMatchObject([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: [{ type: 'text', text: 'And this?' }, { type: 'image_url' }] },
    ])
  })

  test('shows a picture again when the next question comes, to a model that can see', async () => {
    const flow = await createConversation(server, {
      vendorUrl: vendor.url,
      inputs: { chatOpenAI_0: { allowImageUploads: true } },
    })
    const data = `data:image/png;base64,${RED_POINT}`
    const ask = async (question: string, uploads: object[] = []) => {
      vendor.requests.length = 0
      await server.send('POST', `/api/v1/prediction/${flow}`, { question, chatId: 'seen', uploads })
      return vendor.requests[0]?.body.messages.slice(1, 4)
    }
    await ask('What is it?', [{ type: 'file', name: 'dot.png', mime: 'image/png', data }])
    const text = { type: 'text', text: 'What is it?' }
    expect(await ask('And its colour?')).toMatchObject([
      { role: 'user', content: [text, { type: 'image_url', image_url: { url: data } }] },
      { role: 'assistant' },
      { role: 'user', content: 'And its colour?' },
    ])

    const { flowData } = (await server.send('GET', `/api/v1/chatflows/${flow}`)).body as { flowData: string }
    const blind = flowData.replace('"allowImageUploads":true', '"allowImageUploads":false')
    await server.send('PUT', `/api/v1/chatflows/${flow}`, { flowData: blind })
    expect((await ask('Is it large?'))?.[0]).toEqual({ role: 'user', content: 'What is it?' })
  })
})

describe('A session', () => {
  serveAll(testServer)

  test.each([
    [
      'the session the request names',
      { overrideConfig: { sessionId: 's' }, chatId: 'c' },
      { sessionId: 's', chatId: 'c' },
    ],
    ['the chat', { chatId: 'c' }, { sessionId: 'c', chatId: 'c' }],
    ['the session as chat', { overrideConfig: { sessionId: 's' } }, { sessionId: 's', chatId: 's' }],
  ])('is %s', async (_, body, expected) => {
    expect((await ask({ question: 'Hi', ...body })).body).toMatchObject(expected)
  })

  test('is made anew for each request that names nothing', async () => {
    const [first, second] = [await ask({ question: 'Hi' }), await ask({ question: 'Hi' })]
    expect(first.body.chatId).not.toBe(second.body.chatId)
  })

  test('typed into the memory counts when the request names none, and gives way when it does', async () => {
    flowId = await createConversation(server, {
      vendorUrl: vendor.url,
      inputs: { bufferMemory_0: { sessionId: 'shared' } },
    })
    await ask({ question: 'One' })
    await ask({ question: 'Two' })
    expect(vendor.requests[1]?.body.messages.map(({ content }) => content).slice(1)).toEqual([
      'One',
      'Hello there',
      'Two',
    ])
    await ask({ question: 'Three', chatId: 'own' })
    expect(vendor.requests[2]?.body.messages.map(({ content }) => content).slice(1)).toEqual(['Three'])
  })
})
