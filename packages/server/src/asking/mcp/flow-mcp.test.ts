import { Client, StreamableHTTPClientTransport, type ClientOptions } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { describeOnEveryDeployment } from '../../../testing/every-deployment.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import type { TestAnswer, TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let vendor: FakeVendor
let address: string

const offer = async (flowId: string, values: object = {}): Promise<{ token: string; toolName: string }> => {
  const { status, body, text } = await server.send('POST', `/api/v1/mcp-server/${flowId}`, values)
  expect(status, text).toBe(200)
  return body
}
const createFlow = (columns: Record<string, unknown> = {}): Promise<string> =>
  createConversation(server, { vendorUrl: vendor.url, columns })

/** The official client, in the way of before 2026-07-28 or in the way since. */
async function connect(flowId: string, token: string, options: ClientOptions = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, options)
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/api/v1/mcp/${flowId}`), { requestInit }))
  return client
}
const ways: [string, ClientOptions][] = [
  ['with a handshake', {}],
  ['without one', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
]
const post = (flowId: string, body: unknown, headers: Record<string, string> = {}): Promise<TestAnswer> =>
  server.send('POST', `/api/v1/mcp/${flowId}`, body, { 'content-type': 'application/json', ...headers })
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const runsOf = async (flowId: string): Promise<number> =>
  (await server.database.query.selectFrom('run').select('id').where('chatflow_id', '=', flowId).execute()).length

describeOnEveryDeployment('A flow as an MCP server', (start) => {
  beforeAll(async () => {
    vendor = await startFakeVendor()
    server = await start({ env: { MCP_CORS_ORIGINS: 'https://inspector.example' } })
    address = await server.listen()
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })

  test('it is off until its owner switches it on, and keeps its token while it is off again', async () => {
    const flowId = await createFlow({ name: 'Café: open?' })
    const before = await server.send('GET', `/api/v1/mcp-server/${flowId}`)
    expect(before.body).toEqual({
      enabled: false,
      token: '',
      toolName: 'cafe_open',
      description: 'Asks "Café: open?" and gives back its answer.',
      address: `http://localhost:0/api/v1/mcp/${flowId}`,
      isReachable: false,
      isPublicUrl: false,
    })
    expect((await post(flowId, list)).status).toBe(401)
    const on = await offer(flowId, { toolName: 'sizes', description: 'Knows sizes.' })
    expect(on).toMatchObject({ enabled: true, toolName: 'sizes', description: 'Knows sizes.' })
    expect(on.token).toMatch(/^[0-9a-f]{32}$/)
    const off = await server.send('PUT', `/api/v1/mcp-server/${flowId}`, { enabled: false })
    expect(off.body).toMatchObject({ enabled: false, token: on.token, toolName: 'sizes' })
    expect((await post(flowId, list, bearer(on.token))).status).toBe(401)
    const again = await server.send('PUT', `/api/v1/mcp-server/${flowId}`, { enabled: true, toolName: 'measures' })
    expect(again.body).toMatchObject({
      enabled: true,
      token: on.token,
      toolName: 'measures',
      description: 'Knows sizes.',
    })
    const stored = await server.database.query.selectFrom('flow_mcp').select('token').execute()
    expect(JSON.stringify(stored)).not.toContain(on.token)
    await server.send('DELETE', `/api/v1/mcp-server/${flowId}`)
    expect((await server.send('GET', `/api/v1/mcp-server/${flowId}`)).body).toMatchObject({ enabled: false, token: '' })
  })

  test.each(ways)('the official client lists its one tool and asks it, %s', async (_, options) => {
    const flowId = await createFlow()
    const { token } = await offer(flowId, { toolName: 'ask_shop', description: 'Knows the shop.' })
    vendor.script = { tokens: ['Hello', ' there'] }
    const client = await connect(flowId, token, options)
    const { tools } = await client.listTools()
    expect(tools).toMatchObject([
      { name: 'ask_shop', description: 'Knows the shop.', inputSchema: { required: ['question'] } },
    ])
    const progress: unknown[] = []
    const answer = await client.callTool(
      { name: 'ask_shop', arguments: { question: 'Open today?' } },
      { onprogress: (told) => progress.push(told.message) },
    )
    expect(answer.content).toEqual([{ type: 'text', text: 'Hello there' }])
    expect(vendor.requests.at(-1)?.body.messages.at(-1)).toMatchObject({ content: 'Open today?' })
    // Of how a flow is made, whoever has the token hears nothing.
    expect(new Set(progress)).toEqual(new Set(['Working on it']))
    await client.close()
    const { items } = (await server.send('GET', `/api/v1/runs?chatflowId=${flowId}`)).body
    expect(items).toMatchObject([{ status: 'done', question: 'Open today?', answer: 'Hello there' }])
  })

  test('a flow that begins with a form takes its fields, each of its type', async () => {
    const fields = [
      { type: 'string', label: 'Your name', name: 'person', addOptions: '' },
      { type: 'number', label: '', name: 'age', addOptions: '' },
      { type: 'options', label: 'Size', name: 'size', addOptions: [{ option: 'S' }, { option: 'L' }] },
    ]
    const flowId = await createAgentFlow(server, {
      steps: {
        startAgentflow_0: { startInputType: 'formInput', formTitle: 'T', formDescription: 'D', formInputTypes: fields },
        directReplyAgentflow_0: { directReplyMessage: '{{$form.person}} {{$form.age}} {{$form.size}}' },
      },
      edges: ['startAgentflow_0 > directReplyAgentflow_0'],
    })
    const { token, toolName } = await offer(flowId)
    const client = await connect(flowId, token)
    const { tools } = await client.listTools()
    expect(tools[0]?.inputSchema.properties?.['form']).toEqual({
      type: 'object',
      description: "The form's fields.",
      properties: {
        person: { type: 'string', title: 'Your name' },
        age: { type: 'number', title: 'age' },
        size: { type: 'string', enum: ['S', 'L'], title: 'Size' },
      },
      required: ['person', 'age', 'size'],
    })
    const call = (form: unknown) => client.callTool({ name: toolName, arguments: { form } })
    expect((await call({ person: 'Ann', age: 7, size: 'L' })).content).toEqual([{ type: 'text', text: 'Ann 7 L' }])
    for (const [form, why] of [
      [{ person: 'Ann', age: 'seven', size: 'L' }, 'form.age: Give a number.'],
      [{ person: 'Ann', age: 7, size: 'XL' }, 'form.size: Give one of: S, L.'],
      ['Ann', 'form: Give an object with the fields of the form.'],
    ] as const) {
      expect(await call(form)).toMatchObject({ isError: true, content: [{ text: why }] })
    }
    expect(await runsOf(flowId)).toBe(1)
    await client.close()
  })

  test.each(ways)('the questions that a flow suggests are prompts, %s', async (_, options) => {
    const chatbotConfig = JSON.stringify({
      starterPrompts: { 0: { prompt: ' When do you open? ' }, 1: { prompt: '' } },
    })
    const flowId = await createFlow({ chatbotConfig })
    const { token } = await offer(flowId, { enabled: true })
    const client = await connect(flowId, token, options)
    expect((await client.listPrompts()).prompts).toEqual([{ name: 'starter-1', title: 'When do you open?' }])
    expect((await client.getPrompt({ name: 'starter-1' })).messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'When do you open?' } },
    ])
    await expect(client.getPrompt({ name: 'starter-2' })).rejects.toThrow('There is no prompt of this name.')
    await client.close()
  })

  test('a tool takes no overrides, and says so', async () => {
    const flowId = await createFlow()
    const { token, toolName } = await offer(flowId)
    const client = await connect(flowId, token)
    const given = { question: 'Hi', overrideConfig: { temperature: 0.2 } }
    expect(await client.callTool({ name: toolName, arguments: given })).toMatchObject({
      isError: true,
      content: [{ text: 'overrideConfig: This tool takes no overrides. Leave it out.' }],
    })
    expect(await runsOf(flowId)).toBe(0)
    await client.close()
  })

  test('a failure is told to the model, and nothing of how the flow is made', async () => {
    const flowId = await createFlow()
    const { token, toolName } = await offer(flowId)
    vendor.script = { tokens: [], status: 401 }
    const client = await connect(flowId, token)
    const answer = await client.callTool({ name: toolName, arguments: { question: 'Hi' } })
    expect(answer).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^This chat isn't set up correctly/) }],
    })
    await client.close()
  })

  test('a client that leaves takes its question with it', async () => {
    const flowId = await createFlow()
    const { token, toolName } = await offer(flowId)
    vendor.script = { tokens: ['Half', ' of it'], holdAfter: 1 }
    const asked = vendor.requests.length
    const client = await connect(flowId, token)
    const leave = new AbortController()
    const call = client.callTool({ name: toolName, arguments: { question: 'Hi' } }, { signal: leave.signal })
    call.catch(() => undefined)
    await expect.poll(() => vendor.requests.length).toBe(asked + 1)
    leave.abort()
    await expect(call).rejects.toThrow(/abort/i)
    await client.close()
    await vi.waitFor(
      async () => {
        const { items } = (await server.send('GET', `/api/v1/runs?chatflowId=${flowId}`)).body
        expect(items[0]?.status).not.toMatch(/running|queued/)
      },
      { timeout: 60_000 },
    )
  })

  test('only its own token opens it; another flow’s, an older one and an API key do not', async () => {
    const [flowId, other] = [await createFlow(), await createFlow()]
    const { token } = await offer(flowId)
    const foreign = await offer(other)
    const { apiKey } = (await server.send('POST', '/api/v1/apikey', { keyName: 'Key', permissions: ['manage'] })).body
    const fresh = (await server.send('POST', `/api/v1/mcp-server/${flowId}/refresh`)).body.token
    for (const headers of [{}, bearer(token), bearer(foreign.token), bearer(apiKey), bearer(`${fresh}0`)]) {
      expect((await post(flowId, list, headers)).status).toBe(401)
    }
    expect((await post(flowId, list, bearer(fresh))).status).toBe(200)
    await server.send('PUT', `/api/v1/chatflows/${other}`, { access: 'owner' })
    expect((await post(other, list, bearer(foreign.token))).status).toBe(401)
    await server.send('PUT', `/api/v1/chatflows/${other}`, { access: 'open' })
    expect((await post(other, list, bearer(foreign.token))).status).toBe(200)
    const gone = (await server.send('POST', `/api/v1/mcp-server/${await createFlow()}/refresh`)).body
    expect(gone.code).toBe('mcp-off')
    for (let guess = 0; guess < 20; guess += 1) await post(flowId, list, bearer(`guess ${guess}`))
    expect((await post(flowId, list, bearer('one more'))).status).toBe(429)
    // From the same address, but with the token.
    expect((await post(flowId, list, bearer(fresh))).status).toBe(200)
  })
})
