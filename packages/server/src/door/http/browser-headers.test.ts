import { SCREEN_PATHS } from '@chatwright/contract'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let app: Awaited<ReturnType<typeof createApp>>
const folder = mkdtempSync(join(tmpdir(), 'chatwright-app-'))
beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>App</title>')
  server = await testServer()
  const { config, services } = server
  app = await createApp({
    config,
    logger: server.app.log,
    access: services.access,
    flowGate: services.flowGate,
    handlers: services.handlers,
    frameOrigins: services.frameOrigins,
    appFolder: folder,
    isShuttingDown: () => false,
  })
})
afterAll(async () => {
  await app.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const page = (url: string) => app.inject({ url, headers: { host: 'localhost', accept: 'text/html' } })
async function createFlow(columns: object): Promise<string> {
  const flowData = '{"nodes":[],"edges":[]}'
  return String((await server.send('POST', '/api/v1/chatflows', { name: 'x', flowData, ...columns })).body.id)
}
const origins = (allowedOrigins: unknown) => ({ chatbotConfig: JSON.stringify({ allowedOrigins }) })

test.each([
  '/',
  '/canvas',
  '/canvas/x',
  '/chatflows',
  '/api/v1/ping',
  '/api/v1/docs',
  '/nothing.js',
  '/chatbot/unknown',
])('%s runs no foreign or inline script and stands in no frame', async (url) => {
  const { headers } = await page(url)
  const policy = String(headers['content-security-policy'])
  const scripts = /script-src ([^;]+)/.exec(policy)?.[1]
  expect(scripts).toBe("'self'")
  expect(policy).toContain("object-src 'none'")
  expect(policy).toContain("base-uri 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' })
})

const screens = SCREEN_PATHS.map((path) => path.replaceAll(/:\w+/g, 'an-id'))
test.each(screens)('%s is a page to previews and monitors, and no page to programs that ask for data', async (url) => {
  const look = async (accept?: string, method: 'GET' | 'HEAD' = 'GET') => {
    const headers = { host: 'localhost', ...(accept !== undefined && { accept }) }
    const answer = await app.inject({ method, url, headers })
    return [answer.statusCode, String(answer.headers['content-type']).split(';')[0]]
  }
  for (const accept of [undefined, '*/*', 'image/*', 'text/html,*/*']) {
    expect([accept, ...(await look(accept))]).toEqual([accept, 200, 'text/html'])
  }
  expect(await look('*/*', 'HEAD')).toEqual([200, 'text/html'])
  // The chat page stands in frames of its own policy, and is served as itself.
  if (url.startsWith('/chatbot/')) return
  for (const accept of ['application/json', 'application/json, text/plain, */*', 'text/event-stream']) {
    expect([accept, ...(await look(accept))]).toEqual([accept, 404, 'application/json'])
  }
})

test.each(['/assets/gone.js', '/canvas/style.css', '/nowhere', '/api/v1/nowhere'])(
  '%s is missing, and said to be',
  async (url) => {
    const answer = await app.inject({ url, headers: { host: 'localhost', accept: '*/*' } })
    expect([answer.statusCode, answer.json().code]).toEqual([404, expect.stringContaining('not')])
  },
)

test('the chat page of a public flow stands in frames of the sites its owner listed, and of no other', async () => {
  const id = await createFlow({ isPublic: true, ...origins(['https://shop.example', 'blog.example:8443']) })
  const { headers, statusCode } = await page(`/chatbot/${id}`)
  expect(statusCode).toBe(200)
  expect(headers['x-frame-options']).toBeUndefined()
  expect(String(headers['content-security-policy'])).toMatch(
    /frame-ancestors https:\/\/shop\.example https:\/\/blog\.example:8443 http:\/\/blog\.example:8443$/,
  )
  expect(String((await page(`/canvas/${id}`)).headers['content-security-policy'])).toContain("frame-ancestors 'none'")
})

test.each([
  ["isn't public", { isPublic: false, ...origins(['https://shop.example']) }],
  ['lists nobody', { isPublic: true, ...origins([]) }],
  [
    'lists what is no site',
    { isPublic: true, ...origins(['https://a.example; script-src *', "'unsafe-inline'", 'a b']) },
  ],
  ['lists no list', { isPublic: true, ...origins('https://shop.example') }],
])('a flow that %s stays out of frames', async (_, columns) => {
  const { headers } = await page(`/chatbot/${await createFlow(columns)}`)
  expect(headers['x-frame-options']).toBe('DENY')
  expect(String(headers['content-security-policy'])).toMatch(/script-src 'self';.*frame-ancestors 'none'$/)
})

test('over HTTPS alone, browsers hold to it and pages are kept from the devices they have no use for', async () => {
  const served = async (publicUrl?: string) => {
    const { statusCode, headers } = await withPublicUrl(publicUrl)
    expect(statusCode).toBe(200)
    return [headers['strict-transport-security'], headers['permissions-policy']]
  }
  const [transport, permissions] = await served('https://chat.example.com')
  expect(transport).toBe('max-age=31536000')
  expect(permissions).toContain('microphone=(self)')
  for (const feature of ['camera', 'geolocation', 'usb', 'payment']) expect(permissions).toContain(`${feature}=()`)
  for (const url of [undefined, 'http://localhost:3000']) expect(await served(url)).toEqual([undefined, undefined])
})

test('browsers know where to report what a policy blocked', async () => {
  const { headers } = await page('/')
  expect(headers['content-security-policy']).toContain('report-uri /api/v1/csp-reports; report-to csp;')
  expect(headers['reporting-endpoints']).toBe('csp="/api/v1/csp-reports"')
})

async function withPublicUrl(publicUrl: string | undefined) {
  const { config, services } = server
  const other = await createApp({
    config: { ...config, publicUrl },
    logger: server.app.log,
    access: services.access,
    flowGate: services.flowGate,
    handlers: services.handlers,
    isShuttingDown: () => false,
  })
  try {
    return await other.inject({ url: '/api/v1/ping', headers: { host: 'localhost' } })
  } finally {
    await other.close()
  }
}
