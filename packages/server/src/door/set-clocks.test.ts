import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createAgentFlow } from '../../testing/agent-flow.ts'
import { describeOnBothDatabases, type TestServer } from '../../testing/test-server.ts'

const MINUTE_MS = 60_000
const OWNER = { authorization: `Basic ${Buffer.from('me:se:cret').toString('base64')}` }
const VISITOR = { 'x-forwarded-for': '203.0.113.9' }
const JUMPS = [-60, 10] as const

describeOnBothDatabases('When the clock is set', (start) => {
  let server: TestServer
  let flowId: string

  beforeAll(async () => {
    server = await start({
      env: { CHATWRIGHT_USERNAME: 'me', CHATWRIGHT_PASSWORD: 'se:cret', TRUSTED_PROXIES: '1' },
      lookEveryMs: 50,
    })
    const asOwner: TestServer['send'] = (method, url, body) => server.send(method, url, body, OWNER)
    flowId = await createAgentFlow(
      { ...server, send: asOwner },
      {
        steps: {
          humanInputAgentflow_0: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Go?' },
          directReplyAgentflow_0: { directReplyMessage: 'Gone' },
        },
        edges: ['startAgentflow_0 > humanInputAgentflow_0', 'humanInputAgentflow_0:0 > directReplyAgentflow_0'],
      },
    )
    await asOwner('PUT', `/api/v1/chatflows/${flowId}`, { access: 'open' })
  })
  afterAll(() => server.close())
  afterEach(() => vi.useRealTimers())

  const own = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    server.send(method, `/api/v1${path}`, body, OWNER)
  /** The clock on the wall alone: timers go on, as they do when an operator sets it. */
  const setClock = (minutes: number): void => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + minutes * MINUTE_MS)
  }
  const ask = (body: object, headers: Record<string, string> = VISITOR) =>
    server.send('POST', `/api/v1/prediction/${flowId}`, body, headers)

  /** What lets somebody in and was withdrawn by another process: how to get in, and how it is withdrawn. */
  const WAYS_IN: Record<string, () => Promise<{ headers: Record<string, string>; withdraw: () => Promise<unknown> }>> =
    {
      async 'an API key'() {
        const { id, apiKey } = (await own('POST', '/apikey', { keyName: 'k', permissions: ['manage'] })).body
        const { query: db } = server.database
        const withdraw = () => db.deleteFrom('api_key').where('id', '=', id).execute()
        return { headers: { authorization: `Bearer ${apiKey}` }, withdraw }
      },
      async 'a signed-in browser'() {
        const { token } = (await own('POST', '/sign-in')).body
        const { query: db } = server.database
        const authorization = `Basic ${Buffer.from(`me:${token}`).toString('base64')}`
        return { headers: { authorization }, withdraw: () => db.deleteFrom('sign_in').execute() }
      },
    }

  test.each(JUMPS)('by %i minutes, what was withdrawn elsewhere is closed as soon as ever', async (minutes) => {
    const ways = await Promise.all(Object.values(WAYS_IN).map((prepare) => prepare()))
    const statuses = () =>
      Promise.all(
        ways.map(async ({ headers }) => (await server.send('GET', '/api/v1/chatflows', undefined, headers)).status),
      )
    expect(await statuses()).toEqual(ways.map(() => 200))
    for (const { withdraw } of ways) await withdraw()
    setClock(minutes)
    await expect.poll(statuses, { timeout: 60_000, interval: 200 }).toEqual(ways.map(() => 401))
  })

  test.each(JUMPS)('by %i minutes, what waits is still decided, once, and its id resumes it', async (minutes) => {
    const chatId = `chat-${minutes}`
    expect((await ask({ question: 'Now?', chatId })).status).toBe(200)
    setClock(minutes)
    const waiting = await own('GET', `/waits?chatflowId=${flowId}`)
    const wait = waiting.body.items.find((each: { chatId: string }) => each.chatId === chatId)
    const token = /\/review\/(.+)$/.exec(wait.link)?.[1] ?? ''
    expect((await server.send('GET', `/api/v1/reviews/${token}`, undefined, VISITOR)).status).toBe(200)
    const humanInput = { type: 'proceed', startNodeId: 'humanInputAgentflow_0' }
    const both = await Promise.all([1, 2].map(() => ask({ chatId, humanInput })))
    expect(both.map(({ text }) => text.includes('Gone')).sort()).toEqual([false, true])
  })

  test.each(JUMPS)('by %i minutes, a limit neither ends early nor lasts longer', async (minutes) => {
    const rateLimit = { limitMax: 1, limitDuration: 1, limitMsg: 'Slower' }
    const apiConfig = JSON.stringify({ rateLimit: { status: true, ...rateLimit } })
    await own('PUT', `/chatflows/${flowId}`, { apiConfig })
    const headers = { 'x-forwarded-for': `203.0.113.${100 + minutes}` }
    const status = async () => (await ask({ question: 'Hi' }, headers)).status
    expect(await status()).toBe(200)
    setClock(minutes)
    expect(await status()).toBe(429)
    await expect.poll(status, { timeout: 60_000, interval: 300 }).toBe(200)
    await own('PUT', `/chatflows/${flowId}`, { apiConfig: JSON.stringify({ rateLimit: { status: false } }) })
  })

  test.each(JUMPS)('by %i minutes, a question that is sent again is asked once', async (minutes) => {
    const headers = { ...VISITOR, 'idempotency-key': `key-${minutes}` }
    const body = { question: 'Once', chatId: `once-${minutes}` }
    expect((await ask(body, headers)).status).toBe(200)
    setClock(minutes)
    expect((await ask(body, headers)).status).toBe(200)
    const { body: waits } = await own('GET', `/waits?chatflowId=${flowId}`)
    expect(waits.items.filter((each: { chatId: string }) => each.chatId === body.chatId)).toHaveLength(1)
  })
})
