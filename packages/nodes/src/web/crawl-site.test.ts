import { afterEach, expect, test, vi } from 'vitest'
import { crawlSite } from './crawl-site.ts'

afterEach(() => void vi.restoreAllMocks())

const LONG = 'x'.repeat(300_000)
const fetch = (async () => new Response(LONG, { headers: { 'content-type': 'text/html' } })) as typeof globalThis.fetch

/** Crawls a site of long pages, each of which names thousands of others, and counts how many addresses were looked at. */
async function crawl(maxPages: number, address: (at: number) => string): Promise<{ urls: string[]; looks: number }> {
  let looks = 0
  const links = new Proxy(
    Array.from({ length: 5000 }, (_, at) => address(at)),
    {
      get(list, name, whole): unknown {
        if (/^\d+$/.test(String(name))) looks += 1
        return Reflect.get(list, name, whole)
      },
    },
  )
  const isolate = (async () => ({ title: '', text: '', links })) as never
  const pages = await crawlSite({
    context: { fetch, isolate },
    url: 'https://a.test/',
    signal: AbortSignal.timeout(60_000),
    follow: 'links',
    maxPages,
  })
  return { urls: pages.map(({ url }) => url), looks }
}

test('of the addresses that pages name, no more are looked at than are read', async () => {
  const { urls, looks } = await crawl(4, (at) => `/page${at}`)
  expect(urls).toEqual(['https://a.test/', 'https://a.test/page0', 'https://a.test/page1', 'https://a.test/page2'])
  expect(looks).toBeLessThan(10)
})

test('others have their turns while addresses of other sites are passed over', async () => {
  // However fast the machine: whenever it is asked, a turn has lasted long enough.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const { urls } = await crawl(2, (at) => `https://b.test/${at}/${'y'.repeat(2000)}`)
  isOver = true
  expect(urls).toEqual(['https://a.test/'])
  expect(turns).toBeGreaterThan(1000)
})
