import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { testServer, type TestAnswer, type TestServer } from '../../../testing/test-server.ts'
import { REVISION, REVISION_KEY } from './mcp-message.ts'

let server: TestServer
let vendor: FakeVendor
let flowId: string
let token: string

beforeAll(async () => {
  vendor = await startFakeVendor()
  server = await testServer({ env: { MCP_CORS_ORIGINS: 'https://inspector.example' } })
  const apiConfig = JSON.stringify({
    rateLimit: { status: true, limitMax: 3, limitDuration: 600, limitMsg: 'Slow down' },
  })
  flowId = await createConversation(server, { vendorUrl: vendor.url, columns: { apiConfig } })
  token = (await server.send('POST', `/api/v1/mcp-server/${flowId}`, { toolName: 'ask' })).body.token
})
afterAll(async () => {
  await server.close()
  await vendor.close()
})

const json = { 'content-type': 'application/json' }
const post = (body: unknown, headers: Record<string, string> = {}): Promise<TestAnswer> =>
  server.send('POST', `/api/v1/mcp/${flowId}`, body, { ...json, authorization: `Bearer ${token}`, ...headers })
const request = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 7, method, params })
const ask = (question: unknown = 'Hi') => request('tools/call', { name: 'ask', arguments: { question } })
const asked = async (): Promise<number> => (await server.database.query.selectFrom('run').select('id').execute()).length

test.each([
  ['text that is not JSON', '{"jsonrpc": "2.0", ', -32_700],
  ['JSON that nests without end', '['.repeat(5000), -32_700],
  ['more values than anybody means', JSON.stringify({ list: Array.from({ length: 100_001 }, () => 0) }), -32_700],
  ['several at once', JSON.stringify([ask(), ask()]), -32_600],
  ['a bare value', '7', -32_600],
  ['another protocol', JSON.stringify({ id: 1, method: 'tools/list' }), -32_600],
  ['an id that is none', JSON.stringify({ ...ask(), id: { a: 1 } }), -32_600],
  ['a method that is none', JSON.stringify({ ...ask(), method: 7 }), -32_600],
  ['params that are none', JSON.stringify({ ...ask(), params: [1] }), -32_602],
])('%s is refused as such, and runs nothing', async (_, body, code) => {
  const answer = await post(body)
  expect([answer.status, answer.body.error.code]).toEqual([400, code])
  expect(await asked()).toBe(0)
})

test('what is larger than any question, or no JSON, is not even read', async () => {
  expect((await post(JSON.stringify(ask('x'.repeat(3 * 1024 ** 2))))).status).toBe(413)
  expect((await post('question=Hi', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415)
  expect((await post('Hi', { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await post('')).status).toBe(415)
  expect(await asked()).toBe(0)
})

test('it keeps no sessions: other methods are told what there is', async () => {
  for (const method of ['GET', 'DELETE'] as const) {
    const { status, headers } = await server.send(method, `/api/v1/mcp/${flowId}`)
    expect([status, headers['allow']]).toEqual([405, 'POST'])
  }
})

test('notices are heard in silence; what nobody knows has an answer', async () => {
  const heard = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
  expect([heard.status, heard.text]).toEqual([202, ''])
  expect((await post({ jsonrpc: '2.0', id: 1, result: {} })).status).toBe(202)
  expect((await post(request('ping'))).body).toEqual({ jsonrpc: '2.0', id: 7, result: {} })
  const unknown = await post(request('resources/list'))
  expect([unknown.status, unknown.body.error.code]).toEqual([200, -32_601])
  expect((await post(request('tools/call', { name: 'other' }))).body.error).toEqual({
    code: -32_602,
    message: 'There is no tool of this name. There is: ask.',
  })
  expect((await post(request('tools/call', { name: 'ask', arguments: 'Hi' }))).body.error.code).toBe(-32_602)
  for (const question of ['', ' ', 7, 'x'.repeat(100_001)]) {
    expect((await post(ask(question))).body.result).toMatchObject({ isError: true })
  }
  expect(await asked()).toBe(0)
})

test('a revision that is known is agreed on, and another answered with ours', async () => {
  const initialize = async (protocolVersion: string) =>
    (await post(request('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'a', version: '1' } })))
      .body.result
  expect(await initialize('2025-06-18')).toMatchObject({
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'chatwright', title: 'Conversation' },
  })
  expect(await initialize('1999-01-01')).toMatchObject({ protocolVersion: '2025-11-25' })
  const other = await post(request('tools/list'), { 'mcp-protocol-version': '1999-01-01' })
  expect([other.status, other.body.error.code, other.body.error.data.requested]).toEqual([400, -32_022, '1999-01-01'])
})

test('since 2026-07-28 the headers must say what the body says', async () => {
  const enveloped = (method: string, params: object = {}, revision = REVISION) =>
    request(method, { ...params, _meta: { [REVISION_KEY]: revision } })
  const headers = { 'mcp-protocol-version': REVISION, 'mcp-method': 'tools/list' }
  expect((await post(enveloped('tools/list'), headers)).body.result).toMatchObject({
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: 'private',
  })
  const call = enveloped('tools/call', { name: 'ask', arguments: { question: 'Hi' } })
  for (const [body, sent, code] of [
    [enveloped('tools/list'), { 'mcp-protocol-version': REVISION }, -32_020],
    [enveloped('tools/list'), { 'mcp-method': 'tools/list' }, -32_020],
    [call, headers, -32_020],
    [call, { ...headers, 'mcp-method': 'tools/call', 'mcp-name': 'other' }, -32_020],
    [enveloped('tools/list', {}, '2099-01-01'), headers, -32_022],
    [request('tools/list'), headers, -32_602],
  ] as const) {
    const answer = await post(body, sent)
    expect([answer.status, answer.body.error.code]).toEqual([400, code])
  }
  const name = `=?base64?${Buffer.from('ask').toString('base64')}?=`
  const named = await post(call, { ...headers, 'mcp-method': 'tools/call', 'mcp-name': name })
  expect(named.body.result).toMatchObject({ content: [{ text: 'Hello there' }] })
  const unknown = await post(enveloped('ping'), { ...headers, 'mcp-method': 'ping' })
  expect([unknown.status, unknown.body.error.code]).toEqual([404, -32_601])
})

test('a page of another site uses it where it is listed only', async () => {
  const from = async (origin: string) => (await post(request('ping'), { origin })).status
  expect(await from('http://localhost')).toBe(200)
  expect(await from('https://inspector.example')).toBe(200)
  expect(await from('https://evil.example')).toBe(403)
  expect(await from('null')).toBe(403)
})

test('the limit of the flow counts, and the model is told to wait', async () => {
  const before = await asked()
  const answers = []
  for (let times = 0; times < 4; times += 1) answers.push((await post(ask())).body.result)
  expect(answers.at(-1)).toEqual({ content: [{ type: 'text', text: 'Slow down' }], isError: true })
  expect((await asked()) - before).toBeLessThan(4)
})
