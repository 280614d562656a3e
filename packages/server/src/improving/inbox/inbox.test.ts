import { afterEach, beforeEach, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { createKnowledge } from '../../../testing/knowledge-flow.ts'
import { retrieverFlow } from '../../../testing/retriever-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { EXPENSIVE_TOKENS, SLOW_MS } from '../../runs/listing/listing-store.ts'

describeOnBothDatabases('The inbox', (start) => {
  let server: TestServer
  let vendor: FakeVendor
  let flow: string

  beforeEach(async () => {
    vendor = await startFakeVendor()
    server = await start()
    flow = await createConversation(server, { vendorUrl: vendor.url, inputs: { chatOpenAI_0: { timeout: 20_000 } } })
  })
  afterEach(async () => {
    await server.close()
    await vendor.close()
  })

  const ask = async (question: string, change: object = {}) => {
    const { body } = await server.send('POST', `/api/v1/prediction/${flow}`, { question, chatId: question })
    const runs = (await server.send('GET', `/api/v1/runs?chatflowId=${flow}`)).body.items
    const run = runs.find((each: { question: string }) => each.question === question)
    if (Object.keys(change).length > 0) {
      await server.database.query.updateTable('run').set(change).where('id', '=', run.id).execute()
    }
    return { messageId: body.chatMessageId, runId: run.id as string }
  }
  const list = async (query = '') => (await server.send('GET', `/api/v1/inbox${query}`)).body
  const noticed = async (query = '') =>
    (await list(query)).items.map(({ question, reasons }: Record<string, unknown>) => [question, reasons])

  test('holds what was rated down, failed, came to a limit, took long or cost much, and nothing else', async () => {
    await ask('Well answered')
    const rated = await ask('Rated')
    const rating = { chatflowid: flow, chatId: 'Rated', messageId: rated.messageId, rating: 'THUMBS_DOWN' }
    expect((await server.send('POST', '/api/v1/feedback', { ...rating, content: 'Wrong hours' })).status).toBe(200)
    await ask('Slow', { duration_ms: SLOW_MS })
    await ask('Nearly slow', { duration_ms: SLOW_MS - 1 })
    await ask('Dear', { input_tokens: EXPENSIVE_TOKENS - 10, output_tokens: 10 })
    await ask('Tried only', { is_draft: 1, duration_ms: SLOW_MS })
    await ask('Long ago', { duration_ms: SLOW_MS, created_date: '2020-01-01T00:00:00.000Z' })
    vendor.script = { tokens: [], status: 401 }
    await ask('Locked out')
    vendor.script = { tokens: [], status: 429 }
    await ask('Too often')

    expect(await noticed()).toEqual([
      ['Too often', ['limit']],
      ['Locked out', ['failed']],
      ['Dear', ['expensive']],
      ['Slow', ['slow']],
      ['Rated', ['rated-down']],
    ])
    for (const [reason, question] of [
      ['limit', 'Too often'],
      ['failed', 'Locked out'],
      ['expensive', 'Dear'],
      ['slow', 'Slow'],
      ['rated-down', 'Rated'],
    ]) {
      expect(await noticed(`?reason=${reason}`)).toEqual([[question, [reason]]])
    }
    expect(await noticed('?flowId=another')).toEqual([])
    const { items, week } = await list()
    expect(week).toEqual({ now: 5, before: 0 })
    expect(items.at(-1)).toMatchObject({ said: 'Wrong hours', flowName: 'Conversation', runId: rated.runId })
  }, 60_000)

  test('holds an answer whose searches found no passage, and not one that found some', async () => {
    const knowledge = await createKnowledge(await server.listen(), { vendorUrl: vendor.url, documents: 2 })
    const question = (asked: string) => server.send('POST', `/api/v1/prediction/${knowledge}`, { question: asked })
    await question('Nothing is loaded yet')
    expect((await server.send('POST', `/api/v1/vector/upsert/${knowledge}`, {})).body).toMatchObject({ numAdded: 2 })
    await question('Now there is something')
    expect(await noticed()).toEqual([['Nothing is loaded yet', ['found-nothing']]])
    expect(await noticed('?reason=found-nothing')).toHaveLength(1)
    expect((await list()).items[0].stores).toEqual([])
  })

  test('names the stores of documents in which an answer found nothing, and no other store', async () => {
    const send = async (path: string, body: object) => (await server.send('POST', `/api/v1${path}`, body)).body
    const credential = (await server.send('GET', '/api/v1/credentials')).body[0].id
    const makeStore = async (name: string) => (await send('/document-store/store', { name })).id as string
    const storeId = await makeStore('Handbook')
    await makeStore('Unused')
    const embeddingConfig = { credential, basepath: vendor.url }
    const embeddingName = 'openAIEmbeddings'
    await send('/document-store/vectorstore/save', { storeId, embeddingName, embeddingConfig })
    const loaderConfig = { text: 'Lamps are in the cellar.' }
    await send('/document-store/loader/save', { storeId, loaderId: 'plainText', loaderConfig })
    await send(`/document-store/refresh/${storeId}`, {})
    const drawn = retrieverFlow(`${storeId}:Handbook`)
    Object.assign(drawn.nodes[1]?.data.inputs ?? {}, { retrieverFilter: { floor: 'attic' } })
    const made = await send('/chatflows', { name: 'Finder', type: 'AGENTFLOW', flowData: JSON.stringify(drawn) })
    await send(`/prediction/${made.id}`, { question: 'Where are the lamps?' })
    await ask('Slow', { duration_ms: SLOW_MS })
    expect((await list()).items).toMatchObject([
      { question: 'Slow', stores: [] },
      { question: 'Where are the lamps?', flowName: 'Finder', stores: [{ id: storeId, name: 'Handbook' }] },
    ])
  })

  test('what was looked at is out of it, can be put back, and stays in the figure of the week', async () => {
    const first = await ask('First', { duration_ms: SLOW_MS })
    await ask('Second', { duration_ms: SLOW_MS })
    const put = (runId: string, dismissed: boolean) => server.send('PUT', `/api/v1/inbox/${runId}`, { dismissed })
    expect((await put(first.runId, true)).body).toEqual({ dismissed: true })
    expect((await put(first.runId, true)).status).toBe(200)
    expect(await noticed()).toEqual([['Second', ['slow']]])
    expect((await list()).week.now).toBe(2)
    await put(first.runId, false)
    expect(await noticed()).toHaveLength(2)
    const page = await list('?limit=1')
    expect(page.items).toHaveLength(1)
    expect((await list(`?limit=1&cursor=${page.nextCursor}`)).items[0].question).toBe('First')
    expect((await put('none', true)).status).toBe(404)
  })
})
