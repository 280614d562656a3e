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
  for (const question of ['Is there parking?', 'Can I park here?'])
    await product.api('POST', `/prediction/${flow}`, { question, chatId: question }).catch(() => undefined)
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

const row = (page: Page, question: string) => page.getByRole('row').filter({ hasText: question })
const view = (page: Page, name: RegExp) => page.getByRole('tab', { name })

test('every run is found by its words; what needs a look stands in a view, and is kept or dismissed', async () => {
  const { page, faults, close } = await visit(browser, product)
  await page.goto('/runs')
  await row(page, 'Where are the lamps?').waitFor()
  expect(await page.getByRole('row').count()).toBe(5)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'runs')
  const search = page.getByRole('searchbox', { name: 'Search questions, answers, errors' })
  await search.fill('parking')
  await row(page, 'Where are the lamps?').waitFor({ state: 'detached' })
  await row(page, 'Is there parking?').waitFor()
  await page.waitForURL(/words=parking/)
  await search.fill('nobody asked this')
  await page.getByText('Nothing found for “nobody asked this”').waitFor()
  await search.fill('')

  await view(page, /^Rated down \(1\)/).click()
  await row(page, 'When do you open on Sundays?').getByText('You are closed on Sundays').waitFor()
  await row(page, 'When do you open on Sundays?').getByRole('img', { name: 'Thumbs down' }).waitFor()

  await view(page, /^Found nothing/).click()
  await page.getByRole('link', { name: 'Search Handbook for “Where are the lamps?”' }).click()
  await page.getByRole('tabpanel').getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('region', { name: 'Results' }).getByText('in the cellar').waitFor()
  await page.goBack()

  // Two that failed alike are one cause.
  await view(page, /^Failed \(2\)/).click()
  const causes = page.getByRole('region', { name: 'Most frequent causes' })
  await causes.getByText('2 ×').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'runs-failed')
  await page.getByRole('button', { name: 'Dismiss “Is there parking?”' }).click()
  await row(page, 'Is there parking?').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Put back' }).click()
  await row(page, 'Is there parking?').waitFor()
  await page.getByRole('link', { name: 'Is there parking?' }).click()
  await page.waitForURL(/\/runs\/./)
  await page.getByText('ChatOpenAI').first().waitFor()
  await page.goBack()
  await row(page, 'Is there parking?').waitFor()
  expect(faults).toEqual([])
  await close()
})

test('keys walk the list, show a run at a glance and choose several, which are kept as tests together', async () => {
  const { page, faults, close } = await visit(browser, product)
  await page.goto('/runs?view=failed')
  await row(page, 'Is there parking?').waitFor()
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Can I park here?')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const chosen = page.getByRole('group', { name: '2 runs chosen' })
  await chosen.waitFor()
  await page.keyboard.press('Space')
  const glance = page.getByRole('complementary', { name: 'Run at a glance' })
  await glance.getByText('Is there parking?').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'runs-peek')
  await page.keyboard.press('k')
  await glance.getByText('Can I park here?').waitFor()
  await page.keyboard.press('Escape')
  await glance.waitFor({ state: 'detached' })
  await chosen.getByRole('button', { name: 'Keep as tests' }).click()
  await page.getByText('Kept 2 tests.').waitFor()
  const sets = await product.api<{ items: { cases?: number; caseCount?: number }[] }>('GET', '/tests')
  expect(sets.items).toHaveLength(1)
  expect(faults).toEqual([])
  await close()
})

test('addresses of before lead to the list, and it is read on a phone, in the dark', async () => {
  const { page, close } = await visit(browser, product, { viewport: PHONE, colorScheme: 'dark' })
  for (const [before, after] of [
    ['/executions', /\/runs$/],
    ['/waiting', /\/runs\?view=waiting$/],
    ['/inbox', /\/runs\?view=failed$/],
  ] as const) {
    await page.goto(before)
    await page.waitForURL(after)
  }
  await page.goto('/runs')
  await page.getByRole('link', { name: 'When do you open on Sundays?' }).waitFor()
  await picture(page, 'runs-phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  expect(await accessibilityFaults(page)).toEqual([])
  await close()
})
