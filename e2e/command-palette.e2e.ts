import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { accessibilityFaults } from './drivers/accessibility.ts'
import { canvasOf } from './drivers/canvas.ts'
import { walkOf } from './drivers/walk.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser
const walk = walkOf((options) => visit(browser, product, options))

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
  await product.api('POST', '/variables', { name: 'harbour', value: 'Kiel' })
  await product.api('POST', '/credentials', {
    name: 'Key for the ferry',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-ferry' },
  })
  await product.api('POST', '/tools', {
    name: 'tide_table',
    description: 'Knows the tides',
    color: '#1565C0',
    schema: '[]',
    func: 'return 1',
  })
  await product.api('POST', '/chatflows', { name: 'Ferry desk', flowData: JSON.stringify({ nodes: [], edges: [] }) })
})

afterAll(async () => {
  await walk.end()
  await browser.close()
  await product.stop()
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await walk.end()
})

const field = (page: Page) => page.getByRole('combobox', { name: 'Type a screen, a flow or an action' })

async function choose(page: Page, words: string, name: string | RegExp) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
  // Of the palette alone: a canvas has options of the same names behind it.
  await page.getByRole('listbox', { name: 'Search or run a command' }).getByRole('option', { name }).first().click()
}

test('every key counts, also those typed before the palette is there', async () => {
  const { page, close } = await visit(browser, product)
  // Nothing comes ahead of its use, and what is asked for after Ctrl+K comes only when everything is typed.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await page.goto('/tools')
  await page.getByRole('heading', { level: 1 }).waitFor()
  let endTyping: () => void = () => undefined
  const typed = new Promise<void>((resolve) => {
    endTyping = resolve
  })
  const held: string[] = []
  await page.route('**/assets/async/*', async (route) => {
    held.push(route.request().url())
    await typed
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('marketplaces')
  await expect.poll(() => held).not.toEqual([])
  expect(await field(page).count()).toBe(0)
  endTyping()
  await field(page).waitFor()
  await expect.poll(() => field(page).inputValue()).toBe('marketplaces')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/marketplaces')
  await close()
})

test('Escape closes at once, whatever was typed', async () => {
  const { page, faults } = await walk.to('/tools')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('blank')
  await page.getByRole('option', { name: 'New flow' }).waitFor()
  await page.keyboard.press('Escape')
  await field(page).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('flows, templates, tools, credentials, variables and guides are gone to by their names', async () => {
  const { page, faults } = await walk.to('/tools')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await choose(page, 'tide', 'tide_table')
  await page.waitForURL(/\/tools\?open=/)
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await choose(page, 'key for the', 'Key for the ferry')
  await page.waitForURL(/\/credentials\?open=/)
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/credentials$/)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await choose(page, 'harb', 'harbour')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await choose(page, 'your first', 'Your first flow')
  await page.getByRole('dialog', { name: 'Help' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await choose(page, 'document offline', 'Chat with a document, offline')
  await page.waitForURL(/\/marketplace\//)
  await page.goBack()
  await choose(page, 'ferry desk', 'Ferry desk')
  await page.waitForURL(/\/canvas\//)
  expect(faults).toEqual([])
})

test('settings are changed and nodes of the open flow found', async () => {
  const { page } = await walk.to('/canvas')
  const canvas = canvasOf(page)
  await canvas.add('ChatOpenAI')
  await canvas.node('chatOpenAI_0').waitFor()
  await choose(page, 'chatopenai', 'ChatOpenAI')
  await page.locator('.react-flow__node.selected[data-id="chatOpenAI_0"]').waitFor()
  await choose(page, 'theme', 'Switch to dark mode')
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
})

test('it has no fault of accessibility, on a phone either', async () => {
  const { page } = await walk.to('/tools', {}, PHONE)
  await page.getByRole('button', { name: 'Search or run a command' }).click()
  await field(page).fill('flow')
  await page.getByRole('option').first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})
