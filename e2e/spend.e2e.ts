import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { startFakeVendor } from '../packages/server/src/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/src/testing/fake-vendor.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { createConversation } from './drivers/chat.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser
let vendor: FakeVendor

beforeAll(async () => {
  ;[product, browser, vendor] = await Promise.all([startProduct(), openBrowser(), startFakeVendor()])
  vendor.script = { tokens: ['Tea ', 'at four.'] }
})
afterAll(async () => {
  await browser.close()
  await Promise.all([product.stop(), vendor.close()])
})

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['CHATWRIGHT_LOOK']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test('[MENU-1] spend is read by day, flow, node and model, and a limit stops what would go beyond it', async () => {
  const { id } = await createConversation(product, vendor.url)
  await product.api('POST', `/internal-prediction/${id}`, { question: 'When is tea?' })
  const { page, close } = await visit(browser, product)
  await page.goto('/chatflows')
  await page.getByRole('link', { name: 'Spend' }).click()
  await page.getByRole('table', { name: 'Models', exact: true }).getByText('gpt-4o-mini').waitFor()
  await page.getByRole('table', { name: 'Flows', exact: true }).getByText('$0.000002').waitFor()
  await picture(page, 'spend')
  expect(await accessibilityFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'New limit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Counted in' }).click()
  await page.getByRole('option', { name: 'Tokens' }).click()
  await dialog.getByRole('textbox', { name: 'At most' }).fill('none')
  await dialog.getByRole('button', { name: 'Set the limit' }).click()
  await dialog.getByText('Enter a number above 0.').waitFor()
  await dialog.getByRole('textbox', { name: 'At most' }).fill('10')
  await picture(page, 'spend-limit')
  await dialog.getByRole('button', { name: 'Set the limit' }).click()
  await page.getByText('This server: 10 tokens a month').waitFor()
  const asked = vendor.requests.length
  await expect(product.api('POST', `/internal-prediction/${id}`, { question: 'Again?' })).rejects.toThrow(
    'The limit of what this server may cost this month is reached.',
  )
  expect(vendor.requests).toHaveLength(asked)
  await page.getByRole('button', { name: /^Delete the limit/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No limits yet.').waitFor()
  await product.api('POST', `/internal-prediction/${id}`, { question: 'Again?' })
  await close()
})

test('at a limit the owner is asked and allows more, or a cheaper model goes on', async () => {
  const { id } = await createConversation(product, vendor.url)
  const { page, close } = await visit(browser, product, { viewport: PHONE, stored: { isDarkMode: 'true' } })
  await page.goto('/spend')
  const limit = async (way: string, amount: string, unit = 'US dollars') => {
    await page.getByRole('button', { name: 'New limit' }).click()
    const dialog = page.getByRole('dialog')
    const choose = async (field: string, choice: string) => {
      await dialog.getByRole('combobox', { name: new RegExp(`^${field}`) }).click()
      await page.getByRole('option', { name: choice, exact: true }).click()
    }
    await choose('Counted in', unit)
    await dialog.getByRole('textbox', { name: 'At most' }).fill(amount)
    await choose('At the limit', way)
    return { dialog, choose, set: () => dialog.getByRole('button', { name: 'Set the limit' }).click() }
  }
  const asking = await limit('Ask me', '10', 'Tokens')
  expect(await accessibilityFaults(page)).toEqual([])
  await asking.set()
  await page.getByText('then you are asked').waitFor()
  const ask = () => product.api('POST', `/internal-prediction/${id}`, { question: 'Tea?' })
  await expect(ask()).rejects.toThrow('Allow more on the screen')
  await page.reload()
  await page.getByText('The limit is reached, and a run asked for more.').waitFor()
  await picture(page, 'spend-asking')
  expect(await accessibilityFaults(page)).toEqual([])
  const allow = page.getByRole('button', { name: /^Allow .+ tokens more$/ })
  await allow.click()
  await allow.waitFor({ state: 'detached' })
  await ask()
  const forget = async () => {
    await page.getByRole('button', { name: /^Delete the limit/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No limits yet.').waitFor()
  }
  await forget()

  const cheaper = await limit('Go on with a cheaper model', '0.002')
  await cheaper.set()
  await cheaper.dialog.getByText('Choose a model.').waitFor()
  await cheaper.choose('Cheaper model', 'gpt-4.1-nano')
  await picture(page, 'spend-cheaper')
  await cheaper.set()
  await page.getByText('from 80% on, gpt-4.1-nano answers').waitFor()
  // What the node's own model may cost at most does not fit below four fifths of it; what the other may cost fits below the whole.
  await ask()
  expect(vendor.requests.at(-1)?.body).toMatchObject({ model: 'gpt-4.1-nano' })
  await forget()
  await close()
})

test('a price is set by hand, in the dark and on a phone', async () => {
  const { page, close } = await visit(browser, product, { viewport: PHONE, stored: { isDarkMode: 'true' } })
  await page.goto('/spend')
  await page.getByRole('button', { name: 'Set a price' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Model' }).fill('our-own-model')
  await dialog.getByRole('textbox', { name: 'Input, in $' }).fill('2')
  await dialog.getByRole('textbox', { name: 'Output, in $' }).fill('4.5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('searchbox', { name: 'Search models' }).fill('our-own')
  await page.getByRole('row', { name: /our-own-model/ }).waitFor()
  await picture(page, 'spend-phone')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await page.getByRole('button', { name: 'Remove your price for our-own-model' }).click()
  await page.getByRole('row', { name: /our-own-model/ }).waitFor({ state: 'detached' })
  await close()
})
