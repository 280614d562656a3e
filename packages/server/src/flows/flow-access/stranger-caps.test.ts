import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { roomInDay } from '../../../testing/room-in-day.ts'
import { describeOnBothDatabases, type TestAnswer, type TestServer } from '../../../testing/test-server.ts'

const authorization = `Basic ${Buffer.from('owner:correct horse').toString('base64')}`
const MOST = 3
const BYTES = 3 * 1000

let server: TestServer
let networks = 0

/** A network that nobody came from before. */
const newNetwork = (): { 'x-forwarded-for': string } => {
  networks += 1
  return { 'x-forwarded-for': `198.51.100.${networks}` }
}

async function waitingFlow(): Promise<string> {
  const send: TestServer['send'] = (method, url, body) => server.send(method, url, body, { authorization })
  const flowId = await createAgentFlow(
    { ...server, send },
    {
      steps: {
        humanInputAgentflow_0: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Go?' },
        directReplyAgentflow_0: { directReplyMessage: 'Gone' },
      },
      edges: ['startAgentflow_0 > humanInputAgentflow_0', 'humanInputAgentflow_0:0 > directReplyAgentflow_0'],
    },
  )
  const chatbotConfig = JSON.stringify({ leads: { status: true }, fullFileUpload: { status: true } })
  await send('PUT', `/api/v1/chatflows/${flowId}`, { chatbotConfig })
  return flowId
}

const ask = (flowId: string, headers: Record<string, string>, body: object = {}) =>
  server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hi', ...body }, headers)

/** By what is kept: one of it, or a third of a day's bytes. */
const WAYS: Record<string, (flowId: string, headers: Record<string, string>) => Promise<TestAnswer>> = {
  waits: ask,
  leads: (flowId, headers) =>
    server.send('POST', '/api/v1/leads', { chatflowid: flowId, chatId: 'a-chat', email: 'a@example.com' }, headers),
  async uploads(flowId, headers) {
    const form = new FormData()
    form.append('files', new Blob(['x'.repeat(BYTES / MOST)], { type: 'text/plain' }), 'a.txt')
    const sent = new Response(form)
    const payload = Buffer.from(await sent.arrayBuffer())
    const type = { 'content-type': sent.headers.get('content-type') ?? '' }
    return server.send('POST', `/api/v1/attachments/${flowId}/a-chat`, payload, { ...headers, ...type })
  },
}

describeOnBothDatabases('What strangers leave behind', (start) => {
  beforeAll(async () => {
    server = await start({
      env: {
        CHATWRIGHT_USERNAME: 'owner',
        CHATWRIGHT_PASSWORD: 'correct horse',
        TRUSTED_PROXIES: '1',
        WAITS_PER_NETWORK: String(MOST),
        QUESTIONS_PER_NETWORK: String(2 * MOST),
        LEADS_PER_NETWORK: String(MOST),
        UPLOADS_PER_NETWORK: String(BYTES),
      },
      lookEveryMs: 50,
    })
  })
  beforeEach(() => roomInDay())
  afterAll(() => server.close())

  test.each(Object.keys(WAYS))('has a bound for each network and flow: %s', async (kept) => {
    const leave = WAYS[kept]
    if (!leave) throw new Error(`There is no way to leave ${kept}`)
    const [flowId, other] = [await waitingFlow(), await waitingFlow()]
    const headers = newNetwork()
    for (let left = 0; left < MOST; left += 1) {
      const { status, text } = await leave(flowId, headers)
      expect(status, text).toBe(200)
    }
    const refused = await leave(flowId, headers)
    expect([refused.status, refused.body.code]).toEqual([429, 'too-many-requests'])
    expect(refused.body.message).toMatch(/network.*(tomorrow|decided)/)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await leave(flowId, newNetwork())).status).toBe(200)
    expect((await leave(other, headers)).status).toBe(200)
    expect((await leave(flowId, { ...headers, authorization })).status).toBe(200)
  })

  test('has a bound for questions, by every door that strangers ask at', async () => {
    const send: TestServer['send'] = (method, url, body) => server.send(method, url, body, { authorization })
    const drawn = {
      steps: { directReplyAgentflow_0: { directReplyMessage: 'Yes' } },
      edges: ['startAgentflow_0 > directReplyAgentflow_0'],
    }
    const flowId = await createAgentFlow({ ...server, send }, drawn)
    await send('PUT', `/api/v1/chatflows/${flowId}`, { deployed: true })
    const headers = newNetwork()
    const complete = () =>
      server.send(
        'POST',
        '/v1/chat/completions',
        { model: flowId, messages: [{ role: 'user', content: 'Hi' }] },
        headers,
      )
    const statuses: number[] = []
    for (let asked = 0; asked < MOST; asked += 1)
      statuses.push((await ask(flowId, headers)).status, (await complete()).status)
    expect(statuses).toEqual(Array.from({ length: 2 * MOST }, () => 200))
    const refused = await ask(flowId, headers)
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringContaining('Try again tomorrow')])
    expect([(await complete()).status, (await ask(flowId, newNetwork())).status]).toEqual([429, 200])
    expect((await ask(flowId, { ...headers, authorization })).status).toBe(200)
  })

  test('has a bound for all networks together', async () => {
    const flowId = await waitingFlow()
    const statuses: number[] = []
    for (let network = 0; network < 21; network += 1) {
      const headers = newNetwork()
      for (let left = 0; left < MOST; left += 1) statuses.push((await WAYS['leads']?.(flowId, headers))?.status ?? 0)
    }
    expect(statuses).toEqual([...Array.from({ length: 20 * MOST }, () => 200), 429, 429, 429])
  })

  test('leaves room again when a person has decided', async () => {
    const flowId = await waitingFlow()
    const headers = newNetwork()
    for (let left = 0; left < MOST; left += 1) await ask(flowId, headers, { chatId: `chat-${left}` })
    expect((await ask(flowId, headers)).status).toBe(429)
    const { body } = await server.send('GET', `/api/v1/waits?chatflowId=${flowId}`, undefined, { authorization })
    const decision = { type: 'proceed' }
    await server.send('POST', `/api/v1/waits/${body.items[0].id}/decision`, decision, { authorization })
    expect((await ask(flowId, headers)).status).toBe(200)
  })

  test('a run that waits ends by itself after thirty days, and one from before never', async () => {
    const flowId = await waitingFlow()
    for (const chatId of ['new', 'old']) await ask(flowId, newNetwork(), { chatId })
    const waits = async () =>
      (await server.send('GET', `/api/v1/waits?chatflowId=${flowId}`, undefined, { authorization })).body.items
    const [old, young] = await waits()
    expect(Date.parse(young.endDate) - Date.parse(young.createdDate)).toBe(30 * 86_400_000)
    const { query } = server.database
    const longAgo = new Date(Date.now() - 31 * 86_400_000).toISOString()
    // As the upgrade leaves what waits already.
    await query.updateTable('run_wait').set({ has_end: 0 }).where('id', '=', old.id).execute()
    await query.updateTable('run_wait').set({ created_date: longAgo }).where('chatflow_id', '=', flowId).execute()
    await vi.waitFor(async () => expect(await waits()).toMatchObject([{ id: old.id, endDate: null }]), 60_000)
    const runs = await server.send('GET', `/api/v1/runs?chatflowId=${flowId}`, undefined, { authorization })
    expect(runs.body.items.map(({ status }: { status: string }) => status).toSorted()).toEqual(['cancelled', 'waiting'])
  })
})
