import type { Route } from '@chatwright/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { sampleRequest } from '../../../testing/sample-request.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

const LOGIN = { CHATWRIGHT_USERNAME: 'owner', CHATWRIGHT_PASSWORD: 'correct horse' }
const OFFICE = '203.0.113.9'
const ELSEWHERE = '198.51.100.7'
const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`owner:${password}`).toString('base64')}`,
})
const owner = basic(LOGIN.CHATWRIGHT_PASSWORD)
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

// Every route served, with nothing listed by hand.
const server = await testServer({ env: { ...LOGIN, OWNER_NETWORKS: '203.0.113.0/24, 2001:db8:1::/48' } })
const proxied = await testServer({ env: { ...LOGIN, OWNER_NETWORKS: '203.0.113.0/24', TRUSTED_PROXIES: '1' } })
afterAll(async () => {
  await server.close()
  await proxied.close()
})
const routes = server.services.handlers.map(({ route }) => route)

interface Sent {
  from: string
  headers?: Record<string, string>
  method?: string
  body?: unknown
  at?: TestServer
}
async function send(url: string, { from, headers = {}, method = 'GET', body, at = server }: Sent) {
  const answer = await at.app.inject({
    method: method as 'GET',
    url,
    headers: { host: 'localhost', ...headers },
    remoteAddress: from,
    ...(body !== undefined && { payload: body as object }),
  })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return { status: answer.statusCode, body: isJson ? answer.json() : undefined, text: answer.body }
}
const make = async (url: string, body: object) =>
  (await send(`/api/v1${url}`, { from: OFFICE, headers: owner, method: 'POST', body })).body
const flowData = '{"nodes":[],"edges":[]}'
const flow = await make('/chatflows', { name: 'open', flowData, isPublic: true })
const closed = await make('/chatflows', { name: 'closed', flowData, access: 'owner' })
const { apiKey: manageKey } = await make('/apikey', { keyName: 'manage', permissions: ['predict', 'manage'] })
const officeKey = await make('/apikey', {
  keyName: 'office',
  permissions: ['predict', 'manage'],
  networks: ['203.0.113.9', '2001:db8:1::/64'],
})
const { token } = (await send('/api/v1/sign-in', { from: OFFICE, headers: owner, method: 'POST' })).body
const owners = {
  'the password': owner,
  'a signed-in browser': basic(token),
  'a key that may manage': bearer(manageKey),
}

const named = (chosen: readonly Route[]) =>
  chosen.map((route) => [`${route.method} ${route.base}${route.path}`, route] as const)
/** What changes something is sent nonsense: this server goes on being asked. */
const sampleOf = (route: Route) => {
  const { method, url, body } = sampleRequest(route, { id: flow.id })
  return { method, url, body: method === 'GET' ? body : { nothing: 'declared' } }
}

describe.each(named(routes.filter(({ access }) => access === 'owner')))('%s', (_, route) => {
  test('answers its owner from the networks of OWNER_NETWORKS alone', async () => {
    const { url, ...sample } = sampleOf(route)
    for (const [label, headers] of Object.entries(owners)) {
      const answer = await send(url, { ...sample, from: ELSEWHERE, headers })
      expect([answer.status, answer.body?.code], label).toEqual([403, 'forbidden'])
    }
    const { status } = await send(url, { ...sample, from: OFFICE, headers: bearer(manageKey) })
    expect([401, 403]).not.toContain(status)
  })
})

test.each(named(routes))('%s answers a key from its networks alone', async (_, route) => {
  const { url, ...sample } = sampleOf(route)
  const headers = bearer(officeKey.apiKey)
  const answer = await send(url, { ...sample, from: '203.0.113.10', headers })
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining("can't be used from 203.0.113.10")])
})

test('a key is refused elsewhere also where the address names it', async () => {
  for (const path of ['/verify/apikey', '/chatflows/apikey']) {
    const url = `/api/v1${path}/${officeKey.apiKey}`
    expect((await send(url, { from: ELSEWHERE })).status).toBe(403)
    expect((await send(url, { from: OFFICE })).status).toBe(200)
  }
})

test('a key that is given other networks works from those at once', async () => {
  const { id, apiKey } = await make('/apikey', { keyName: 'moving', networks: [OFFICE] })
  const verify = async (from: string) => (await send(`/api/v1/verify/apikey/${apiKey}`, { from })).status
  const move = async (networks: unknown) =>
    (await send(`/api/v1/apikey/${id}`, { from: OFFICE, headers: owner, method: 'PUT', body: { networks } })).status
  expect([await verify(OFFICE), await verify(ELSEWHERE)]).toEqual([200, 403])
  expect(await move(['198.51.100.0/24'])).toBe(200)
  expect([await verify(OFFICE), await verify(ELSEWHERE)]).toEqual([403, 200])
  for (const wrong of [[], ['office'], ['10.0.0.0/33'], ['10.0.0'], '10.0.0.1']) expect(await move(wrong)).toBe(400)
  expect(await verify(ELSEWHERE)).toBe(200)
  expect(await move(null)).toBe(200)
  expect(await verify(OFFICE)).toBe(200)
})

test('an address counts as what it is, however it is written', async () => {
  const read = async (from: string) => (await send('/api/v1/chatflows', { from, headers: owner })).status
  for (const inside of [OFFICE, `::ffff:${OFFICE}`, '2001:db8:1:2::3', '2001:0DB8:0001::1'])
    expect(await read(inside)).toBe(200)
  for (const outside of [ELSEWHERE, `::ffff:${ELSEWHERE}`, '2001:db8:2::1', '::203.0.113.9', '10.0.0.1'])
    expect(await read(outside)).toBe(403)
})

test('elsewhere a right password and a wrong one are answered alike, and no guess is counted', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      send('/api/v1/chatflows', { from: ELSEWHERE, headers: index % 2 ? owner : basic(`guess ${index}`) }),
    ),
  )
  const told = answers.map(({ status, body }) => JSON.stringify([status, body.code, body.message]))
  expect([...new Set(told)]).toEqual([
    JSON.stringify([
      403,
      'forbidden',
      `This server can't be managed from ${ELSEWHERE}. Its operator can add the network to OWNER_NETWORKS.`,
    ]),
  ])
})

test('what else an owner can do is closed elsewhere too, and what anybody can do stays open', async () => {
  const ask = (id: string, headers: Record<string, string>, from: string) =>
    send(`/api/v1/prediction/${id}`, { from, headers, method: 'POST', body: { question: 'hi' } })
  for (const headers of Object.values(owners)) {
    expect((await ask(closed.id, headers, OFFICE)).status).toBe(422)
    expect([401, 403]).toContain((await ask(closed.id, headers, ELSEWHERE)).status)
  }
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const tools = async (from: string) =>
    (
      await send('/api/v1/mcp', {
        from,
        headers: {
          ...bearer(manageKey),
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        method: 'POST',
        body: list,
      })
    ).text
  expect(await tools(OFFICE)).toContain('save_flow')
  expect(await tools(ELSEWHERE)).toContain('ask_flow')
  expect(await tools(ELSEWHERE)).not.toContain('save_flow')
  // A browser that was signed in at the office, and the key, ask an open flow as anybody does.
  for (const headers of [basic(token), bearer(manageKey), {}])
    expect((await ask(flow.id, headers, ELSEWHERE)).status).toBe(422)
  expect((await ask(flow.id, owner, ELSEWHERE)).status).toBe(403)
})

test('whoever is on the machine itself is never locked out; whoever came through a proxy is not on it', async () => {
  const read = async (from: string, headers: Record<string, string> = {}) =>
    (await send('/api/v1/chatflows', { from, headers: { ...owner, ...headers } })).status
  for (const here of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
    expect(await read(here)).toBe(200)
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'x-forwarded-host', 'x-forwarded-proto'])
      expect(await read(here, { [header]: '127.0.0.1' }), header).toBe(403)
  }
})

test('behind a trusted proxy the address that it names counts, and none that a caller adds', async () => {
  const read = async (forwarded?: string) =>
    (
      await send('/api/v1/chatflows', {
        at: proxied,
        from: '127.0.0.1',
        headers: { ...owner, ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
      })
    ).status
  expect(await read(OFFICE)).toBe(200)
  expect(await read(ELSEWHERE)).toBe(403)
  expect(await read(`${OFFICE}, ${ELSEWHERE}`)).toBe(403)
  expect(await read(`127.0.0.1, ${ELSEWHERE}`)).toBe(403)
  expect(await read('127.0.0.1')).toBe(403)
  expect(await read()).toBe(200)
})
