import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { openBrowser, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})

afterAll(async () => {
  await browser.close()
  await product.stop()
})

const HANDBOOK = `The office opens at eight in the morning and closes at six in the evening.

Every employee has thirty days of paid holiday a year. Unused days expire at the end of March.

The wireless network for guests is called Meadow, and its password hangs in the kitchen.`

test('from an empty data folder to an answer out of one’s own document, without a key and without leaving the machine', async () => {
  const { page, faults, close } = await visit(browser, product)
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url) && /^https?:/.test(request.url())) outside.push(request.url())
  })
  await page.goto('/')
  const pick = () => page.getByRole('button', { name: 'Choose a file' }).click()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), pick()])
  await chooser.setFiles({ name: 'handbook.txt', mimeType: 'text/plain', buffer: Buffer.from(HANDBOOK) })
  await page.waitForURL('**/canvas/*', { timeout: 60_000 })
  await expect.poll(() => page.locator('.react-flow__node').count()).toBe(6)
  const question = page.getByRole('region', { name: /chat/i }).getByRole('textbox')
  await question.fill('How many days of holiday do I get?')
  await question.press('Enter')
  await expect
    .poll(() => page.getByRole('region', { name: /chat/i }).textContent(), { timeout: 60_000 })
    .toContain('thirty days of paid holiday')
  expect(outside).toEqual([])
  expect(faults.filter((fault) => fault.startsWith('uncaught'))).toEqual([])
  const [flow] = await product.api<{ name: string }[]>('GET', '/chatflows')
  expect(flow?.name).toBe('Chat with handbook')
  await close()
})
