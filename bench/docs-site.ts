// The guides as a site: made in one command, then read as people read it. Needs the package registry the first time.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './lib/browser-page.ts'
import { report } from './lib/figures.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, 'docs-site/dist')
const startedAt = performance.now()
const made = spawnSync(process.execPath, [join(root, 'scripts/docs.mjs')], { stdio: ['ignore', 'ignore', 'inherit'] })
if (made.status !== 0) throw new Error('The site could not be made; see above.')
const seconds = (performance.now() - startedAt) / 1000

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
const pages = files.filter((file) => file.endsWith('.html') && file !== '404.html')
const bytes = files.map((file) => statSync(join(folder, file))).reduce((sum, stats) => sum + stats.size, 0)

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname).replace(/\/$/, '/index.html')
  const known = files.includes(path.slice(1))
  response.writeHead(known ? 200 : 404, { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
  response.end(known ? readFileSync(join(folder, path)) : '')
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const browser = await launchBrowser()
try {
  const outside = new Set<string>()
  const wide = await findWide(browser, outside)
  const found = await search(browser, outside)
  report([
    { name: 'Made, what it needs installed where it was missing', value: seconds, unit: 's', cap: 120 },
    { name: 'Pages', value: pages.length, unit: 'pages' },
    { name: 'What it takes on the disk', value: bytes / 1024 ** 2, unit: 'MB', cap: 20 },
    { name: 'Pages that scroll sideways at 390 px', value: wide.length, unit: 'pages', cap: 0, noise: wide.join(' ') },
    { name: 'Searches that found nothing, of four', value: found.missed, unit: 'searches', cap: 0 },
    { name: 'From the last key to the first result', value: found.ms, unit: 'ms', cap: 1000 },
    { name: 'Pictures in the colours of the other theme', value: await wrongPictures(browser), unit: '', cap: 0 },
    { name: 'Requests that left the site', value: outside.size, unit: '', cap: 0, noise: [...outside].join(' ') },
  ])
} finally {
  await browser.close()
  server.close()
}

function watch(page: Page, outside: Set<string>): Page {
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) outside.add(request.url())
  })
  return page
}

async function findWide(browser: Browser, outside: Set<string>): Promise<string[]> {
  const page = watch(await browser.newPage({ viewport: { width: 390, height: 844 } }), outside)
  const wide: string[] = []
  for (const name of pages) {
    await page.goto(`${url}/${name}`, { waitUntil: 'load' })
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(name)
  }
  await page.close()
  return wide
}

async function search(browser: Browser, outside: Set<string>): Promise<{ missed: number; ms: number }> {
  const page = watch(await browser.newPage(), outside)
  await page.goto(url)
  await page.getByRole('button', { name: 'Search' }).click()
  const field = page.locator('input[type=search]')
  let missed = 0
  let ms = 0
  // A word of a guide, a setting, a node, and one begun only.
  for (const words of ['backup', 'TRUSTED_PROXIES', 'Qdrant', 'moder']) {
    await field.fill('')
    const askedAt = performance.now()
    await field.fill(words)
    const results = page.locator('[role=option]')
    const hit = results.filter({ hasText: new RegExp(words, 'i') }).first()
    await hit.waitFor({ timeout: 30_000 }).catch(() => (missed += 1))
    ms = Math.max(ms, performance.now() - askedAt)
  }
  await page.close()
  return { missed, ms }
}

async function wrongPictures(browser: Browser): Promise<number> {
  let wrong = 0
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme })
    await page.goto(`${url}/first-flow.html`, { waitUntil: 'load' })
    const shown = await page.locator('main img:visible').evaluateAll((all) => all.map((one) => one.getAttribute('src')))
    if (shown.length === 0) wrong += 1
    wrong += shown.filter((address) => !address?.includes(`-${colorScheme}.`)).length
    await page.close()
  }
  return wrong
}
