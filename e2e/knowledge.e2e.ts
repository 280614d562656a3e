import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { accessibilityFaults } from './drivers/accessibility.ts'
import { goInside, walkOf } from './drivers/walk.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser
const walk = walkOf((options) => visit(browser, product, options))

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await walk.end()
})

afterAll(async () => {
  await walk.end()
  await browser.close()
  await product.stop()
})

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['CHATWRIGHT_LOOK']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('[MENU-1] a store is made, given a source, loaded, searched, mended and deleted', async () => {
  const { page, faults } = await walk.to('/chatflows')
  await page.getByRole('link', { name: 'Knowledge' }).click()
  await page.getByRole('heading', { name: 'No documents yet' }).waitFor()
  await page.getByRole('button', { name: 'New knowledge base' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Handbook')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Where do the documents come from?' }).waitFor()

  await page.getByRole('button', { name: 'Add a source' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Kind of source' }).click()
  await page.getByRole('option', { name: /^Plain Text/ }).click()
  await dialog
    .getByRole('textbox', { name: 'Text', exact: true })
    .fill('# Lamps\n\nLamps are in the cellar, on the left.')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('region', { name: 'Preview of the chunks' }).getByText('on the left').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'knowledge-source')
  await dialog.getByRole('button', { name: 'Save and load' }).click()
  await page.getByText('Ready').waitFor()

  await page.getByRole('tab', { name: 'Search' }).click()
  await page.getByRole('textbox', { name: 'Question' }).fill('Where are the lamps?')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Search', exact: true }).click()
  const results = page.getByRole('region', { name: 'Results' })
  await results.getByText('in the cellar').waitFor()
  // An id says nothing to people.
  expect(await results.getByText('docId').count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'knowledge-search')
  await page.getByRole('button', { name: 'Compare with other settings' }).click()
  await page.getByRole('group', { name: 'Settings B' }).getByRole('switch', { name: 'Hybrid Search' }).click()
  await page.getByRole('tabpanel').getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('region', { name: 'Results with settings B' }).getByText('Words: rank 1').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'knowledge-compare')
  await page
    .getByRole('region', { name: 'Results with settings A' })
    .getByRole('button', { name: /^Keep as a test/ })
    .click()
  await page.getByText('Kept under Tests.').waitFor()
  await page.getByRole('tab', { name: 'Tests' }).click()
  await page.getByRole('button', { name: 'Run 1 test' }).click()
  await page.getByText('1 of 1 found first, 1 of 1 found in 10. Mean rank when found: 1.0.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'knowledge-tests')

  const fitsPhone = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  const { pathname, search } = new URL(page.url())
  expect(faults).toEqual([])
  await walk.to(`${pathname}${search}`, { isDarkMode: 'true' }, PHONE)
  await page.getByRole('button', { name: 'Run 1 test' }).click()
  await page.getByText('1 of 1 found first').waitFor()
  await fitsPhone()
  await picture(page, 'knowledge-tests-phone')
  await page.getByRole('tab', { name: 'Sources' }).click()
  await page.getByRole('row', { name: /Plain Text/ }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await fitsPhone()
  await picture(page, 'knowledge-phone')

  const atDesk = await walk.to(pathname)
  await page.getByRole('tab', { name: 'Chunks' }).click()
  await page.getByRole('button', { name: 'Edit chunk 1' }).click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Lamps are upstairs.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Lamps are upstairs.').waitFor()
  const onOff = page.getByRole('switch', { name: 'Include chunk 1 in searches' })
  await onOff.click()
  await expect.poll(() => onOff.isChecked()).toBe(false)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'knowledge-passages')

  await page.getByRole('tab', { name: 'Sources' }).click()
  await page.getByRole('button', { name: 'What would change?' }).click()
  await page.getByText('0 new, 0 changed, 0 removed and 1 unchanged').waitFor()
  await page.getByRole('row', { name: /Plain Text.*Lamps Lamps are in the cellar/ }).waitFor()
  expect(atDesk.faults).toEqual([])

  await page.getByRole('button', { name: 'Actions for Handbook' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'No documents yet' }).waitFor()
})

async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const files = await page.evaluateHandle(
    ([fileName, content]) => {
      const data = new DataTransfer()
      data.items.add(new File([content], fileName, { type: 'text/plain' }))
      return data
    },
    [name, text] as const,
  )
  await page.dispatchEvent('body', 'dragover', { dataTransfer: files })
  await page.getByText(/^Drop the files to/).waitFor()
  await page.dispatchEvent('body', 'drop', { dataTransfer: files })
}

test('files dropped anywhere make a store or join it, and another embedding builds a new index', async () => {
  const { page, faults } = await walk.to('/knowledge')
  await page.getByRole('button', { name: 'New knowledge base' }).waitFor()
  await dropFile(page, 'opening hours.txt', 'We open at nine.')
  await page.getByRole('heading', { name: 'opening hours' }).waitFor()
  await page.getByText('Ready').waitFor()

  await page.getByRole('tab', { name: 'Search' }).click()
  await dropFile(page, 'returns.txt', 'Things may be brought back within thirty days.')
  await page.getByText('2 chunks').waitFor()

  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for opening hours' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Edit')
  await page.getByRole('combobox', { name: 'Reload the sources' }).click()
  await page.getByRole('option', { name: 'Every night at 3' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await choose('Edit')
  await page.getByText(/^Next on /).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'knowledge-edit')
  await page.keyboard.press('Escape')

  await choose('Embedding and index')
  const dialog = page.getByRole('dialog', { name: 'Embedding and index' })
  await dialog.getByRole('combobox', { name: 'Embedding' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'knowledge-index')
  await dialog.getByRole('combobox', { name: 'Embedding' }).click()
  await page.getByRole('option', { name: /^OpenAI Embeddings Embeds/ }).click()
  await dialog.getByRole('button', { name: 'Save and load' }).click()
  // Nobody gave a key: the load fails, and what was there is still found.
  await page.getByText('The last load failed. The knowledge base is unchanged.').waitFor()
  await page.getByRole('textbox', { name: 'Question' }).fill('When do you open?')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('region', { name: 'Results' }).getByText('We open at nine.').waitFor()
  expect(faults).toEqual([])
})

test('a store whose only document is broken says so, names it once, and is mended by another file', async () => {
  const { page, faults } = await walk.to('/knowledge')
  await page.getByRole('button', { name: 'New knowledge base' }).waitFor()
  await dropFile(page, 'prices.json', '{"price": ')
  await page.getByRole('heading', { name: 'prices' }).waitFor()
  await page.getByText('Nothing loaded').waitFor()
  const notice = page.getByRole('status').filter({ hasText: '1 document couldn’t be read.' })
  expect((await notice.textContent())?.split('prices.json')).toHaveLength(2)
  expect(await notice.getByText('The others are loaded').count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'knowledge-unread')
  await goInside(page, '/knowledge')
  await page.getByRole('listitem').filter({ hasText: 'prices' }).getByText('Nothing loaded').waitFor()
  await page.getByRole('link', { name: 'prices' }).click()
  await page.getByRole('heading', { name: 'prices' }).waitFor()
  await dropFile(page, 'prices.txt', 'A lamp costs ten euros.')
  await page.getByText('Ready').waitFor()
  expect(faults).toEqual([])
})
