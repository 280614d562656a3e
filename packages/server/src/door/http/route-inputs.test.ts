import type { Route } from '@chatwright/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { expectNoFault, expectRefusal } from '../../../testing/expect-refusal.ts'
import { hostileBodies, hostileTexts, hostileValues, hugeBodies } from '../../../testing/hostile-requests.ts'
import { sampleOf, sampleRequest, schemaOf } from '../../../testing/sample-request.ts'
import { testServer } from '../../../testing/test-server.ts'

// The owner's own hand here: what is refused is refused for what it says, not for who says it.
const server = await testServer()
afterAll(() => server.close())
const routes = server.services.handlers.map((handler) => handler.route)

/**
 * One route for each way in which a body is read, and each that reads its own: what there is too much of is refused there,
 * whatever the route.
 */
const readers = new Set(
  new Map(
    routes.map((route) => {
      const { method, access, consumes, path, isBulk } = route
      const isOwn = isBulk || consumes === 'raw'
      return [[method, access, consumes, route.body !== undefined, isOwn && path].join(), route]
    }),
  ).values(),
)

const serverOwned = { id: 'mine', version: 99, createdDate: '2020-01-01T00:00:00.000Z', updatedDate: 1, owner: 'me' }

describe.each(named(routes))('%s', (_, route) => {
  const sample = sampleRequest(route)

  test('no body breaks it', async () => {
    const wrong = hostileBodies(sample.body)
    // What takes no body reads none: that is found out once for each way of reading, and here by the first.
    const takesNone = route.body === undefined && route.consumes === 'json'
    const bodies = readers.has(route) ? [...wrong, ...hugeBodies] : takesNone ? wrong.slice(0, 1) : wrong
    for (const { headers, payload } of bodies) {
      const label = `${JSON.stringify(headers)} ${payload.slice(0, 80)}`
      const answer = await send({ ...sample, headers, payload })
      expectNoFault(answer, label)
      if (route.body && answer.statusCode < 400) expect(answer.statusCode, label).toBeGreaterThanOrEqual(400)
    }
  })

  test('no parameter breaks it', async () => {
    const params = sampleOf(schemaOf(route.params), 'required') as Record<string, unknown>
    for (const name of Object.keys(params)) {
      const given = [...hostileTexts, 'x'.repeat(1900), '%2e%2e%2f', 'constructor']
      for (const value of telling(given, (text) => isTaken(route.params, { ...params, [name]: text }))) {
        const values = { ...params, [name]: value }
        const path = route.path.replaceAll(/:(\w+)/g, (_match, part: keyof typeof values) =>
          encodeURIComponent(String(values[part])),
        )
        const url = `${route.base}${path}`
        expectNoFault(await send({ ...sample, url }), url.slice(0, 200))
      }
    }
  })

  test('no query breaks it', async () => {
    const [path = ''] = sample.url.split('?')
    const known = Object.keys(schemaOf(route.query).properties ?? {})
    const pairs = [
      ...known.flatMap((name) =>
        telling(hostileTexts, (text) => isTaken(route.query, { [name]: text })).map((value) => [name, value] as const),
      ),
      // Refused by its name, or never read: what it says does not matter.
      ...['unknown', '__proto__', 'a[b]', 'a[]'].map((name) => [name, '{"a":[1]}'] as const),
    ]
    for (const [name, value] of pairs) {
      const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
      expectNoFault(await send({ ...sample, url: `${path}?${pair}` }), pair.slice(0, 100))
    }
    const [name = 'unknown'] = known
    expectNoFault(await send({ ...sample, url: `${path}?${`${name}=1&`.repeat(2000)}` }), 'one name many times')
    expectNoFault(await send({ ...sample, url: `${path}?%` }), 'a bare %')
  })
})

describe.each(named(routes.filter((route) => route.body)))('%s', (_, route) => {
  test('no value in its body breaks it', async () => {
    const sample = sampleRequest(route)
    const whole = sampleOf(schemaOf(route.body), 'all') as Record<string, unknown>
    for (const name of Object.keys(whole)) {
      for (const value of telling(hostileValues, (given) => isTaken(route.body, { ...whole, [name]: given }))) {
        const payload = JSON.stringify({ ...whole, [name]: value })
        expectNoFault(await send({ ...sample, payload }), `${name}: ${payload.slice(0, 120)}`)
      }
    }
  })
})

test.each(named(routes.filter((route) => isClosed(route.body))))(
  '%s refuses unknown and server-owned fields',
  async (_, route) => {
    const sample = sampleRequest(route)
    const known = schemaOf(route.body).properties ?? {}
    const fields = { ...serverOwned, isAdmin: true, [`x${'y'.repeat(10_000)}`]: 1 }
    for (const [name, value] of Object.entries(fields).filter(([field]) => !(field in known))) {
      const answer = await send({ ...sample, payload: JSON.stringify({ ...(sample.body as object), [name]: value }) })
      expectRefusal(answer, name)
      expect(answer.statusCode, answer.body).toBe(400)
    }
  },
)

const ownerRoutes = routes.filter((route) => route.access === 'owner')
test.each(named(ownerRoutes.filter((route) => !route.query || isClosed(route.query))))(
  '%s refuses an unknown query',
  async (_, route) => {
    const sample = sampleRequest(route)
    const url = `${sample.url}${sample.url.includes('?') ? '&' : '?'}unknown=1`
    const answer = await send({ ...sample, url })
    expectRefusal(answer, url)
    expect(answer.statusCode, answer.body).toBe(400)
  },
)

/** All that a schema takes, and one of those it does not: they are all refused in one place, before any route. */
function telling<Value>(values: readonly Value[], isGood: (value: Value) => boolean): Value[] {
  const good = values.map(isGood)
  const firstBad = good.indexOf(false)
  return values.filter((_, index) => good[index] || index === firstBad)
}

function isTaken(schema: Route['body'], value: unknown): boolean {
  return schema?.safeParse(value).success ?? true
}

function named(chosen: readonly Route[]): [name: string, route: Route][] {
  return chosen.map((route) => [`${route.method} ${route.base}${route.path}`, route])
}

function isClosed(schema: Route['body']): boolean {
  return schema !== undefined && schemaOf(schema).additionalProperties === false
}

async function send({
  method,
  url,
  body,
  payload = body === undefined ? undefined : JSON.stringify(body),
  headers = {},
}: {
  method: Route['method']
  url: string
  body?: unknown
  payload?: string | undefined
  headers?: Record<string, string>
}) {
  return server.app.inject({
    method,
    url,
    headers: { host: 'localhost', ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(payload !== undefined && { payload }),
  })
}
