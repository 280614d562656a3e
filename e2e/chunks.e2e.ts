import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser, Page, Route } from 'playwright-core'

import { shellOf } from './drivers/shell.ts'
import { openBrowser, startProduct, visit } from './harness.ts'
import type { Product, Visit } from './harness.ts'

let product: Product
let browser: Browser
let opened: Visit | undefined

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})

afterAll(async () => {
  await browser.close()
  await product.stop()
})

afterEach(async () => {
  await opened?.close()
})

const SCRIPTS = '**/assets/async/*.js'
const STYLES = '**/assets/async/*.css'

async function openList(): Promise<Page> {
  opened = await visit(browser, product)
  const { page } = opened
  await page.goto('/apikey')
  await shellOf(page).heading.waitFor()
  return page
}

/** The facts the error screen names. */
async function facts(page: Page): Promise<Record<string, string>> {
  const screen = page.getByRole('alert')
  await screen.waitFor()
  const names = await screen.locator('dt').allTextContents()
  const values = await screen.locator('dd').allTextContents()
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}

async function retry(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Retry' }).click()
}

test('[NOTE-3] a chunk that cannot be loaded names its id, the failure and the address; Retry loads it', async () => {
  const page = await openList()
  await page.route(SCRIPTS, (route) => route.abort())
  await shellOf(page).goTo('Tools')
  expect(await facts(page)).toEqual({
    Part: expect.stringMatching(/^[\w-]+$/),
    Failure: 'load',
    Address: expect.stringMatching(new RegExp(`^${product.url}/assets/async/.+\\.js$`)),
    Code: 'ChunkLoadError',
  })
  expect(await shellOf(page).menu.isVisible()).toBe(true)
  await page.unroute(SCRIPTS)
  await retry(page)
  await expect.poll(() => shellOf(page).heading.textContent()).toContain('Tools')
})

test('[NOTE-3] a chunk that arrives as something else is named missing', async () => {
  const page = await openList()
  await page.route(SCRIPTS, (route) => route.fulfill({ contentType: 'text/javascript', body: '/* not the chunk */' }))
  await shellOf(page).goTo('Tools')
  expect(await facts(page)).toMatchObject({ Failure: 'missing', Code: 'ChunkLoadError' })
})

test('[NOTE-3] a chunk that does not arrive in 120000 ms is named timeout', async () => {
  const page = await openList()
  const held: Route[] = []
  await page.route(SCRIPTS, (route) => void held.push(route))
  await page.clock.install()
  await shellOf(page).goTo('Tools')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await page.clock.runFor(119_000)
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.clock.runFor(1_500)
  expect(await facts(page)).toMatchObject({ Failure: 'timeout', Code: 'ChunkLoadError' })
})

test('[NOTE-3] a style chunk that fails has the code CSS_CHUNK_LOAD_FAILED; Retry loads it', async () => {
  const page = await openList()
  let isBroken = true
  await page.route(STYLES, (route) => (isBroken ? route.abort() : route.continue()))
  await page.evaluate(() => history.pushState({}, '', '/canvas'))
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate', { state: {} })))
  expect(await facts(page)).toMatchObject({
    Failure: 'load',
    Address: expect.stringMatching(/\.css$/),
    Code: 'CSS_CHUNK_LOAD_FAILED',
  })
  isBroken = false
  await retry(page)
  await page.locator('.react-flow').waitFor()
})

test('keys typed before the command palette has arrived are typed into it, Enter too', async () => {
  const page = await openList()
  const hold = () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    return page
      .route(SCRIPTS, async (route) => {
        await held
        await route.continue()
      })
      .then(() => release)
  }
  const release = await hold()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('marketp')
  await page.keyboard.press('Enter')
  release()
  await page.waitForURL('**/marketplaces')

  await page.reload()
  await shellOf(page).heading.waitFor()
  const releaseAgain = await hold()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('credd')
  await page.keyboard.press('Backspace')
  releaseAgain()
  const field = page.getByRole('combobox', { name: 'Type a screen, a flow or an action' })
  await field.waitFor()
  await expect.poll(() => field.inputValue()).toBe('cred')
  await page.keyboard.type('entials')
  await page.getByRole('option', { name: 'Credentials' }).waitFor()
  await expect.poll(() => field.inputValue()).toBe('credentials')
})
