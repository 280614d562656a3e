import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { accessibilityFaults } from './drivers/accessibility.ts'
import { createFlow } from './drivers/flows.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let empty: Product
let browser: Browser

beforeAll(async () => {
  ;[product, empty, browser] = await Promise.all([startProduct(), startProduct(), openBrowser()])
  await createFlow(product, { name: 'Support desk', category: 'support', isPublic: true })
  await createFlow(product, {
    name: 'A name that goes on for longer than any card is wide, and then some more',
    nodes: [],
  })
  await product.api('POST', '/tools', { name: 'greet', description: 'Greets', schema: '[]', func: 'return 1' })
  await product.api('POST', '/apikey', { keyName: 'Widget' })
  await product.api('POST', '/variables', { name: 'TOKEN', value: 'x', isSecret: true })
})

afterAll(async () => {
  await browser.close()
  await Promise.all([product.stop(), empty.stop()])
})

/** What axe finds wrong, in the light theme and then in the dark one. */
async function faultsInBothThemes(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const isDark of [false, true]) {
    // As if it was switched in another tab: nothing that is open here closes.
    await page.evaluate((newValue) => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'isDarkMode', newValue }))
    }, String(isDark))
    await page.locator(`html[data-theme=${isDark ? 'dark' : 'light'}]`).waitFor()
    // Transitions would be measured half transparent.
    await page.evaluate(async () => {
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(ending.map(({ finished }) => finished))
    })
    for (const fault of await accessibilityFaults(page, { ofColours: isDark }))
      faults.push(`${isDark ? 'dark' : 'light'}: ${fault}`)
  }
  return faults
}

const SCREENS = ['/chatflows', '/marketplaces', '/tools', '/credentials', '/credentials?tab=variables', '/apikey']

/** What opens over a screen, and how. */
const OVERLAYS: readonly { name: string; path: string; open: (page: Page) => Promise<void> }[] = [
  {
    name: 'help',
    path: '/',
    open: async (page) => {
      await page.getByRole('button', { name: 'Read the guide to a first flow' }).click()
      await page.getByRole('dialog', { name: 'Help' }).getByRole('heading', { name: 'Your first flow' }).waitFor()
    },
  },
  {
    name: 'the command palette',
    path: '/chatflows',
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'the user menu',
    path: '/chatflows',
    open: async (page) => {
      await page.getByRole('button', { name: 'User menu' }).click()
      await page.getByRole('menuitem', { name: 'About' }).waitFor()
    },
  },
  {
    name: 'the version dialog',
    path: '/chatflows',
    open: async (page) => {
      await page.getByRole('button', { name: 'User menu' }).click()
      await page.getByRole('menuitem', { name: 'About' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'the confirmation of a deletion',
    path: '/tools',
    open: async (page) => {
      await page.getByRole('button', { name: 'Actions for greet' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'the editor of a tool with its try-it panel',
    path: '/tools',
    open: async (page) => {
      await page.getByRole('button', { name: 'greet', exact: true }).click()
      await page.getByRole('dialog').locator('.cm-content').waitFor()
    },
  },
  {
    name: 'the preview of a tool template',
    path: '/marketplaces?type=Tool',
    open: async (page) => {
      await page.getByRole('article').first().getByRole('button').first().click()
      await page.getByRole('dialog').locator('.cm-content').waitFor()
    },
  },
  {
    name: 'the question for missing credentials',
    path: '/marketplaces',
    open: async (page) => {
      await page.getByRole('button', { name: 'Use Conversation', exact: true }).click()
      await page.getByRole('dialog', { name: 'This flow needs credentials' }).waitFor()
    },
  },
  {
    name: 'a notice',
    path: '/apikey',
    open: async (page) => {
      await page.route('**/api/v1/marketplaces/templates/*', (route) => route.abort())
      await page.goto('/marketplaces')
      await page.getByRole('button', { name: 'Use Conversation', exact: true }).click()
      await page.getByText(/^The template could not be opened/).waitFor()
    },
  },
]

describe('in the light and the dark theme', () => {
  test.each([...SCREENS, '/nowhere'])('%s has no accessibility faults', async (path) => {
    const { page, close } = await visit(browser, product)
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await faultsInBothThemes(page)).toEqual([])
    await close()
  })

  test.each(SCREENS)('%s has none while it is empty', async (path) => {
    const { page, close } = await visit(browser, empty)
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await faultsInBothThemes(page)).toEqual([])
    await close()
  })

  test.each([
    ['/tools', 'Create tool'],
    ['/credentials', 'Add credential'],
    ['/credentials?tab=variables', 'Add variable'],
    ['/apikey', 'Create key'],
  ])('the dialog of %s has none', async (path, button) => {
    const { page, close } = await visit(browser, product)
    await page.goto(path)
    await page.getByRole('button', { name: button }).first().click()
    await page.getByRole('dialog').waitFor()
    await page.waitForLoadState('networkidle')
    expect(await faultsInBothThemes(page)).toEqual([])
    await close()
  })

  test.each(OVERLAYS)('$name has none', async ({ path, open }) => {
    const { page, close } = await visit(browser, path === '/' ? empty : product)
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await open(page)
    await page.waitForLoadState('networkidle')
    expect(await faultsInBothThemes(page)).toEqual([])
    await close()
  })

  test('a failed list has none', async () => {
    const { page, close } = await visit(browser, product)
    await page.route('**/api/v1/tools', (route) => route.fulfill({ status: 500, json: { message: 'No luck' } }))
    await page.goto('/tools')
    await page.getByRole('button', { name: 'Retry' }).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await close()
  })
})

test.each([...SCREENS, '/nowhere'])('%s does not scroll sideways on a phone', async (path) => {
  const { page, close } = await visit(browser, product, { viewport: PHONE, hasTouch: true, isMobile: true })
  await page.goto(path)
  await page.getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await close()
})

test('the table of chat flows fits a phone too, and keeps the time of the last edit', async () => {
  const stored = { chatflowView: 'table' }
  const { page, close } = await visit(browser, product, { viewport: PHONE, hasTouch: true, isMobile: true, stored })
  await page.goto('/chatflows')
  const row = page.getByRole('row').filter({ hasText: 'Support desk' })
  await row.getByText(/^Edited/).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await close()
})

test('the keyboard reaches a flow, its menu and back out of a dialog with the focus where it was', async () => {
  const { page, close } = await visit(browser, product)
  await page.goto('/apikey')
  const button = page.getByRole('button', { name: 'Create key' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  await close()
})
