import { AppError } from '@chatwright/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askerOf } from '../../door/askers/asker-of.ts'
import type { FlowHead } from '../../flows/flows/flow-library.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'
import { openAiRoutes, type OpenAiRouteDependencies } from './openai-routes.ts'

let server: TestServer
let vendor: FakeVendor

beforeEach(async () => {
  vendor = await startFakeVendor()
  server = await testServer()
})
afterEach(async () => {
  await server.close()
  await vendor.close()
})

const create = (columns: Record<string, unknown>) => createConversation(server, { vendorUrl: vendor.url, columns })
const complete = (body: object, headers: Record<string, string> = {}) =>
  server.send('POST', '/v1/chat/completions', body, headers)

const messages = [{ role: 'user', content: 'Hi' }]
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const models = async (headers: Record<string, string> = {}) =>
  (await server.send('GET', '/v1/models', undefined, headers)).body.data
    .filter(({ type }: { type: string }) => type === 'chat')
    .map(({ name }: { name: string }) => name)
    .sort()

describe('On a server with a login', () => {
  const owner = { authorization: `Basic ${Buffer.from('anna:secret').toString('base64')}` }
  let key: { id: string; apiKey: string }
  let ids: Record<string, string>

  beforeEach(async () => {
    await server.close()
    server = await testServer({ env: { CHATWRIGHT_USERNAME: 'anna', CHATWRIGHT_PASSWORD: 'secret' } })
    const send = server.send.bind(server)
    const asOwner = { ...server, send: ((method, url, body) => send(method, url, body, owner)) as TestServer['send'] }
    const make = (columns: Record<string, unknown>) =>
      createConversation(asOwner, { vendorUrl: vendor.url, columns: { deployed: true, ...columns } })
    key = (await asOwner.send('POST', '/api/v1/apikey', { keyName: 'Key' })).body
    const other = (await asOwner.send('POST', '/api/v1/apikey', { keyName: 'Other' })).body
    ids = {
      Public: await make({ name: 'Public', isPublic: true }),
      Open: await make({ name: 'Open' }),
      Closed: await make({ name: 'Closed', isPublic: true, apikeyid: key.id }),
      Foreign: await make({ name: 'Foreign', apikeyid: other.id }),
      Draft: await make({ name: 'Draft', isPublic: true, deployed: false }),
    }
  })

  test('the list tells each caller what is theirs: strangers the public flows, a key what it opens, the owner all', async () => {
    expect(await models()).toEqual(['Public'])
    expect(await models(bearer('sk-made-up'))).toEqual(['Public'])
    expect(await models(bearer(key.apiKey))).toEqual(['Closed', 'Open', 'Public'])
    expect(await models(owner)).toEqual(['Closed', 'Foreign', 'Open', 'Public'])
  })

  test('a made-up key, which every client sends, matters only to a flow that demands one', async () => {
    for (const model of ['Public', ids['Public'], ids['Open']]) {
      expect((await complete({ model, messages }, bearer('none'))).status).toBe(200)
    }
    const refused = await complete({ model: ids['Closed'], messages }, bearer('none'))
    expect([refused.status, refused.body.message]).toEqual([
      401,
      "This API key isn't valid, or its owner hasn't activated it.",
    ])
    expect((await complete({ model: ids['Closed'], messages })).status).toBe(401)
    expect((await complete({ model: 'Closed', messages }, bearer(key.apiKey))).status).toBe(200)
    expect((await complete({ model: ids['Foreign'], messages }, bearer(key.apiKey))).status).toBe(403)
  })

  test('a name that was not told opens nothing', async () => {
    expect((await complete({ model: 'Open', messages }, bearer('none'))).status).toBe(404)
    expect((await complete({ model: 'Draft', messages })).status).toBe(404)
    expect((await complete({ model: ids['Draft'], messages })).status).toBe(404)
  })

  test('a model is described to those whom its flow answers alone', async () => {
    const describeOne = async (name: string, headers: Record<string, string> = {}) =>
      (await server.send('GET', `/v1/models/${ids[name]}`, undefined, headers)).status
    const { status } = await server.send('PUT', `/api/v1/chatflows/${ids['Open']}`, { access: 'owner' }, owner)
    expect(status).toBe(200)
    expect([await describeOne('Public'), await describeOne('Closed'), await describeOne('Open')]).toEqual([
      200, 401, 401,
    ])
    expect(await describeOne('Closed', bearer('sk-made-up'))).toBe(401)
    expect(await describeOne('Closed', bearer(key.apiKey))).toBe(200)
    expect(await describeOne('Open', owner)).toBe(200)
  })

  test('guessing keys is slowed down where one is demanded', async () => {
    const guess = () => complete({ model: ids['Closed'], messages }, bearer('guess'))
    for (let attempt = 0; attempt < 20; attempt += 1) expect((await guess()).status).toBe(401)
    expect((await guess()).status).toBe(429)
    expect((await server.send('GET', '/api/v1/chatflows', undefined, bearer('guess'))).status).toBe(429)
  })

  test('it is the same for a question in our own words, and an error on the owner’s routes', async () => {
    const ask = (name: string) =>
      server.send('POST', `/api/v1/prediction/${ids[name]}`, { question: 'Hi' }, bearer('none'))
    expect((await ask('Open')).status).toBe(200)
    expect((await ask('Closed')).status).toBe(401)
    expect((await server.send('GET', '/api/v1/chatflows', undefined, bearer('none'))).status).toBe(401)
  })
})

test('on one’s own machine without a login, every deployed flow is listed, but not to pages of other sites', async () => {
  await create({ deployed: true, name: 'Mine' })
  await create({ name: 'Draft' })
  expect(await models()).toEqual(['Mine'])
  expect(await models({ origin: 'https://evil.example' })).toEqual([])
  expect(await models({ 'x-forwarded-for': '203.0.113.9' })).toEqual([])
})

test('a completion carries the conversation in and the answer with its usage out', async () => {
  await create({ deployed: true, name: 'Helper' })
  const answer = await complete({
    model: 'Helper',
    messages: [
      { role: 'user', content: 'My name is Anna' },
      { role: 'assistant', content: 'Noted' },
      { role: 'user', content: [{ type: 'text', text: 'Who am I?' }] },
    ],
  })
  expect(answer.body).toMatchObject({
    object: 'chat.completion',
    model: 'Helper',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 },
  })
  expect(vendor.requests[0]?.body.messages.slice(1)).toEqual([
    { role: 'user', content: 'My name is Anna' },
    { role: 'assistant', content: 'Noted' },
    { role: 'user', content: 'Who am I?' },
  ])
})

test('a streamed completion reads as OpenAI’s own', async () => {
  const model = await create({ deployed: true })
  const { headers, text } = await complete({
    model,
    messages: [{ role: 'user', content: 'Hi' }],
    stream: true,
    stream_options: { include_usage: true },
  })
  expect(headers['content-type']).toMatch(/^text\/event-stream/)
  const lines = text.split('\n\n').filter((line) => line !== '')
  expect(lines.at(-1)).toBe('data: [DONE]')
  const chunks = lines.slice(0, -1).map((line) => JSON.parse(line.slice('data: '.length)))
  expect(chunks.map(({ choices: [choice] }) => choice?.delta.content ?? choice?.finish_reason ?? 'usage')).toEqual([
    '',
    'Hello',
    ' there',
    'stop',
    'usage',
  ])
  expect(chunks.at(-1).usage).toEqual({ prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 })
})

test('a person named in the request finds nothing of their other conversations in it', async () => {
  const model = await create({ deployed: true })
  const say = (content: string) => complete({ model, user: 'anna', messages: [{ role: 'user', content }] })
  await say('My secret is 42')
  await say('What is my secret?')
  expect(vendor.requests[1]?.body.messages.slice(1)).toEqual([{ role: 'user', content: 'What is my secret?' }])
})

test('a failure reads as OpenAI’s own, whole and streamed, and says which node and what to do', async () => {
  const model = await create({ deployed: true })
  const unknown = await complete({ model: 'nobody', messages })
  expect([unknown.status, unknown.body.error]).toEqual([
    404,
    {
      message: 'There is no deployed flow "nobody".',
      type: 'invalid_request_error',
      param: null,
      code: 'chatflow-not-found',
    },
  ])
  vendor.script = { tokens: [], status: 401 }
  const whole = await complete({ model, messages })
  const streamed = await complete({ model, messages, stream: true })
  const [first = ''] = streamed.text.split('\n\n')
  const { error } = JSON.parse(first.slice('data: '.length))
  expect(error.message).toBe(whole.body.error.message)
  expect(error.message).toMatch(/^ChatOpenAI: .*Open this node's credential/)
})

test('a streamed completion that is stopped says so, never that it is whole', async () => {
  const model = await create({ deployed: true })
  vendor.script = { tokens: ['Half', ' an answer'], holdAfter: 1 }
  const asked = complete({ model, messages, stream: true })
  await expect.poll(() => vendor.requests.length).toBe(1)
  const [question] = (await server.send('GET', `/api/v1/chatmessage/${model}`)).body
  await server.send('PUT', `/api/v1/chatmessage/abort/${model}/${question.chatId}`)
  const { text } = await asked
  expect(text).toContain('"code":"run-cancelled"')
  expect(text).not.toContain('"finish_reason":"stop"')
})

test('messages without a question are refused', async () => {
  const model = await create({ deployed: true })
  const answer = await complete({ model, messages: [{ role: 'system', content: 'Be kind' }] })
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid-request'])
})

test('a question reads the flow that it is for, and none of the thousands beside it', async () => {
  const asked: unknown[] = []
  const head = { id: 'a', name: 'A', deployed: 1, is_public: 1, api_key_id: null, is_owner_only: 0 } as FlowHead
  const handlers = openAiRoutes({
    library: {
      head: async (id: string) => {
        if (id !== 'a') throw new AppError('chatflow-not-found', { id })
        return head
      },
      deployed: async (which: unknown) => {
        asked.push(which)
        return [head]
      },
    },
    gates: { admit: async ({ flowId }: { flowId: string }) => Promise.reject(new Error(`admitted ${flowId}`)) },
  } as unknown as OpenAiRouteDependencies)
  const run = (path: string, model = '') =>
    handlers
      .find(({ route }) => route.path === path)
      ?.run({ body: { model, messages }, asker: askerOf('openai', { kind: 'anonymous' }, '192.0.2.1') } as never)
  await expect(run('/chat/completions', 'a')).rejects.toThrow('admitted a')
  expect(asked).toEqual([])
  await expect(run('/chat/completions', 'A')).rejects.toThrow('admitted a')
  head.created_date = '2026-01-01'
  await run('/models')
  expect(asked).toEqual([{ name: 'A' }, { isPublic: true }])
})
