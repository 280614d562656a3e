import { expect } from 'vitest'
import { createConversation } from './conversation-flow.ts'
import { expectAgents, fillAgents } from './filled-agents.ts'
import { farMinute } from './far-minute.ts'
import type { FakeVendor } from './fake-vendor.ts'
import { createKnowledge } from './knowledge-flow.ts'
import type { TestServer } from './test-server.ts'

const CHAT = 'chat-of-the-fixture'
const DOCUMENTS = 3

/** Something of every kind that is kept, as people leave it who use the product: what a fixture of a release holds. */
export async function fillServer(server: TestServer, vendor: FakeVendor): Promise<void> {
  const send = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const answer = await server.send(method, `/api/v1${path}`, body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  vendor.script = { tokens: ['Twelve', ' lamps'] }
  const flow = await createConversation(server, { vendorUrl: vendor.url })
  await send('PUT', `/chatflows/${flow}`, { name: 'Conversation, renamed', version: 1 })
  await send('PUT', '/prices', { model: 'gpt-4o-mini', since: '2026-11-01', input: 1, output: 2 })
  await send('PUT', '/prices', { model: 'tiny', since: '2026-11-01', input: 0.1, output: 0.1 })
  await send('POST', '/limits', { scope: 'chat', period: 'month', unit: 'tokens', amount: 1_000_000 })
  const asked = await send('POST', `/prediction/${flow}`, { question: 'How many lamps?', chatId: CHAT })
  const rating = { chatflowid: flow, chatId: CHAT, messageId: asked.chatMessageId, rating: 'THUMBS_UP', content: 'Yes' }
  // What is looked at is reckoned.
  await server.send('GET', '/api/v1/spend')
  await send('POST', '/feedback', rating)
  const { items } = (await server.send('GET', `/api/v1/runs?chatflowId=${flow}`)).body
  await send('PUT', `/inbox/${items[0].id}`, { dismissed: true })
  await send('POST', '/tests/keep', { runId: items[0].id })
  await send('POST', '/leads', { chatflowid: flow, chatId: CHAT, name: 'Ann', email: 'ann@example.com' })
  await send('POST', '/variables', { name: 'city', value: 'Rome', type: 'static' })
  const tool = { name: 'add', description: 'Adds', color: '#112233', schema: '[]', func: 'return 1' }
  await send('POST', '/tools', tool)
  await send('POST', '/apikey', { keyName: 'Website', networks: ['127.0.0.0/8', '203.0.113.0/24'] })
  const knowledge = await createKnowledge(await server.listen(), { vendorUrl: vendor.url, documents: DOCUMENTS })
  await send('POST', `/vector/internal-upsert/${knowledge}`, {})
  // Its own model could use more than the limit leaves it.
  const cheaper = { period: 'month', unit: 'micro', amount: 2000, atLimit: 'cheaper', cheaperModel: 'tiny' }
  await send('POST', '/limits', { scope: 'flow', subject: knowledge, ...cheaper })
  await send('POST', `/prediction/${knowledge}`, { question: 'What is fact 1?', chatId: CHAT })
  const [, told] = (await server.send('GET', `/api/v1/chatmessage/${knowledge}`)).body
  if (told?.instead?.model !== 'tiny') throw new Error('No other model was asked for a limit')
  const { id: storeId } = await send('POST', '/document-store/store', { name: 'Handbook' })
  const source = { storeId, loaderId: 'plainText', loaderConfig: { text: 'Lamps are in the cellar.' } }
  const { id: sourceId } = await send('POST', '/document-store/loader/save', source)
  const { chunks } = await send('POST', `/document-store/loader/process/${sourceId}`, { storeId })
  await send('POST', `/document-store/tests/${storeId}`, { question: 'Where are lamps?', passageId: chunks[0].id })
  await send('PUT', `/chatflows/${knowledge}`, { access: 'owner', publish: 'hand', gate: 'warn' })
  await send('POST', `/mcp-server/${flow}`, { toolName: 'count_lamps' })
  await send('POST', '/notices', { flowId: flow, url: 'https://example.com/told', events: ['failed'] })
  await send('POST', '/triggers', {
    flowId: flow,
    kind: 'webhook',
    name: 'Shop',
    webhook: { question: 'An order came' },
  })
  await send('POST', '/triggers', {
    flowId: flow,
    kind: 'schedule',
    name: 'Yearly',
    schedule: { cron: `${farMinute()} 0 1 1 *` },
  })
  await send('POST', '/custom-mcp-servers', { name: 'Stock', serverUrl: 'https://mcp.example.com/mcp' })
  const { id: table } = await send('POST', '/data-tables', { name: 'Lamps', columns: [{ name: 'Name', type: 'text' }] })
  await send('POST', `/data-tables/${table}/rows`, { rows: [{ Name: 'Aurora' }] })
  await send('POST', '/channels', { kind: 'telegram', name: 'Lamps', flowId: flow })
  await fillAgents(server)
}

/** Everything is there, can be changed, and a conversation goes on where it was. */
export async function expectFilled(server: TestServer, vendor: FakeVendor): Promise<void> {
  const get = async (path: string) => {
    const { status, body, text } = await server.send('GET', `/api/v1${path}`)
    expect(status, text).toBe(200)
    return body
  }
  const flows = (await get('/chatflows?type=CHATFLOW')) as { id: string; name: string }[]
  expect(flows.map(({ name }) => name).sort()).toEqual(['Conversation, renamed', 'Knowledge'])
  const [flow = '', knowledge = ''] = ['Conversation, renamed', 'Knowledge'].map(
    (wanted) => flows.find(({ name }) => name === wanted)?.id,
  )
  expect(await get(`/chatmessage/${flow}?chatType=EXTERNAL&feedback=true`)).toMatchObject([
    { role: 'userMessage', content: 'How many lamps?' },
    { role: 'apiMessage', content: 'Twelve lamps', feedback: { rating: 'THUMBS_UP', content: 'Yes' } },
  ])
  expect(await get(`/leads/${flow}`)).toMatchObject([{ name: 'Ann', email: 'ann@example.com' }])
  expect(await get('/variables')).toMatchObject([{ name: 'city', value: 'Rome' }])
  expect(await get('/tools')).toMatchObject([{ name: 'add', func: 'return 1' }])
  expect(await get('/apikey')).toMatchObject([{ keyName: 'Website' }])
  expect(await get(`/upsert-history/${knowledge}`)).toHaveLength(1)
  const vectors = await server.database.query.selectFrom('vector_embedding').selectAll().execute()
  expect(vectors).toHaveLength(DOCUMENTS)

  // Releases before had no stores of documents.
  for (const store of await get('/document-store/store'))
    expect(store).toMatchObject({ status: 'SYNC', totalChunks: 1 })

  // Nor were answers kept as tests.
  for (const set of (await get('/tests')).items) expect(set).toMatchObject({ name: 'Kept answers', cases: 1 })

  // Nor were flows offered as tools.
  const offered = await get(`/mcp-server/${flow}`)
  if (offered.enabled)
    expect(offered).toMatchObject({ toolName: 'count_lamps', token: expect.stringMatching(/^\w{32}$/) })

  // Nor had flows triggers beside their Start step.
  for (const { name } of (await get(`/webhooks?flowId=${flow}`)).data) expect(name).toBe('Shop')
  // Nor were servers of others kept.
  for (const kept of await get('/custom-mcp-servers')) expect(kept).toMatchObject({ name: 'Stock', authType: 'NONE' })

  // Nor were rows kept.
  for (const kept of await get('/data-tables')) expect(kept).toMatchObject({ name: 'Lamps', rows: 1 })

  // Nor was a cheaper model asked.
  for (const { role, instead } of await get(`/chatmessage/${knowledge}`))
    if (role === 'apiMessage') expect(instead).toMatchObject({ model: 'tiny', limit: { scope: 'flow', amount: 2000 } })

  // Nor did they answer elsewhere.
  for (const channel of (await get('/channels')).data) expect(channel).toMatchObject({ name: 'Lamps', status: 'new' })

  const { items } = await get(`/runs?chatflowId=${flow}`)
  expect(items).toMatchObject([{ status: 'done', question: 'How many lamps?', answer: 'Twelve lamps' }])
  const { events } = await get(`/runs/${items[0].id}`)
  expect(events.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['run-start', 'node-start', 'node-end', 'run-end']),
  )

  // The vendor of then is gone; the key that the flow names opens, and the memory knows what was said.
  const { flowData, version } = await get(`/chatflows/${flow}`)
  const moved = { version, flowData: String(flowData).replaceAll(/http:\/\/127\.0\.0\.1:\d+\/v1/g, vendor.url) }
  expect((await server.send('PUT', `/api/v1/chatflows/${flow}`, moved)).status).toBe(200)
  expect((await get(`/chatflows/${flow}/versions`)).length).toBeGreaterThanOrEqual(2)
  vendor.script = { tokens: ['Still', ' twelve'] }
  const again = await server.send('POST', `/api/v1/prediction/${flow}`, { question: 'And now?', chatId: CHAT })
  expect(again.body, again.text).toMatchObject({ text: 'Still twelve' })
  const heard = vendor.requests.at(-1)
  expect(JSON.stringify(heard?.body.messages)).toContain('Twelve lamps')
  expect(heard?.headers.authorization).toBe('Bearer sk-test')
  await expectAgents(server)
}
