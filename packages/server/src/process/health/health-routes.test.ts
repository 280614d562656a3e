import { afterEach, beforeEach, expect, test } from 'vitest'
import { defineRoute } from '@chatwright/contract'
import { createApp } from '../../app.ts'
import { createLogger } from '../../ground/boot/logger.ts'
import { handle } from '../../door/http/handle.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer({ env: { CHATWRIGHT_USERNAME: 'me', CHATWRIGHT_PASSWORD: 'secret' } })
})
afterEach(() => server.close())

test('health is open and tells the truth about the database', async () => {
  expect((await server.send('GET', '/api/v1/ping')).text).toBe('pong')
  expect((await server.send('GET', '/health/live')).body).toEqual({ status: 'live' })
  expect((await server.send('GET', '/health/ready')).body).toEqual({ status: 'ready' })
})

test('OpenAPI 3.1 describes every route served, with its access level', async () => {
  const { body } = await server.send('GET', '/api/v1/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  for (const { route } of server.services.handlers) {
    const path = `${route.base}${route.path}`.replaceAll(/:(\w+)/g, '{$1}')
    expect(body.paths[path]?.[route.method.toLowerCase()]?.['x-access'], `${route.method} ${path}`).toBe(route.access)
  }
})

test('the API page names every route and carries no script', async () => {
  const { text, headers } = await server.send('GET', '/api/v1/docs')
  expect(headers['content-type']).toContain('text/html')
  expect(text).not.toMatch(/<script/i)
  for (const { route } of server.services.handlers) expect(text).toContain(`${route.base}${route.path}`)
})

test.each(['/api/v1/openapi.json', '/api/v1/docs'])('%s is written once, however often anybody asks', async (path) => {
  const { headers } = await server.send('GET', path)
  const again = await server.send('GET', path, undefined, { 'if-none-match': String(headers['etag']) })
  expect([again.status, again.text]).toEqual([304, ''])
})

const loose = { method: 'GET', path: '/loose', access: 'owner', right: 'flow.read', tag: 't', summary: 's' } as const
test.each([
  ['who may call it', { access: undefined }, 'declares no access level'],
  ['which word it needs', { right: undefined }, 'names no permission word'],
  ['a word that there is', { right: 'everything' }, 'names no permission word'],
])('a route that does not say %s stops the boot', async (_, missing, message) => {
  const route = { ...defineRoute(loose), ...(missing as object) }
  await expect(
    createApp({
      config: server.config,
      logger: createLogger('silent'),
      access: { identify: async () => ({ kind: 'anonymous' }), admit: () => undefined },
      flowGate: () => Promise.reject(new Error('No route here opens a flow')),
      handlers: [handle(route, () => 'x')],
      isShuttingDown: () => false,
    }),
  ).rejects.toThrow(`GET /api/v1/loose ${message}`)
})
