import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { startFakeVendor } from '../packages/server/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { createKnowledge } from '../packages/server/testing/knowledge-flow.ts'
import { openTab } from './drivers/lent-pages.ts'
import { shellOf } from './drivers/shell.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser
let vendor: FakeVendor

beforeAll(async () => {
  ;[product, browser, vendor] = await Promise.all([startProduct(), openBrowser(), startFakeVendor()])
})

afterAll(async () => {
  await browser.close()
  await Promise.all([product.stop(), vendor.close()])
})

/** Lets the first embeddings through, then holds the rest until released. */
function holdAfter(count: number): () => void {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let heard = 0
  vendor.script.beforeEmbedding = async () => {
    heard += 1
    if (heard > count) await released
  }
  return () => release()
}

async function load(page: Page, flowId: string) {
  await page.goto(`/canvas/${flowId}`)
  await page.getByRole('button', { name: 'Load documents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Load documents' })
  await dialog.getByText(/continues in the background/).waitFor()
  return dialog
}

test('a load goes on without its tab, shows how far it is in another, can be cancelled, and tells how it ended', async () => {
  const flowId = await createKnowledge(product.url, { vendorUrl: vendor.url, documents: 200 })
  const release = holdAfter(1)
  const first = await visit(browser, product)
  const other = await openTab(first.page)
  await other.goto('/tools')
  await other.getByRole('heading', { level: 1 }).waitFor()
  expect(await other.getByRole('button', { name: /^Background work/ }).count()).toBe(0)

  await load(first.page, flowId)
  await other.getByRole('button', { name: 'Background work: 1 running' }).click()
  const work = other.getByRole('dialog', { name: 'Background work' })
  await work.getByRole('link', { name: 'Knowledge' }).waitFor()
  await work.getByText(/^\d+ of 200$/).waitFor()
  await work.getByRole('button', { name: /^Cancel/ }).click()
  await work.getByText('Stopped. Documents loaded so far are kept.').waitFor()
  release()

  const releaseAgain = holdAfter(1)
  await load(first.page, flowId)
  await work.getByRole('button', { name: /^Cancel/ }).waitFor()
  await first.page.close()
  releaseAgain()
  await work.getByText(/^Done: \d+ added/).waitFor()
  await expect.poll(() => work.getByRole('button', { name: /^Cancel/ }).count()).toBe(0)
  const { items } = await product.api<{ items: { state: string }[] }>('GET', '/jobs')
  expect(items.map(({ state }) => state)).toEqual(['done', 'cancelled'])
  await first.close()
})

test('on a phone it is opened from the side menu, the top bar keeps its room, and the head is in reach', async () => {
  const flowId = await createKnowledge(product.url, { vendorUrl: vendor.url, documents: 20 })
  delete vendor.script.beforeEmbedding
  await product.api('POST', `/vector/internal-upsert/${flowId}?background=true`, {})
  const { page, close } = await visit(browser, product, { viewport: PHONE, hasTouch: true })
  await page.goto('/tools')
  await shellOf(page).toggleDrawer()
  await page.getByRole('button', { name: /^Background work/ }).click()
  const work = page.getByRole('dialog', { name: 'Background work' })
  await work.getByText(/^Done: 20 added/).waitFor()
  const user = await page
    .locator('header')
    .getByRole('button', { name: 'User menu', includeHidden: true })
    .boundingBox()
  expect((user?.x ?? PHONE.width) + (user?.width ?? 0)).toBeLessThanOrEqual(PHONE.width)
  await work.getByRole('button', { name: 'Close' }).click()
  await work.waitFor({ state: 'hidden' })
  await close()
})
