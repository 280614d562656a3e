import { isCountedRead } from '@chatwright/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { sampleRequest } from '../../../testing/sample-request.ts'
import { openStream, type SseFrame } from '../../../testing/sse-client.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

const authorization = `Basic ${Buffer.from('owner:correct horse').toString('base64')}`
const READS = 5
const STREAMS = 2

let server: TestServer
let address: string
let vendor: FakeVendor
let flowId: string
beforeAll(async () => {
  vendor = await startFakeVendor({ tokens: ['Hello', ' there'], holdAfter: 1 })
  server = await testServer({
    env: {
      CHATWRIGHT_USERNAME: 'owner',
      CHATWRIGHT_PASSWORD: 'correct horse',
      TRUSTED_PROXIES: '1',
      READS_PER_NETWORK: String(READS),
      STREAMS_PER_NETWORK: String(STREAMS),
    },
  })
  address = await server.listen()
  flowId = await createConversation(server, {
    vendorUrl: vendor.url,
    headers: { authorization },
    columns: { deployed: true },
  })
})
afterAll(async () => {
  await vendor.close()
  await server.close()
})

let networks = 0
/** A network that nobody came from before. */
const newNetwork = (): string => {
  networks += 1
  return `198.51.100.${networks}`
}

const publicReads = () =>
  server.services.handlers
    .map(({ route }) => route)
    .filter(({ method, access }) => method === 'GET' && access === 'public')

test('every public read has a limit for each network of strangers, but those that cost nothing', async () => {
  const statusesFor = async (url: string, headers: Record<string, string>): Promise<number[]> => {
    const statuses: number[] = []
    for (let reads = 0; reads <= READS; reads += 1)
      statuses.push((await server.send('GET', url, undefined, headers)).status)
    return statuses
  }
  for (const route of publicReads()) {
    const { url } = sampleRequest(route, { id: flowId })
    const statuses = await statusesFor(url, { 'x-forwarded-for': newNetwork() })
    expect([url, statuses.indexOf(429)]).toEqual([url, isCountedRead(route) ? READS : -1])
    expect([url, await statusesFor(url, { authorization })]).not.toContain(429)
  }
  expect(
    publicReads()
      .filter((route) => !isCountedRead(route))
      .map(({ path }) => path)
      .sort(),
  ).toMatchInlineSnapshot(`
    [
      "/components-credentials-icon/:name",
      "/credentials/callback",
      "/custom-mcp-servers/callback",
      "/docs",
      "/live",
      "/node-icon/:name",
      "/node-icons",
      "/openapi.json",
      "/ping",
      "/ready",
      "/security.txt",
      "/version",
      "/webhook-test/:id",
      "/webhook/:id",
    ]
  `)
})

interface Opened {
  status: number
  leave(): void
}

/** Opens a stream and keeps it open. */
async function open(path: string, body: object, headers: Record<string, string>): Promise<Opened> {
  const leaving = new AbortController()
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: leaving.signal,
  })
  return { status: answer.status, leave: () => leaving.abort() }
}

describe.each([
  ['a question', () => [`/api/v1/prediction/${flowId}`, { question: 'Hi', streaming: true }] as const],
  [
    'a completion',
    () =>
      ['/v1/chat/completions', { model: flowId, messages: [{ role: 'user', content: 'Hi' }], stream: true }] as const,
  ],
])('streams of %s', (_, asked) => {
  test('are so many for each network of strangers, and others have theirs', async () => {
    const [path, body] = asked()
    const from = { 'x-forwarded-for': newNetwork() }
    const held = await Promise.all([open(path, body, from), open(path, body, from)])
    expect(held.map(({ status }) => status)).toEqual([200, 200])
    const before = vendor.requests.length
    const refused = await open(path, body, from)
    expect([refused.status, vendor.requests.length]).toEqual([429, before])
    const others = [
      await open(path, body, { 'x-forwarded-for': newNetwork() }),
      await open(path, body, { ...from, authorization }),
    ]
    expect(others.map(({ status }) => status)).toEqual([200, 200])
    held[0]?.leave()
    const again: Opened[] = []
    await expect.poll(async () => (again.push(await open(path, body, from)), again.at(-1)?.status)).toBe(200)
    for (const { leave } of [...held, ...others, ...again]) leave()
  })
})

test('a reader who comes back counts as one', async () => {
  const from = { 'x-forwarded-for': newNetwork() }
  const path = `/api/v1/prediction/${flowId}`
  const body = { question: 'Hi', streaming: true, resumable: true }
  const asking = await openStream(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...from },
    body: JSON.stringify(body),
  })
  const first = await asking.frames.next()
  const { id = '' } = (first.value as SseFrame | undefined) ?? {}
  const back = { 'last-event-id': id || String(((await asking.frames.next()).value as SseFrame).id), ...from }
  const again = await openStream(`${address}${path}`, { headers: back })
  expect([asking.status, again.status]).toEqual([200, 200])
  expect((await openStream(`${address}${path}`, { headers: back })).status).toBe(429)
  asking.leave()
  again.leave()
})
