import { afterEach, beforeEach, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

const owner = { authorization: `Basic ${Buffer.from('me:secret').toString('base64')}` }
let server: TestServer
beforeEach(async () => {
  server = await testServer({ env: { CHATWRIGHT_USERNAME: 'me', CHATWRIGHT_PASSWORD: 'secret' } })
})
afterEach(() => server.close())

const legacy = (report: unknown) => ({ type: 'application/csp-report', body: { 'csp-report': report } })
const several = (...reports: unknown[]) => ({ type: 'application/reports+json', body: reports })
const violation = (effectiveDirective: unknown) => ({
  type: 'csp-violation',
  age: 1,
  url: '/',
  body: { effectiveDirective },
})

async function report({ type, body }: { type: string; body: unknown }, from = '203.0.113.1'): Promise<number> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v1/csp-reports',
    headers: { host: 'localhost', 'content-type': type },
    remoteAddress: from,
    payload,
  })
  return answer.statusCode
}
async function counted(): Promise<Record<string, number>> {
  const { text } = await server.send('GET', '/metrics', undefined, owner)
  const lines = text.matchAll(/^chatwright_csp_reports_total\{directive="([^"]+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, directive = '', count]) => [directive, Number(count)]))
}

test('what policies blocked is counted by directive, as old and new browsers report it', async () => {
  expect(
    await report(legacy({ 'effective-directive': 'script-src-elem', 'blocked-uri': 'https://evil.example' })),
  ).toBe(204)
  expect(await report(legacy({ 'violated-directive': "img-src 'self' data:" }))).toBe(204)
  expect(
    await report(several(violation('script-src'), violation('style-src-attr'), { type: 'deprecation', body: {} })),
  ).toBe(204)
  expect(await report(several())).toBe(204)
  expect(await counted()).toEqual({ 'script-src': 2, 'style-src': 1, 'img-src': 1 })
})

test('whatever a report says, the figures have no more names than policies', async () => {
  const odd = ['x"} 1\nevil{a="', 'default-src\u0000', '', 'trusted-types', 7, undefined, 'y'.repeat(2000)]
  expect(await report(several(...odd.map((name) => violation(name)), { type: 'csp-violation' }))).toBe(204)
  expect(await counted()).toEqual({ other: odd.length + 1 })
})

test('what is no report, too many at once or too long is refused, and not counted', async () => {
  const many = Array.from({ length: 101 }, () => violation('img-src'))
  for (const body of ['', '{', '{}', '"x"', '[1]', { 'csp-report': 1 }, many, `[${'['.repeat(5000)}`])
    expect(await report({ type: 'application/csp-report', body }), JSON.stringify(body).slice(0, 40)).toBe(400)
  expect(await report({ type: 'application/csp-report', body: `{"csp-report":{"a":"${'a'.repeat(65_536)}"}}` })).toBe(
    413,
  )
  expect(await report({ type: 'text/plain', body: '{}' }, '203.0.113.2')).toBe(415)
  expect(await counted()).toEqual({})
})

test('one network is heard twenty times a minute, and others meanwhile', async () => {
  const send = (from: string) => report(legacy({ 'effective-directive': 'img-src' }), from)
  const statuses = await Promise.all(Array.from({ length: 30 }, (_, place) => send(`2001:db8::${place + 1}`)))
  expect(statuses.filter((status) => status === 204)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  expect(await send('2001:db8:1::1')).toBe(204)
  expect(await counted()).toEqual({ 'img-src': 21 })
})

test('a report is taken where reports go, and nowhere else', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v1/chatflows',
    headers: { host: 'localhost', 'content-type': 'application/csp-report', ...owner },
    payload: '{"csp-report":{}}',
  })
  expect(answer.statusCode).toBe(415)
})
