import { afterEach, beforeEach, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer({ env: { CHATWRIGHT_USERNAME: 'me', CHATWRIGHT_PASSWORD: 'secret' } })
})
afterEach(() => server.close())

test('figures are the owner’s, name routes and not addresses, and count', async () => {
  const headers = { authorization: `Basic ${Buffer.from('me:secret').toString('base64')}` }
  expect((await server.send('GET', '/metrics')).status).toBe(401)
  await server.send('GET', '/api/v1/chatflows/one-that-is-private', undefined, headers)
  const { text, headers: answer } = await server.send('GET', '/metrics', undefined, headers)
  expect(answer['content-type']).toContain('text/plain')
  expect(text).toMatch(
    /chatwright_http_request_seconds_count\{method="GET",route="\/api\/v1\/chatflows\/:id",status="404"\} 1/,
  )
  expect(text).not.toContain('one-that-is-private')
  expect(text).toMatch(/chatwright_nodejs_eventloop_lag_seconds/)
  expect(text).toMatch(/chatwright_runs_active 0/)
})
