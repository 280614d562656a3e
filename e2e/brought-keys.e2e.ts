import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { shellOf } from './drivers/shell.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product, Visit, VisitOptions } from './harness.ts'

let product: Product
let browser: Browser
const visits: Visit[] = []

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

beforeEach(async () => {
  product = await startProduct()
})
afterEach(async () => {
  for (const opened of visits.splice(0)) await opened.close()
  await product.stop()
})

const file = {
  chatmessages: [],
  chatflows: [{ id: 'f1', name: 'Brought flow', flowData: '{"nodes":[],"edges":[]}' }],
  apikeys: [
    { id: 'k1', keyName: 'Deployment', apiKey: 'a-key-that-manages', permissions: ['predict', 'manage'] },
    { id: 'k2', keyName: 'Website', apiKey: 'a-key-for-one-flow', permissions: ['predict'], flows: ['f1'] },
  ],
}

async function load(options: VisitOptions = {}): Promise<Page> {
  const opened = await visit(browser, product, options)
  visits.push(opened)
  const { page } = opened
  await page.goto('/tools')
  const choose = () => shellOf(page).chooseFromUserMenu('Load Database')
  await shellOf(page).chooseFile(choose, { name: 'DB.json', text: JSON.stringify(file) })
  await page.waitForURL(`${product.url}/`)
  return page
}

const question = (page: Page) => page.getByRole('dialog', { name: 'The database contained 2 API keys' })
const isKnown = async (key: string) => (await fetch(`${product.url}/api/v1/verify/apikey/${key}`)).status === 200
const known = async () => [await isKnown('a-key-that-manages'), await isKnown('a-key-for-one-flow')]

test('[USER-7] keys of a loaded database are shown with their rights after the reload, and opened by one click', async () => {
  const page = await load()
  const dialog = question(page)
  await dialog.waitFor()
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Deployment\n+.*\n+Full access$/),
    expect.stringMatching(/^Website\n+.*\n+1 flow$/),
  ])
  expect(await known()).toEqual([false, false])
  await page.reload()
  await question(page).getByRole('button', { name: 'Allow them' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  expect(await known()).toEqual([true, true])
  await page.reload()
  await page.getByRole('link', { name: 'Brought flow' }).waitFor()
  expect(await dialog.count()).toBe(0)
})

test('left closed they are marked under API Keys, where each is let in or deleted', async () => {
  const page = await load({ viewport: PHONE, colorScheme: 'dark' })
  await question(page).getByRole('button', { name: 'Keep them blocked' }).click()
  await expect.poll(() => question(page).count()).toBe(0)
  expect(await known()).toEqual([false, false])
  await page.goto('/apikey')
  const row = (name: string) => page.getByRole('row', { name })
  const act = async (name: string, action: string) => {
    await row(name)
      .getByRole('button', { name: `Actions for ${name}` })
      .click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await row('Deployment').getByText('Blocked').waitFor()
  await row('Website').getByText('Blocked').waitFor()
  await act('Website', 'Allow…')
  await page.getByRole('dialog', { name: 'contained an API key' }).getByRole('button', { name: 'Allow it' }).click()
  // Rows are out of reach while the dialog is there: what it did counts first.
  await expect.poll(known).toEqual([false, true])
  await row('Website').waitFor()
  await expect.poll(() => row('Website').getByText('Blocked').count()).toBe(0)
  await act('Deployment', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await row('Website').waitFor()
  await expect.poll(() => row('Deployment').count()).toBe(0)
  expect(await known()).toEqual([false, true])
})
