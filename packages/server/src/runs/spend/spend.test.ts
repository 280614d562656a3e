import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { roomInDay } from '../../../testing/room-in-day.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let vendor: FakeVendor

const ask = (flowId: string, body: object = {}, headers: Record<string, string> = {}) =>
  server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hi', ...body }, headers)
const limit = async (body: object): Promise<string> => {
  const made = await server.send('POST', '/api/v1/limits', body)
  expect(made.status, made.text).toBe(200)
  return String(made.body.id)
}
const ledgers = () => server.database.query.selectFrom('ledger').selectAll().execute()
const holds = () => server.database.query.selectFrom('ledger_hold').selectAll().execute()

/** Seven tokens are read and two written at each call. */
const CALL_TOKENS = 9
const CALL_MICRO = Math.round(7 * 0.15 + 2 * 0.6)

describeOnBothDatabases('Spend', (start) => {
  beforeAll(async () => {
    ;[vendor, server] = await Promise.all([startFakeVendor(), start()])
  })
  beforeEach(async () => {
    await roomInDay()
    vendor.requests.length = 0
    vendor.script = { tokens: ['Hello', ' there'] }
    const { body } = await server.send('GET', '/api/v1/limits')
    for (const { id } of body.items) await server.send('DELETE', `/api/v1/limits/${id}`)
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })

  test('what runs cost is known by run, day, flow, node and model', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    await ask(flowId)
    await ask(flowId)
    const { body, status, text } = await server.send('GET', `/api/v1/spend?days=7&chatflowId=${flowId}`)
    expect(status, text).toBe(200)
    const sum = {
      calls: 2,
      unpricedCalls: 0,
      inputTokens: 14,
      outputTokens: 4,
      seconds: 0,
      characters: 0,
      priceMicro: 2 * CALL_MICRO,
    }
    expect(body.total).toEqual(sum)
    expect(body.days).toHaveLength(7)
    expect(body.days.at(-1)).toMatchObject(sum)
    expect(body.flows).toEqual([{ ...sum, id: flowId, name: 'Conversation' }])
    expect(body.nodes).toMatchObject([{ id: 'chatOpenAI_0', name: 'ChatOpenAI', chatflowId: flowId, ...sum }])
    expect(body.models).toMatchObject([{ id: 'gpt-4o-mini', ...sum }])
    const { body: runs } = await server.send('GET', `/api/v1/runs?chatflowId=${flowId}`)
    expect(runs.items.map(({ priceMicro }: { priceMicro: number }) => priceMicro)).toEqual([CALL_MICRO, CALL_MICRO])
    const [first] = body.nodes
    expect(first).toMatchObject({ medianMicro: CALL_MICRO, p95Micro: CALL_MICRO })
    // Once, however often it is looked at.
    expect((await server.send('GET', `/api/v1/spend?days=7&chatflowId=${flowId}`)).body.total).toEqual(sum)
  })

  test('what suggestions cost is counted, also where somebody looks while they are thought of', async () => {
    const chatbotConfig = JSON.stringify({ followUpPrompts: { status: true } })
    const flowId = await createConversation(server, { vendorUrl: vendor.url, columns: { chatbotConfig } })
    const calls = async () =>
      (await server.send('GET', `/api/v1/spend?days=1&chatflowId=${flowId}`)).body.total.calls as number
    let goOn = (): void => undefined
    const beforeToken = () => new Promise<void>((resolve) => (goOn = resolve))
    vendor.upcoming = [{ tokens: ['Hello'] }, { tokens: ['["Who are you?"]'], beforeToken }]
    const answer = ask(flowId)
    await expect.poll(() => vendor.requests.length).toBe(2)
    expect(await calls()).toBe(0)
    goOn()
    expect((await answer).body.followUpPrompts).toBeDefined()
    expect(await calls()).toBe(2)
  })

  test('a node tells what most of its calls cost, and not what the dearest did', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    const words = (count: number) => ({ tokens: Array.from({ length: count }, () => 'word ') })
    // What is written counts: 20 words, and once 500.
    for (let call = 0; call < 24; call += 1) {
      vendor.script = words(call === 7 ? 500 : 20)
      await ask(flowId)
    }
    const costOf = (written: number) => Math.round(7 * 0.15 + written * 0.6)
    const { body } = await server.send('GET', `/api/v1/spend?days=1&chatflowId=${flowId}`)
    expect(body.nodes).toMatchObject([{ calls: 24, medianMicro: costOf(20), p95Micro: costOf(20) }])
    expect(body.nodes[0].priceMicro).toBe(23 * costOf(20) + costOf(500))
    vendor.script = words(500)
    await ask(flowId)
    const later = await server.send('GET', `/api/v1/spend?days=1&chatflowId=${flowId}`)
    // Two of 25 by now: more than one in twenty.
    expect(later.body.nodes[0].medianMicro).toBe(costOf(20))
    expect(later.body.nodes[0].p95Micro / costOf(500)).toBeCloseTo(1, 1)
  })

  test('a call without a price counts for no median', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    const { body: flow } = await server.send('GET', `/api/v1/chatflows/${flowId}`)
    const flowData = String(flow.flowData).replaceAll('"gpt-4o-mini"', '"without-price"')
    await server.send('PUT', `/api/v1/chatflows/${flowId}`, { flowData })
    await ask(flowId)
    const { body } = await server.send('GET', `/api/v1/spend?days=1&chatflowId=${flowId}`)
    expect(body.nodes).toMatchObject([{ calls: 1, unpricedCalls: 1, medianMicro: null, p95Micro: null }])
  })

  test('an own price of a model that speaks is told in its unit before the model was asked', async () => {
    const since = '2020-01-01'
    for (const [model, unit] of [
      ['my-ear', 'seconds'],
      ['my-voice', 'characters'],
      ['my-mind', 'tokens'],
    ])
      await server.send('PUT', '/api/v1/prices', { model, since, input: 30, output: 0, unit })
    const { units } = (await server.send('GET', '/api/v1/prices')).body
    expect(units).toMatchObject({ 'my-ear': 'seconds', 'my-voice': 'characters', 'whisper-1': 'seconds' })
    expect(units).not.toHaveProperty('my-mind')
    // A mistake is mended by setting it again.
    await server.send('PUT', '/api/v1/prices', { model: 'my-ear', since, input: 30, output: 1, unit: 'tokens' })
    expect((await server.send('GET', '/api/v1/prices')).body.units).not.toHaveProperty('my-ear')
    // The newest says which unit it is.
    const later = { model: 'my-voice', since: '2021-01-01', input: 30, output: 1, unit: 'tokens' }
    await server.send('PUT', '/api/v1/prices', later)
    expect((await server.send('GET', '/api/v1/prices')).body.units).not.toHaveProperty('my-voice')
    const wrong = await server.send('PUT', '/api/v1/prices', {
      model: 'my-ear',
      since,
      input: 1,
      output: 0,
      unit: 'miles',
    })
    expect(wrong.status).toBe(400)
    for (const model of ['my-ear', 'my-voice', 'my-mind'])
      await server.send('DELETE', `/api/v1/prices?model=${model}&since=${since}`)
  })

  test('who reckons at the same moment counts each run once', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    await Promise.all(Array.from({ length: 10 }, () => ask(flowId)))
    const looks = await Promise.all(
      Array.from({ length: 4 }, () => server.send('GET', `/api/v1/spend?days=7&chatflowId=${flowId}`)),
    )
    expect(looks.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { body } = await server.send('GET', `/api/v1/spend?days=7&chatflowId=${flowId}`)
    expect(body.total).toMatchObject({ calls: 10, priceMicro: 10 * CALL_MICRO })
  })

  test('a key is told apart by what it asked', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    const { body: key } = await server.send('POST', '/api/v1/apikey', { keyName: 'Shop' })
    const made = Array.isArray(key) ? key.at(-1) : key
    await ask(flowId, {}, { authorization: `Bearer ${made.apiKey}` })
    await ask(flowId)
    const { body } = await server.send('GET', `/api/v1/spend?chatflowId=${flowId}`)
    expect(body.keys).toMatchObject([{ name: 'Shop', calls: 1 }])
    expect(body.total.calls).toBe(2)
  })

  test('a price that is set here holds from its day on, and a model without one is named', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    const price = { model: 'gpt-4o-mini', since: '2020-01-01', input: 1000, output: 0 }
    expect((await server.send('PUT', '/api/v1/prices', price)).body).toMatchObject({ isOwn: true, cachedInput: 1000 })
    const { body: prices } = await server.send('GET', '/api/v1/prices')
    expect(prices.items.filter(({ model }: { model: string }) => model === 'gpt-4o-mini')).toHaveLength(2)
    const forgotten = await server.send('DELETE', '/api/v1/prices?model=gpt-4o-mini&since=2020-01-01')
    expect(forgotten.body).toEqual({ isDeleted: true })
    const { body: flow } = await server.send('GET', `/api/v1/chatflows/${flowId}`)
    const flowData = String(flow.flowData).replaceAll('"gpt-4o-mini"', '"nobody-knows"')
    await server.send('PUT', `/api/v1/chatflows/${flowId}`, { flowData })
    await ask(flowId)
    expect((await server.send('GET', '/api/v1/prices')).body.unknown).toContain('nobody-knows')
    const { body } = await server.send('GET', `/api/v1/spend?chatflowId=${flowId}`)
    expect(body.models).toMatchObject([{ id: 'nobody-knows', unpricedCalls: 1, priceMicro: 0 }])
  })

  test('without a limit nothing is written for it', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    const before = (await ledgers()).length
    await ask(flowId)
    expect(await ledgers()).toHaveLength(before)
  })

  test('at its limit a flow stops before the call, saying why, and what was used stays noted', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    const id = await limit({ scope: 'flow', subject: flowId, period: 'day', unit: 'tokens', amount: 6000 })
    expect((await ask(flowId)).status).toBe(200)
    const { body } = await server.send('GET', '/api/v1/limits')
    expect(body.items.find((each: { id: string }) => each.id === id)).toMatchObject({ used: CALL_TOKENS, reserved: 0 })
    await server.database.query.updateTable('ledger').set({ used: 5990 }).where('limit_id', '=', id).execute()
    const refused = await ask(flowId)
    expect(refused.text).toContain('limit')
    expect(vendor.requests).toHaveLength(1)
    const { body: runs } = await server.send('GET', `/api/v1/runs?chatflowId=${flowId}&limit=1`)
    expect(runs.items[0]).toMatchObject({ status: 'failed', fault: { code: 'quota' } })
    // Another flow is none of its business.
    expect((await ask(await createConversation(server, { vendorUrl: vendor.url }))).status).toBe(200)
  })

  test('many at once never go beyond it, and nothing stays reserved', async () => {
    const flowId = await createConversation(server, {
      vendorUrl: vendor.url,
      inputs: { chatOpenAI_0: { maxTokens: 100 } },
    })
    // All of them together would use more than that.
    vendor.script = { tokens: Array.from({ length: 60 }, () => 'word ') }
    const id = await limit({ scope: 'instance', period: 'month', unit: 'tokens', amount: 2000 })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => ask(flowId, { chatId: `many-${index}` })),
    )
    const row = (await ledgers()).find(({ limit_id: limitId }) => limitId === id)
    expect(row?.used).toBe(vendor.requests.length * 67)
    expect(vendor.requests.length).toBeGreaterThan(0)
    expect(row?.used).toBeLessThanOrEqual(2000)
    expect(row?.reserved).toBe(0)
    expect(await holds()).toEqual([])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(vendor.requests.length)
  })

  test('who leaves in the middle of an answer has used what was asked and heard', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    const id = await limit({ scope: 'flow', subject: flowId, period: 'day', unit: 'tokens', amount: 100_000 })
    vendor.script = { tokens: ['Unheard-of', ' there'], holdAfter: 1 }
    const asked = ask(flowId, { chatId: 'left' })
    const told = async () =>
      (await server.database.query.selectFrom('run_event').select('event').execute()).map(({ event }) => event).join()
    await expect.poll(told, { timeout: 30_000 }).toContain('Unheard-of')
    await server.send('PUT', `/api/v1/chatmessage/abort/${flowId}/left`)
    await asked
    const row = async () => (await ledgers()).find(({ limit_id: limitId }) => limitId === id)
    await expect.poll(async () => (await row())?.reserved, { timeout: 30_000 }).toBe(0)
    expect((await row())?.used).toBeGreaterThan(CALL_TOKENS)
  })

  test('what a lost call has reserved is free again after its lease', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    const id = await limit({ scope: 'flow', period: 'day', unit: 'tokens', amount: 6000 })
    const day = new Date().toISOString().slice(0, 10)
    const hold = { limit_id: id, subject: flowId, period: day }
    await server.database.query
      .insertInto('ledger')
      .values({ ...hold, used: 0, reserved: 5999 })
      .execute()
    await server.database.query
      .insertInto('ledger_hold')
      .values({ ...hold, id: 'lost', amount: 5999, until: '2020-01-01T00:00:00.000Z' })
      .execute()
    expect((await ask(flowId)).status).toBe(200)
    const row = (await ledgers()).find(({ limit_id: limitId }) => limitId === id)
    expect(row).toMatchObject({ used: CALL_TOKENS, reserved: 0 })
  })

  test('money cannot be limited for a model whose price nobody knows, and the answer says what to do', async () => {
    const flowId = await createConversation(server, { vendorUrl: vendor.url })
    const { body: flow } = await server.send('GET', `/api/v1/chatflows/${flowId}`)
    const flowData = String(flow.flowData).replaceAll('"gpt-4o-mini"', '"nobody-knows"')
    await server.send('PUT', `/api/v1/chatflows/${flowId}`, { flowData })
    await limit({ scope: 'run', period: 'run', unit: 'micro', amount: 1_000_000 })
    await ask(flowId)
    const { body: runs } = await server.send('GET', `/api/v1/runs?chatflowId=${flowId}&limit=1`)
    expect(runs.items[0].fault.message).toContain('nobody-knows')
    expect(vendor.requests).toHaveLength(0)
  })

  test('a limit that makes no sense is refused by name', async () => {
    const wrong = await server.send('POST', '/api/v1/limits', {
      scope: 'chat',
      period: 'run',
      unit: 'micro',
      amount: 1,
    })
    expect(wrong.status).toBe(400)
  })
})
