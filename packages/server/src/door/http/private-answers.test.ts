import type { Route } from '@chatwright/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { sampleRequest } from '../../../testing/sample-request.ts'
import { testServer } from '../../../testing/test-server.ts'

// Every route served, with nothing listed by hand.
const server = await testServer({ env: { CHATWRIGHT_USERNAME: 'owner', CHATWRIGHT_PASSWORD: 'correct horse' } })
afterAll(() => server.close())
const routes = server.services.handlers.map((handler) => handler.route)
const owner = { authorization: `Basic ${Buffer.from('owner:correct horse').toString('base64')}` }
const flowData = '{"nodes":[],"edges":[]}'
const { id } = (await server.send('POST', '/api/v1/chatflows', { name: 'x', flowData }, owner)).body

const send = async (route: Route, headers: Record<string, string>) => {
  const { method, url, body } = sampleRequest(route, { id })
  return server.send(method, url, body, headers)
}
const named = (chosen: readonly Route[]) =>
  chosen.map((route) => [`${route.method} ${route.base}${route.path}`, route] as const)
/** The catalogue is the same on every server of this version: a browser asks whether it changed. */
const unchanging = new Set(['/nodes', '/components-credentials'])

describe.each(named(routes.filter(({ access }) => access !== 'public')))('%s', (_, route) => {
  test('is kept by no cache, whether it answers or refuses', async () => {
    for (const headers of [owner, {}]) {
      const answer = await send(route, headers)
      const expected = answer.status === 200 && unchanging.has(route.path) ? 'private, no-cache' : 'no-store'
      expect(answer.headers['cache-control'], `${answer.status} ${answer.text.slice(0, 200)}`).toBe(expected)
    }
  })
})

describe.each(named(routes.filter(({ access }) => access === 'public')))('%s', (_, route) => {
  test('gives a caller who is known, or refused, nothing to keep', async () => {
    for (const headers of [owner, {}]) {
      const answer = await send(route, headers)
      if (answer.status < 400 && isPicture(answer.headers)) continue
      expect(answer.headers['cache-control'], `${answer.status}`).toMatch(/^(no-store|private, no-store|no-cache)$/)
      if (answer.status >= 400 || 'authorization' in headers)
        expect(answer.headers['cache-control']).toContain('no-store')
    }
  })
})

test('pictures of the catalogue are kept for a day', async () => {
  const answer = await server.send('GET', '/api/v1/node-icon/chatOpenAI')
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'public, max-age=86400'])
})

test('what is not there is not kept as missing', async () => {
  expect((await server.send('GET', '/api/v1/nothing-here')).headers['cache-control']).toBe('no-store')
  expect((await server.send('POST', '/api/v1/ping')).headers['cache-control']).toBe('no-store')
})

function isPicture(headers: Record<string, unknown>): boolean {
  return String(headers['content-type']).startsWith('image/')
}
