import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../testing/test-server.ts'

const PAGES: Readonly<Record<string, string>> = {
  '/': '<p>Home.</p><a href="/lamps">Lamps</a><a href="https://other.example/">Others</a>',
  '/lamps': '<p>Lamps.</p><a href="/lamps/red#top">Red</a><a href="/">Home</a>',
  '/lamps/red': '<p>Red lamps.</p>',
  '/sitemap.xml':
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://site.example/lamps</loc></url></urlset>',
}

const server = await testServer({
  async dispatch(_agent, { url }) {
    const page = url.host === 'site.example' ? PAGES[url.pathname] : undefined
    const pieces = [new TextEncoder().encode(page ?? 'Gone')]
    const headers = new Headers({ 'content-type': url.pathname.endsWith('.xml') ? 'application/xml' : 'text/html' })
    const body = { read: async () => pieces.shift(), cancel: () => undefined }
    return { status: page === undefined ? 404 : 200, statusText: '', headers, body }
  },
})
afterAll(() => server.close())

const linksFrom = (values: Record<string, string>) =>
  server.send('GET', `/api/v1/fetch-links?${new URLSearchParams(values)}`)

test.each([
  ['webCrawl', 'https://site.example/', '10', ['/', '/lamps', '/lamps/red']],
  ['webCrawl', 'https://site.example/', '2', ['/', '/lamps']],
  ['scrapeXMLSitemap', 'https://site.example/sitemap.xml', '0', ['/lamps']],
])(
  '%s of %s with the limit %s comes to the pages that the web loader reads',
  async (relativeLinksMethod, url, limit, found) => {
    const answer = await linksFrom({ url, relativeLinksMethod, limit })
    const links = found.map((path) => `https://site.example${path}`)
    expect([answer.status, answer.body], answer.text).toEqual([200, { status: 'OK', links }])
  },
)

test('a page that is not there, and one on this machine’s network, are refused in words', async () => {
  const gone = await linksFrom({ url: 'https://site.example/none', relativeLinksMethod: 'webCrawl', limit: '5' })
  expect(gone.body).toMatchObject({ code: 'node-failed', message: expect.stringContaining('site.example') })
  const near = await linksFrom({ url: 'http://127.0.0.1:1/', relativeLinksMethod: 'webCrawl', limit: '5' })
  expect(near.status).toBeGreaterThanOrEqual(400)
  expect(near.body.message).toMatch(/127\.0\.0\.1/)
})

test('nobody but the owner makes the server read pages', async () => {
  const url = '/api/v1/fetch-links?url=https%3A%2F%2Fsite.example%2F&relativeLinksMethod=webCrawl&limit=1'
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'x-forwarded-for': '203.0.113.9' }])
    expect((await server.send('GET', url, undefined, headers)).status).toBeGreaterThanOrEqual(401)
})
