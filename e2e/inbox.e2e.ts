import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { createConversation } from '../packages/server/testing/conversation-flow.ts'
import { retrieverFlow } from '../packages/server/testing/retriever-flow.ts'
import { startFakeVendor } from '../packages/server/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser
let vendor: FakeVendor

beforeAll(async () => {
  ;[product, browser, vendor] = await Promise.all([startProduct(), openBrowser(), startFakeVendor()])
  const send = async (method: string, path: string, body?: unknown) => ({
    status: 200,
    body: await product.api(method, path.replace('/api/v1', ''), body),
  })
  const flow = await createConversation({ send } as never, { vendorUrl: vendor.url })
  const rated = await product.api<{ chatMessageId: string }>('POST', `/prediction/${flow}`, {
    question: 'When do you open on Sundays?',
    chatId: 'rated',
  })
  const rating = { chatflowid: flow, chatId: 'rated', messageId: rated.chatMessageId, rating: 'THUMBS_DOWN' }
  await product.api('POST', '/feedback', { ...rating, content: 'You are closed on Sundays' })
  vendor.script = { tokens: [], status: 401 }
  await product
    .api('POST', `/prediction/${flow}`, { question: 'Is there parking?', chatId: 'failed' })
    .catch(() => undefined)
  const { id: storeId } = await product.api<{ id: string }>('POST', '/document-store/store', { name: 'Handbook' })
  const loaderConfig = { text: 'Lamps are in the cellar.' }
  await product.api('POST', '/document-store/loader/save', { storeId, loaderId: 'plainText', loaderConfig })
  await product.api('POST', `/document-store/refresh/${storeId}`, {})
  const drawn = retrieverFlow(`${storeId}:Handbook`)
  Object.assign(drawn.nodes[1]?.data.inputs ?? {}, { retrieverFilter: { floor: 'attic' } })
  const finder = { name: 'Finder', type: 'AGENTFLOW', flowData: JSON.stringify(drawn) }
  const { id } = await product.api<{ id: string }>('POST', '/chatflows', finder)
  await product.api('POST', `/prediction/${id}`, { question: 'Where are the lamps?' })
})

afterAll(async () => {
  await browser.close()
  await product.stop()
  await vendor.close()
})

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['CHATWRIGHT_LOOK']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('answers to look at stand in the inbox with their reason, open what happened and are dismissed', async () => {
  const { page, faults, close } = await visit(browser, product)
  await page.goto('/chatflows')
  await page.getByRole('link', { name: 'Runs' }).click()
  await page.getByRole('link', { name: 'Inbox' }).click()
  const row = (question: string) => page.getByRole('row').filter({ hasText: question })
  await row('When do you open on Sundays?').getByText('Thumbs down').waitFor()
  await row('When do you open on Sundays?').getByText('You are closed on Sundays').waitFor()
  await row('Is there parking?').getByText('Failed').waitFor()
  await page.getByText('3 answers to review in the last seven days, 0 in the seven days before').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'inbox')

  await page.getByRole('link', { name: 'Open the run of “Is there parking?”' }).click()
  await page.waitForURL(/\/runs\//)
  await page.getByText('ChatOpenAI').first().waitFor()
  await page.goBack()

  await row('Where are the lamps?').getByText('Found nothing').waitFor()
  await page.getByRole('link', { name: 'Search Handbook for “Where are the lamps?”' }).click()
  await page.getByRole('tabpanel').getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('region', { name: 'Results' }).getByText('in the cellar').waitFor()
  await page.goBack()

  await page.getByRole('button', { name: /^Reason/ }).click()
  await page.getByRole('option', { name: 'Failed' }).click()
  await row('When do you open on Sundays?').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Dismiss “Is there parking?”' }).click()
  await row('Is there parking?').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Put back' }).click()
  await row('Is there parking?').waitFor()
  expect(faults).toEqual([])
  await close()
})

test('the inbox is read on a phone, in the dark', async () => {
  const { page, close } = await visit(browser, product, { viewport: PHONE, colorScheme: 'dark' })
  await page.goto('/inbox')
  await page.getByText('When do you open on Sundays?').waitFor()
  await picture(page, 'inbox-phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  expect(await accessibilityFaults(page)).toEqual([])
  await close()
})
