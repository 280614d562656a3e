import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chosenModel, createAgentFlow } from '../testing/agent-flow.ts'
import { createConversation } from '../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../testing/fake-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let vendor: FakeVendor

const ask = (flowId: string, body: object = {}) =>
  server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hi', ...body })
const limit = async (body: object): Promise<string> => {
  const made = await server.send('POST', '/api/v1/limits', body)
  expect(made.status, made.text).toBe(200)
  return String(made.body.id)
}
const ledgers = (id: string) =>
  server.database.query.selectFrom('ledger').selectAll().where('limit_id', '=', id).execute()
const use = (id: string, used: number) =>
  server.database.query.updateTable('ledger').set({ used }).where('limit_id', '=', id).execute()
const newestRun = async (flowId: string) =>
  (await server.send('GET', `/api/v1/runs?chatflowId=${flowId}&limit=1`)).body.items[0]
const waitsOf = async (flowId: string) => (await server.send('GET', `/api/v1/waits?chatflowId=${flowId}`)).body.items
const decide = (waitId: string, type: string) => server.send('POST', `/api/v1/waits/${waitId}/decision`, { type })
const askedModels = () => vendor.requests.map(({ body }) => (body as { model: string }).model)

/** A step that asks a model, and one that repeats what it said. */
async function twoSteps(): Promise<string> {
  return createAgentFlow(server, {
    steps: {
      llmAgentflow_0: {
        llmModel: 'chatOpenAI',
        llmModelConfig: { llmModel: 'chatOpenAI', ...(await chosenModel(server, vendor.url)), maxTokens: 100 },
        llmMessages: [{ role: 'system', content: '<p>Answer {{ question }}</p>' }],
        llmEnableMemory: false,
      },
      directReplyAgentflow_0: { directReplyMessage: 'Said: {{llmAgentflow_0}}' },
    },
    edges: ['startAgentflow_0 > llmAgentflow_0', 'llmAgentflow_0 > directReplyAgentflow_0'],
  })
}

/** At most 60 for what its model writes, and some for what it reads. */
const smallTalk = () =>
  createConversation(server, { vendorUrl: vendor.url, inputs: { chatOpenAI_0: { maxTokens: 100 } } })
const CHEAPER = { period: 'day', unit: 'micro', atLimit: 'cheaper', cheaperModel: 'tiny' } as const

describeOnBothDatabases('At a limit', (start) => {
  beforeAll(async () => {
    ;[vendor, server] = await Promise.all([startFakeVendor(), start()])
    await server.send('PUT', '/api/v1/prices', { model: 'tiny', since: '2020-01-01', input: 0.1, output: 0.1 })
  })
  beforeEach(async () => {
    vendor.requests.length = 0
    vendor.script = { tokens: ['Hello', ' there'] }
    const { body } = await server.send('GET', '/api/v1/limits')
    for (const { id } of body.items) await server.send('DELETE', `/api/v1/limits/${id}`)
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })

  test('a cheaper model answers from four fifths on, the trace says in whose place, and then the run stops', async () => {
    const flowId = await smallTalk()
    const id = await limit({ scope: 'flow', subject: flowId, amount: 250, ...CHEAPER })
    await ask(flowId)
    await use(id, 140)
    const answer = await ask(flowId)
    expect(answer.body.text).toBe('Hello there')
    expect(askedModels()).toEqual(['gpt-4o-mini', 'tiny'])
    const { id: runId } = await newestRun(flowId)
    const { body: trace } = await server.send('GET', `/api/v1/runs/${runId}`)
    expect(JSON.stringify(trace)).toContain('"model":"tiny","insteadOf":"gpt-4o-mini"')
    const { body: spend } = await server.send('GET', `/api/v1/spend?chatflowId=${flowId}`)
    expect(spend.models).toMatchObject([
      { id: 'gpt-4o-mini', calls: 1 },
      { id: 'tiny', calls: 1 },
    ])
    // Told again from the record, whoever answered then.
    const replayed = await server.send('POST', `/api/v1/runs/${runId}/replay`, { mode: 'replay' })
    expect(replayed.body, replayed.text).toMatchObject({ status: 'done', text: 'Hello there' })
    expect(vendor.requests).toHaveLength(2)
    await use(id, 249)
    await ask(flowId)
    expect(vendor.requests).toHaveLength(2)
    expect(await newestRun(flowId)).toMatchObject({ status: 'failed', fault: { code: 'quota' } })
    expect(await ledgers(id)).toMatchObject([{ used: 249, reserved: 0 }])
  })

  test('many at once stay below it with both models, each within its part', async () => {
    const flowId = await smallTalk()
    const id = await limit({ scope: 'instance', amount: 400, ...CHEAPER })
    vendor.script = { tokens: Array.from({ length: 80 }, () => 'word ') }
    await Promise.all(Array.from({ length: 40 }, (_, index) => ask(flowId, { chatId: `many-${index}` })))
    const [row] = await ledgers(id)
    expect(new Set(askedModels())).toEqual(new Set(['gpt-4o-mini', 'tiny']))
    expect(row?.used).toBeLessThanOrEqual(400)
    expect(row?.reserved).toBe(0)
    // 7 read and 80 written at their prices.
    expect(askedModels().filter((model) => model === 'gpt-4o-mini').length * 49).toBeLessThanOrEqual(320)
  })

  test('a run with steps waits, whoever talks with it cannot decide, and it goes on when more is allowed', async () => {
    const flowId = await twoSteps()
    const id = await limit({ scope: 'flow', period: 'day', unit: 'tokens', amount: 10, atLimit: 'ask' })
    const rested = await ask(flowId, { chatId: 'c1' })
    expect(rested.body.text).toContain('goes on when those who run the server allow more')
    expect(rested.body.action).toBeUndefined()
    expect(vendor.requests).toHaveLength(0)
    expect(await newestRun(flowId)).toMatchObject({ status: 'waiting' })
    const [wait] = await waitsOf(flowId)
    expect(wait.question).toMatchObject({ kind: 'limit', buttons: [{ type: 'proceed' }, { type: 'reject' }] })
    const byVisitor = { type: 'proceed', startNodeId: 'llmAgentflow_0' }
    expect((await ask(flowId, { chatId: 'c1', humanInput: byVisitor })).status).toBe(404)
    expect((await ask(flowId, { chatId: 'c1', humanInput: { ...byVisitor, id: wait.id } })).status).toBe(404)
    expect((await decide(wait.id, 'proceed')).body).toEqual({ status: 'gone-on' })
    await vi.waitFor(async () => expect(await newestRun(flowId)).toMatchObject({ status: 'done' }), 60_000)
    const { body: messages } = await server.send('GET', `/api/v1/chatmessage/${flowId}?chatId=c1`)
    expect(messages.at(-1).content).toContain('Said: Hello there')
    expect(vendor.requests).toHaveLength(1)
    expect(await ledgers(id)).toMatchObject([{ used: 9, reserved: 0, allowed: expect.any(Number) }])
    // It is used up again: another is asked for, and what was said no to is not tried.
    await use(id, 1_000_000)
    await ask(flowId, { chatId: 'c2' })
    const [again] = await waitsOf(flowId)
    await decide(again.id, 'reject')
    await use(id, 0)
    await vi.waitFor(async () => expect(await newestRun(flowId)).toMatchObject({ status: 'failed' }), 60_000)
    expect(vendor.requests).toHaveLength(1)
  })

  test('of several that wait for the same, one who is allowed makes room for all', async () => {
    const flowId = await twoSteps()
    const id = await limit({ scope: 'flow', period: 'day', unit: 'tokens', amount: 100_000, atLimit: 'ask' })
    await ask(flowId)
    await use(id, 100_000)
    await Promise.all(['a', 'b', 'c'].map((chatId) => ask(flowId, { chatId })))
    const waits = await waitsOf(flowId)
    expect(waits).toHaveLength(3)
    await Promise.all(waits.map((wait: { id: string }) => decide(wait.id, 'proceed')))
    await vi.waitFor(() => expect(vendor.requests).toHaveLength(4), 60_000)
    expect(await ledgers(id)).toMatchObject([{ allowed: 100_000 }])
  })

  test('a run that cannot wait ends with a reason, and more is allowed on the screen, once', async () => {
    const flowId = await smallTalk()
    const id = await limit({ scope: 'flow', period: 'day', unit: 'tokens', amount: 1000, atLimit: 'ask' })
    expect((await ask(flowId)).status).toBe(200)
    await use(id, 1000)
    await ask(flowId)
    expect((await newestRun(flowId)).fault).toMatchObject({
      code: 'quota',
      hint: expect.stringContaining('Allow more'),
    })
    const { body } = await server.send('GET', '/api/v1/limits')
    expect(body.items).toMatchObject([{ id, atLimit: 'ask', asking: [{ subject: flowId, allowed: 0, wanted: 1000 }] }])
    const { used: _, ...asking } = body.items[0].asking[0]
    const allow = () => server.send('POST', `/api/v1/limits/${id}/allow`, asking)
    expect((await allow()).body).toEqual({ isAllowed: true })
    expect((await allow()).body).toEqual({ isAllowed: false })
    expect((await server.send('GET', '/api/v1/limits')).body.items[0].asking).toEqual([])
    expect((await ask(flowId)).status).toBe(200)
    expect((await server.send('POST', '/api/v1/limits/nobody/allow', asking)).body).toEqual({ isAllowed: false })
  })

  test('what makes no sense is refused by name', async () => {
    const base = { scope: 'instance', period: 'day', unit: 'micro', amount: 1 }
    for (const wrong of [
      { ...base, atLimit: 'cheaper' },
      { ...base, cheaperModel: 'tiny' },
      { ...base, atLimit: 'cheaper', cheaperModel: 'tiny', unit: 'tokens' },
      { ...base, scope: 'tests', atLimit: 'ask' },
    ]) {
      expect((await server.send('POST', '/api/v1/limits', wrong)).status).toBe(400)
    }
  })
})
