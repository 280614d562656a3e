import { createMigratedPostgresDatabase } from '../../../testing/own-database.ts'
import { testServer } from '../../../testing/test-server.ts'
import { KEY_RIGHTS, type Route } from '@chatwright/contract'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { expectNoFault, expectRefusal } from '../../../testing/expect-refusal.ts'
import { oddSpellings, spoofedHeaders } from '../../../testing/hostile-requests.ts'
import { sampleRequest } from '../../../testing/sample-request.ts'

// Every route served, with nothing listed by hand: a route is attacked the day it appears.
const postgresUrl = inject('postgresUrl')
const server = await testServer({
  env: { CHATWRIGHT_USERNAME: 'owner', CHATWRIGHT_PASSWORD: 'correct horse' },
  ...(postgresUrl && { databaseUrl: await createMigratedPostgresDatabase(postgresUrl) }),
})
afterAll(() => server.close())

const routes = server.services.handlers.map((handler) => handler.route)
const owner = { authorization: `Basic ${Buffer.from('owner:correct horse').toString('base64')}` }
const { flowId, otherKey, predictKey, manageKey, rightKeys } = await prepare()

const unknown: Record<string, Record<string, string>> = {
  'no credentials': {},
  'a wrong password': { authorization: `Basic ${Buffer.from('owner:wrong').toString('base64')}` },
  'a wrong name': { authorization: `Basic ${Buffer.from('root:correct horse').toString('base64')}` },
  'an unknown key': { authorization: 'Bearer 0000000000000000000000000000000000000000000' },
  'the key of another flow': { authorization: `Bearer ${otherKey}` },
}
const strangers: typeof unknown = {
  ...unknown,
  ...Object.fromEntries(spoofedHeaders.map((headers) => [JSON.stringify(headers).slice(0, 120), headers])),
}

/** Who comes is found out in one place: one route for each way to be asked meets every header by itself, the others all at once. */
const doors = new Set(
  new Map(routes.map((route) => [[route.method, route.access, route.consumes].join(), route])).values(),
)
const strangersAt = (route: Route): typeof unknown =>
  doors.has(route)
    ? strangers
    : {
        ...unknown,
        'every header at once': Object.assign({}, ...spoofedHeaders.toReversed()) as Record<string, string>,
      }

describe.each(named(routes.filter(({ access }) => access === 'owner')))('%s', (_, route) => {
  const sample = sampleRequest(route, { id: flowId })

  test('answers nobody but its owner, whatever they send along', async () => {
    const callers = { ...strangersAt(route), 'a key that may only ask': { authorization: `Bearer ${predictKey}` } }
    for (const [label, headers] of Object.entries(callers)) {
      const answer = await send(sample, headers)
      expectRefusal(answer, label)
      expect([401, 403], label).toContain(answer.statusCode)
    }
  })

  test('opens to a key with the right that it names, and to no other', async () => {
    for (const [right, key] of Object.entries(rightKeys)) {
      const answer = await send(sample, { authorization: `Bearer ${key}` })
      if (route.isForKeys && right === route.right) expect([401, 403], right).not.toContain(answer.statusCode)
      else expect(answer.statusCode, right).toBe(403)
    }
  })

  test('opens to a key that may manage', async () => {
    // What changes something is sent nonsense: this server goes on being attacked.
    const body = route.method === 'GET' ? sample.body : { nothing: 'declared' }
    const answer = await send({ ...sample, body }, { authorization: `Bearer ${manageKey}` })
    expectNoFault(answer, 'manage key')
    expect([401, 403]).not.toContain(answer.statusCode)
  })
})

describe.each(named(routes.filter(({ access }) => access === 'flow')))('%s', (_, route) => {
  test('opens with the key of its flow only', async () => {
    for (const [label, headers] of Object.entries(strangersAt(route))) {
      const answer = await send(sampleRequest(route, { id: flowId }), headers)
      expectRefusal(answer, label)
      expect([401, 403], label).toContain(answer.statusCode)
    }
  })
})

describe.each(named(routes.filter(({ access }) => access === 'public')))('%s', (_, route) => {
  test('breaks on no credentials, true or false', async () => {
    for (const [label, headers] of Object.entries(strangersAt(route))) {
      expectNoFault(await send(sampleRequest(route, { id: flowId }), headers), label)
    }
  })
})

/** What a page reads of a flow before it can have its key. */
const beforeTheKey = new Set(['chatflows-streaming', 'chatflows-uploads', 'public-chatbotConfig', 'public-chatflows'])
/** What names something else than a flow: an execution that its owner shares. */
const ofNoFlow = new Set(['public-executions'])

test('of a flow with a key, strangers read and write no more than a page must know before it', async () => {
  const closed = routes
    .filter(({ access, path }) => {
      const place = path.split('/')[1] ?? ''
      return access === 'public' && !beforeTheKey.has(place) && !ofNoFlow.has(place)
    })
    .map((route) => ({ route, sample: naming(flowId, sampleRequest(route, { id: flowId })) }))
    .filter(({ sample }) => `${sample.url} ${JSON.stringify(sample.body ?? '')}`.includes(flowId))
  expect(closed.map(({ route }) => route.path)).toEqual(expect.arrayContaining(['/get-upload-file', '/leads']))
  for (const { route, sample } of closed) {
    for (const [label, headers] of Object.entries(strangers)) {
      const answer = await send(sample, headers)
      expect([401, 403], `${route.method} ${route.path}, ${label}: ${answer.statusCode}`).toContain(answer.statusCode)
    }
  }
})

const closed = routes.filter(({ access }) => access !== 'public')
// How an address is spelled is read before its method.
const addresses = [...new Map(closed.map((route) => [shapeOf(route), route])).values()]

/**
 * The router takes an address apart, by the same rules for all: one route for each pattern of fixed words and parameters meets every
 * spelling, each of the others a quarter of them, which together are all.
 */
const patterns = new Set(
  new Map(routes.map((route) => [[route.access, shapeOf(route).replaceAll(/[^/:]+/g, 'x')].join(), route])).values(),
)
const spellingsAt = (route: Route, url: string): string[] =>
  oddSpellings(url).filter((_, index) => patterns.has(route) || (index + routes.indexOf(route)) % 4 === 0)

test.each(named(addresses))('%s has no second spelling', async (_, route) => {
  const sample = sampleRequest(route, { id: flowId })
  for (const url of spellingsAt(route, sample.url)) {
    expectRefusal(await send({ ...sample, url }, {}), `${url.slice(0, 120)} (${url.length})`)
  }
})

// Never a method that changes: what an odd spelling reaches may well be the route itself.
test.each(named(routes.filter(({ method }) => method === 'GET')))('no spelling breaks %s', async (_, route) => {
  const sample = sampleRequest(route, { id: flowId })
  // A parameter at the end is spelled differently too, and that the route itself reads.
  const isRead = /:\w+$/.test(route.path)
  for (const url of isRead ? oddSpellings(sample.url) : spellingsAt(route, sample.url)) {
    expectNoFault(await send({ ...sample, url }, owner), `${url.slice(0, 120)} (${url.length})`)
  }
})

test.each(named(routes.filter(({ method }) => method === 'GET')))('%s takes a slash at its end', async (_, route) => {
  const { url, ...sample } = sampleRequest(route, { id: flowId })
  const [path = '', query] = url.split('?')
  const withSlash = `${path}/${query === undefined ? '' : `?${query}`}`
  const [plain, slashed] = [await send({ ...sample, url }, owner), await send({ ...sample, url: withSlash }, owner)]
  expect([slashed.statusCode, slashed.headers['content-type']]).toEqual([
    plain.statusCode,
    plain.headers['content-type'],
  ])
})

test('an address says which methods it takes', async () => {
  const declared = new Set(routes.map((route) => `${route.method} ${shapeOf(route)}`))
  const refused = new Set<number>()
  for (const route of routes) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      if (declared.has(`${method} ${shapeOf(route)}`)) continue
      const { url } = sampleRequest(route, { id: flowId })
      // A fixed word may stand where another route takes a parameter.
      const answer = await send({ method, url, body: undefined }, {})
      expectRefusal(answer, `${method} ${url}`)
      if (answer.statusCode === 405) expect(answer.headers['allow'], url).toContain(route.method)
      refused.add(answer.statusCode)
    }
  }
  // Never that nothing is there; where a word is read as a parameter, that nobody is signed in.
  expect(refused).toEqual(new Set([405, 401]))
  for (const method of ['TRACE', 'PROPFIND', 'OPTIONS', 'SEARCH', 'LINK']) {
    const answer = await send({ method, url: '/api/v1/chatflows', body: undefined }, {})
    expectRefusal(answer, method)
  }
})

test('a stranger is turned away before the body is read', async () => {
  const answer = await send({ method: 'POST', url: '/api/v1/chatflows', body: '{'.repeat(1_000_000) }, {})
  expect(answer.statusCode).toBe(401)
})

/** The same request about this flow, wherever in it a flow is named. */
function naming(id: string, { url, body, ...sample }: ReturnType<typeof sampleRequest>) {
  const isNamed = typeof body === 'object' && body !== null && 'chatflowid' in body
  return {
    ...sample,
    url: url.replace(/(chatflowId=)[^&]*/, `$1${id}`),
    body: isNamed ? { ...body, chatflowid: id } : body,
  }
}

async function prepare() {
  const make = async (url: string, body: object) => {
    const answer = await server.send('POST', `/api/v1${url}`, body, owner)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as { id: string; apiKey: string }
  }
  const flowData = '{"nodes":[],"edges":[]}'
  const ownKey = await make('/apikey', { keyName: 'own', permissions: ['predict'] })
  const other = await make('/chatflows', { name: 'other', flowData })
  const flow = await make('/chatflows', { name: 'guarded', flowData, apikeyid: ownKey.id })
  const otherKey = await make('/apikey', { keyName: 'other', permissions: ['predict'], flows: [other.id] })
  const manageKey = await make('/apikey', { keyName: 'manage', permissions: ['manage'] })
  const keyOf = async (right: string) => (await make('/apikey', { keyName: right, permissions: [right] })).apiKey
  const rightKeys = Object.fromEntries(
    await Promise.all(KEY_RIGHTS.map(async (right): Promise<[string, string]> => [right, await keyOf(right)])),
  )
  const [predictKey, managing] = [ownKey.apiKey, manageKey.apiKey]
  return { flowId: flow.id, otherKey: otherKey.apiKey, predictKey, manageKey: managing, rightKeys }
}

let callers = 0
function send({ method, url, body }: { method: string; url: string; body: unknown }, headers: Record<string, string>) {
  callers += 1
  return server.app.inject({
    method: method as 'GET',
    url,
    headers: { host: 'localhost', ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: body as object }),
    // Each from an address of its own: the limit on guesses has a test of its own.
    remoteAddress: `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`,
  })
}

function named(chosen: readonly Route[]): [name: string, route: Route][] {
  return chosen.map((route) => [`${route.method} ${route.base}${route.path}`, route])
}

function shapeOf(route: Route): string {
  return `${route.base}${route.path}`.replaceAll(/:\w+/g, ':')
}
