import { afterEach, beforeEach, expect, test } from 'vitest'
import { createConversation } from '../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../testing/fake-vendor.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

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

test('each deployed flow that the caller may ask is a model', async () => {
  const key = (await server.send('POST', '/api/v1/apikey', { keyName: 'Key' })).body
  const open = await create({ deployed: true, name: 'Open' })
  const closed = await create({ deployed: true, name: 'Closed', apikeyid: key.id })
  await create({ name: 'Draft' })
  const ids = async (headers: Record<string, string> = {}) =>
    (await server.send('GET', '/v1/models', undefined, headers)).body.data.map(({ id }: { id: string }) => id).sort()
  expect(await ids()).toEqual([open])
  expect(await ids({ authorization: `Bearer ${key.apiKey}` })).toEqual([open, closed].sort())
  const messages = [{ role: 'user', content: 'Hi' }]
  expect((await complete({ model: closed, messages })).status).toBe(401)
  expect((await complete({ model: 'Draft', messages })).status).toBe(404)
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

test('messages without a question are refused', async () => {
  const model = await create({ deployed: true })
  const answer = await complete({ model, messages: [{ role: 'system', content: 'Be kind' }] })
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid-request'])
})
