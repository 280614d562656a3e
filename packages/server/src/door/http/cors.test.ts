import { afterAll, describe, expect, test } from 'vitest'
import { sampleRequest } from '../../../testing/sample-request.ts'
import { testServer } from '../../../testing/test-server.ts'

const server = await testServer({
  env: { CHATWRIGHT_USERNAME: 'owner', CHATWRIGHT_PASSWORD: 'correct horse', CORS_ORIGINS: 'https://tools.example' },
})
afterAll(() => server.close())
const routes = server.services.handlers.map((handler) => handler.route)

const ask = (url: string, origin: string, headers: string) =>
  server.send('OPTIONS', url, undefined, {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': headers,
  })
const named = (level: 'owner' | 'other') =>
  routes
    .filter(({ access }) => (access === 'owner') === (level === 'owner'))
    .map((route) => [`${route.method} ${route.base}${route.path}`, sampleRequest(route).url] as const)
/** An address may have an owner's route and a visitor's: the visitor's opens it to browsers. */
const open = new Set(named('other').map(([, url]) => url))

describe.each(named('other'))('%s', (_, url) => {
  test('lets pages of other sites send headers of their own', async () => {
    const answer = await ask(url, 'https://shop.example', 'content-type,x-customer,x_trace')
    expect(answer.status).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-allow-headers': 'content-type, x-customer, x_trace',
      vary: 'Origin, Access-Control-Request-Headers',
    })
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  })
})

test.each(named('owner').filter(([, url]) => !open.has(url)))('%s opens to the listed site only', async (_, url) => {
  const foreign = await ask(url, 'https://shop.example', 'x-customer')
  expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
  expect(foreign.headers['access-control-allow-headers']).toBeUndefined()
  const listed = await ask(url, 'https://tools.example', 'authorization,x-customer')
  expect(listed.status).toBe(204)
  expect(listed.headers).toMatchObject({
    'access-control-allow-origin': 'https://tools.example',
    'access-control-allow-headers': 'authorization, x-customer',
  })
})

test.each(['a b', 'x-good, a b', 'x\u00e9', 'x;y', `x-${'y'.repeat(3000)}`, ',,', '"x"', '*'])(
  'what is no list of names (%s) is not given back',
  async (names) => {
    const answer = await ask('/api/v1/prediction/x', 'https://shop.example', names)
    expect(answer.headers['access-control-allow-headers']).toBe(
      'content-type, authorization, last-event-id, idempotency-key',
    )
  },
)
