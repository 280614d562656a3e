import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Locator, Page } from 'playwright-core'

import { faultsInBothThemes } from './drivers/accessibility.ts'
import { createFlow } from './drivers/flows.ts'
import { watchNetwork } from './drivers/quiet-network.ts'
import { shellOf } from './drivers/shell.ts'
import { goInside, walkOf } from './drivers/walk.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

/** A walk through everything. */
const LONG = 300_000

let product: Product
let browser: Browser
const walk = walkOf((options) => visit(browser, product, options))
const phoneWalk = walkOf((options) =>
  visit(browser, product, { ...options, viewport: PHONE, hasTouch: true, isMobile: true }),
)

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})

let filling: Promise<void> | undefined

/** From then on there is something on every screen. */
const filled = () => (filling ??= fill())

async function fill(): Promise<void> {
  await createFlow(product, { name: 'Support desk', category: 'support', isPublic: true })
  await createFlow(product, {
    name: 'A name that goes on for longer than any card is wide, and then some more',
    nodes: [],
  })
  await product.api('POST', '/tools', { name: 'greet', description: 'Greets', schema: '[]', func: 'return 1' })
  await product.api('POST', '/apikey', { keyName: 'Widget' })
  await product.api('POST', '/variables', { name: 'TOKEN', value: 'x', isSecret: true })
}

async function endWalks(): Promise<void> {
  await walk.end()
  await phoneWalk.end()
}

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await endWalks()
})

afterAll(async () => {
  await endWalks()
  await browser.close()
  await product.stop()
})

/** A screen, how the side menu or a tab of the screen before leads there, and what opens over it. */
interface Screen {
  path: string
  title: string
  tab?: string
  overlays: readonly Overlay[]
}

interface Overlay {
  name: string
  open: (page: Page) => Promise<void>
}

/** A form that a button of the screen opens. */
const form = (button: string): Overlay => ({
  name: `the form of “${button}”`,
  open: async (page) => {
    await page.getByRole('button', { name: button }).first().click()
    await page.getByRole('dialog').waitFor()
  },
})

/** All of them were looked at before anything opens over them. */
const FEW_TEMPLATES = '/marketplaces?search=Conversation'

const SCREENS: readonly Screen[] = [
  {
    path: '/chatflows',
    title: 'Chatflows',
    overlays: [
      {
        name: 'the command palette',
        open: async (page) => {
          await page.keyboard.press('Control+k')
          await page.getByRole('option').first().waitFor()
        },
      },
      {
        name: 'the user menu',
        open: async (page) => {
          await page.getByRole('button', { name: 'User menu' }).click()
          await page.getByRole('menuitem', { name: 'About' }).waitFor()
        },
      },
      {
        name: 'the version dialog',
        open: async (page) => {
          await page.getByRole('button', { name: 'User menu' }).click()
          await page.getByRole('menuitem', { name: 'About' }).click()
          await page.getByRole('dialog').waitFor()
        },
      },
    ],
  },
  { path: '/home', title: 'Home', overlays: [] },
  {
    path: '/tools',
    title: 'Tools',
    overlays: [
      form('Create tool'),
      {
        name: 'the confirmation of a deletion',
        open: async (page) => {
          await page.getByRole('button', { name: 'Actions for greet' }).click()
          await page.getByRole('menuitem', { name: 'Delete' }).click()
          await page.getByRole('alertdialog').waitFor()
        },
      },
      {
        name: 'the editor of a tool with its try-it panel',
        open: async (page) => {
          await page.getByRole('button', { name: 'greet', exact: true }).click()
          await page.getByRole('dialog').locator('.cm-content').waitFor()
        },
      },
    ],
  },
  { path: '/triggers', title: 'Publish', overlays: [] },
  { path: '/tests', title: 'Quality', overlays: [] },
  { path: '/credentials', title: 'Credentials', overlays: [form('Add credential')] },
  { path: '/credentials?tab=variables', title: 'Variables', tab: 'Variables', overlays: [form('Add variable')] },
  { path: '/apikey', title: 'API Keys', overlays: [form('Create key')] },
  {
    path: '/marketplaces',
    title: 'Marketplaces',
    overlays: [
      {
        name: 'a notice',
        open: async (page) => {
          await goInside(page, FEW_TEMPLATES)
          await page.route('**/api/v1/marketplaces/templates/*', (route) => route.abort())
          await page.getByRole('button', { name: 'Use Conversation', exact: true }).click()
          await page.getByText(/^The template could not be opened/).waitFor()
          await page.unrouteAll()
        },
      },
      {
        name: 'the preview of a tool template',
        open: async (page) => {
          await goInside(page, '/marketplaces?type=Tool')
          await page.getByRole('tab', { name: 'Tools', selected: true }).waitFor()
          await page.getByRole('article').first().getByRole('button').first().click()
          await page.getByRole('dialog').locator('.cm-content').waitFor()
        },
      },
      {
        name: 'the question for missing credentials',
        open: async (page) => {
          await goInside(page, FEW_TEMPLATES)
          await page.getByRole('button', { name: 'Use Conversation', exact: true }).click()
          await page.getByRole('dialog', { name: 'This flow needs credentials' }).waitFor()
        },
      },
    ],
  },
]

/** From one screen to the next on one page, as a person goes: loading it anew for each costs more than looking at it. */
async function goTo(page: Page, { path, title, tab }: Screen): Promise<void> {
  const shell = shellOf(page)
  // Of a server without flows it has another heading.
  if (new URL(page.url()).pathname === path) return shell.heading.waitFor()
  if (tab !== undefined) {
    await page.getByRole('tab', { name: tab }).click()
  } else {
    if (!(await shell.menu.isVisible())) await shell.toggleDrawer()
    await shell.goTo(title)
  }
  await page.waitForURL(`**${path}`)
  await expect.poll(() => shell.heading.textContent()).toContain(title)
}

async function close(overlay: Locator, page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect.poll(() => overlay.filter({ visible: true }).count()).toBe(0)
}

const overlaysOf = (page: Page) => page.locator('[role=dialog], [role=alertdialog], [role=menu], .MuiPopover-root')

describe('in the light and the dark theme', () => {
  // First: what comes after it fills the server.
  test('no screen has accessibility faults while it is empty, nor has help', { timeout: LONG }, async () => {
    const { page } = await walk.to('/chatflows')
    const isQuiet = watchNetwork(page)
    const found: string[] = []
    // Templates are there from the beginning.
    for (const screen of SCREENS.filter(({ path }) => path !== '/marketplaces')) {
      await goTo(page, screen)
      await isQuiet()
      for (const fault of await faultsInBothThemes(page)) found.push(`${screen.path}: ${fault}`)
    }
    await goInside(page, '/')
    await page.getByRole('button', { name: 'Read the quickstart' }).click()
    await page.getByRole('dialog', { name: 'Help' }).getByRole('heading', { name: 'Quickstart' }).waitFor()
    await isQuiet()
    for (const fault of await faultsInBothThemes(page)) found.push(`help: ${fault}`)
    expect(found).toEqual([])
    // What is read from here on is no longer empty.
    await walk.end()
  })

  test('nor has any that is filled, nor what opens over it', { timeout: LONG }, async () => {
    await filled()
    const { page } = await walk.to('/chatflows')
    const isQuiet = watchNetwork(page)
    const found: string[] = []
    const look = async (name: string) => {
      await isQuiet()
      for (const fault of await faultsInBothThemes(page)) found.push(`${name}: ${fault}`)
    }
    // Before the list has come once.
    await page.route('**/api/v1/tools', (route) => route.fulfill({ status: 500, json: { message: 'No luck' } }))
    await goInside(page, '/tools')
    await page.getByRole('button', { name: 'Retry' }).waitFor()
    await look('a failed list')
    await page.unrouteAll()
    await goInside(page, '/chatflows')
    for (const screen of SCREENS) {
      await goTo(page, screen)
      await look(screen.path)
      for (const { name, open } of screen.overlays) {
        await open(page)
        await look(name)
        await close(overlaysOf(page), page)
      }
    }
    await goInside(page, '/nowhere')
    await page.getByText('/nowhere', { exact: true }).waitFor()
    await look('/nowhere')
    expect(found).toEqual([])
  })
})

test('no screen scrolls sideways on a phone', async () => {
  await filled()
  const { page } = await phoneWalk.to('/chatflows')
  const isQuiet = watchNetwork(page)
  const tooWide: string[] = []
  const look = async (name: string) => {
    await isQuiet()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > PHONE.width) tooWide.push(`${name}: ${width}`)
  }
  for (const screen of SCREENS) {
    await goTo(page, screen)
    await expect.poll(() => shellOf(page).menu.isVisible()).toBe(false)
    await look(screen.path)
  }
  await goInside(page, '/nowhere')
  await page.getByText('/nowhere', { exact: true }).waitFor()
  await look('/nowhere')
  expect(tooWide).toEqual([])
})

test('the table of chat flows fits a phone too, and keeps the time of the last edit', async () => {
  await filled()
  const { page } = await phoneWalk.to('/chatflows', { chatflowView: 'table' })
  const row = page.getByRole('row').filter({ hasText: 'Support desk' })
  await row.getByText(/^Edited/).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
})

test('the keyboard reaches a flow, its menu and back out of a dialog with the focus where it was', async () => {
  await filled()
  const { page } = await walk.to('/apikey')
  const button = page.getByRole('button', { name: 'Create key' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
})
