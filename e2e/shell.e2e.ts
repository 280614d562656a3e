import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { createFlow } from './drivers/flows.ts'
import { shellOf } from './drivers/shell.ts'
import { goInside, walkOf } from './drivers/walk.ts'
import { DESKTOP, openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product, Visit, VisitOptions } from './harness.ts'

let product: Product
let browser: Browser
const visits: Visit[] = []
const records: string[][] = []
/** For whatever shows itself without the page being loaded for it, in a wide window and in a narrow one. */
const wide = walkOf((options) => visit(browser, product, options))
const narrow = walkOf((options) => visit(browser, product, { ...options, viewport: PHONE }))
const walks = [wide, narrow]

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
  await createFlow(product, { name: 'Support desk', isPublic: true })
})

afterAll(async () => {
  for (const walk of walks) await walk.end()
  await browser.close()
  await product.stop()
})

afterEach(async ({ task }) => {
  for (const opened of visits.splice(0)) await opened.close()
  if (task.result?.state === 'fail') for (const walk of walks) await walk.end()
})

async function open(path: string, options?: VisitOptions): Promise<Page> {
  const opened = await visit(browser, product, options)
  visits.push(opened)
  records.push(opened.faults)
  await opened.page.goto(path)
  return opened.page
}

async function walkTo(path: string, walk = wide): Promise<Page> {
  const { page, faults } = await walk.to(path)
  records.push(faults)
  return page
}

describe('routes', () => {
  test('[ROUTE-1] / and /chatflows show the chat flow list in the main layout, and /chatflows is where one lands', async () => {
    for (const path of ['/', '/chatflows']) {
      const page = await open(path)
      const shell = shellOf(page)
      await expect.poll(() => shell.heading.textContent()).toContain('Chatflows')
      expect(await shell.menu.isVisible()).toBe(true)
      expect(await shell.topBar.isVisible()).toBe(true)
      await page.getByRole('link', { name: 'Support desk' }).waitFor()
    }
    const page = await walkTo('/tools')
    await page.getByRole('link', { name: 'Chatwright, go to your flows' }).first().click()
    await page.waitForURL('**/chatflows')
  })

  describe('[ROUTE-2] the other lists', () => {
    test.each([
      ['/marketplaces', 'Marketplaces'],
      ['/tools', 'Tools'],
      ['/credentials', 'Credentials'],
      ['/apikey', 'API Keys'],
    ])('%s is shown in the main layout', async (path, title) => {
      const shell = shellOf(await walkTo(path))
      await expect.poll(() => shell.heading.textContent()).toContain(title)
      expect(await shell.menu.isVisible()).toBe(true)
      expect(await shell.topBar.isVisible()).toBe(true)
    })
  })

  test('[ROUTE-3] the canvas, an edited flow and a template have the window to themselves', async () => {
    const [flow] = await product.api<{ id: string }[]>('GET', '/chatflows')
    const templates = await product.api<{ id: string; type: string }[]>('GET', '/marketplaces/templates')
    const template = templates.find(({ type }) => type === 'Chatflow')
    for (const path of ['/canvas', `/canvas/${flow?.id}`, `/marketplace/${template?.id}`]) {
      const page = await walkTo(path)
      await page.locator('.react-flow').waitFor()
      expect(await shellOf(page).partsShown()).toEqual([])
    }
  })

  test('[ROUTE-4] /chatbot/{id} shows the flow as a chat bot without menu and top bar', async () => {
    const [flow] = await product.api<{ id: string }[]>('GET', '/chatflows')
    const page = await open(`/chatbot/${flow?.id}`)
    await page.getByRole('textbox').first().waitFor()
    await page.getByText('Support desk').first().waitFor()
    expect(await shellOf(page).partsShown()).toEqual([])
  })

  test('[ROUTE-5] a screen is a chunk of its own, and a thin bar at the top shows while it loads', async () => {
    const page = await open('/chatflows')
    const shell = shellOf(page)
    await shell.heading.waitFor()
    const loaded = new Set(await scriptsOf(page))
    let release = (): void => undefined
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/async/*.js', async (route) => {
      await isReleased
      await route.continue()
    })
    await shell.goTo('Tools')
    await shell.progressBar.waitFor()
    const box = await shell.progressBar.boundingBox()
    expect(box).toMatchObject({ x: 0, y: 0, width: 1440 })
    expect(box?.height).toBeLessThanOrEqual(4)
    release()
    await expect.poll(() => shell.heading.textContent()).toContain('Tools')
    await expect.poll(() => shell.progressBar.count()).toBe(0)
    expect((await scriptsOf(page)).filter((address) => !loaded.has(address)).length).toBeGreaterThan(0)
  })

  /** The screen as tall as a long list, and what it was told to scroll. */
  async function openTall(options: VisitOptions = { reducedMotion: 'no-preference' }) {
    const page = await open('/chatflows', options)
    await shellOf(page).heading.waitFor()
    await page.evaluate(() => {
      const calls: unknown[] = []
      Object.assign(window, { scrollCalls: calls })
      const original = window.scrollTo.bind(window)
      window.scrollTo = ((options: ScrollToOptions) => {
        calls.push(options)
        original(options)
      }) as typeof window.scrollTo
      document.body.style.minHeight = '4000px'
      original({ top: 1500 })
    })
    const go = async (title: string) => {
      await shellOf(page).goTo(title)
      await expect.poll(() => shellOf(page).heading.textContent()).toContain(title)
    }
    const place = () => page.evaluate(() => window.scrollY)
    const calls = () => page.evaluate(() => (window as unknown as { scrollCalls: ScrollToOptions[] }).scrollCalls)
    return { page, go, place, calls }
  }

  test('[ROUTE-6] every change of route scrolls smoothly to the top', async () => {
    const { go, place, calls } = await openTall()
    await go('Tools')
    await expect.poll(place).toBe(0)
    expect(await calls()).toEqual([{ top: 0, left: 0, behavior: 'smooth' }])
  })

  test('[ROUTE-6] Back and Forward return to the place one left, at once; so does a reload', async () => {
    const { page, go, place, calls } = await openTall()
    await expect.poll(place).toBe(1500)
    await go('Tools')
    await expect.poll(place).toBe(0)
    // A place is kept when the page hears of it, a frame after it was moved: nobody goes back sooner than that.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('scroll', resolve, { once: true })
          window.scroll(0, 700)
        }),
    )
    await expect.poll(place).toBe(700)
    await page.goBack()
    await expect.poll(() => shellOf(page).heading.textContent()).toContain('Chatflows')
    await expect.poll(place).toBe(1500)
    await page.goForward()
    await expect.poll(() => shellOf(page).heading.textContent()).toContain('Tools')
    await expect.poll(place).toBe(700)
    expect((await calls()).slice(1).every(({ behavior }) => behavior === 'auto')).toBe(true)
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        document.body.style.minHeight = '4000px'
      })
    })
    await page.reload()
    await expect.poll(place).toBe(700)
  })

  test('[ROUTE-6] nothing moves smoothly for those who want no motion', async () => {
    const { go, place, calls } = await openTall({ reducedMotion: 'reduce' })
    await go('Tools')
    await expect.poll(place).toBe(0)
    expect(await calls()).toEqual([{ top: 0, left: 0, behavior: 'auto' }])
  })

  test.each([
    ['/nowhere/at/all', open],
    ['/canvas/no-such-flow', walkTo],
    ['/marketplace/no-such-template', walkTo],
  ])('[ROUTE-7] %s says that nothing is there, names it, and leads home', async (path, goTo) => {
    const page = await goTo(path)
    await page
      .getByText(path.split('/').at(-1) ?? '', { exact: false })
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Go to your flows' }).click()
    await expect.poll(() => shellOf(page).heading.textContent()).toContain('Chatflows')
  })

  test('[ROUTE-8] assets come from the root, and a deep link survives a hard reload', async () => {
    const page = await open('/canvas/no-such-flow')
    const addresses = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map((script) => script.getAttribute('src')),
    )
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) expect(address).toMatch(/^\/[^/]/)
    await goInside(page, '/credentials?tab=variables')
    await page.reload()
    await expect.poll(() => shellOf(page).heading.textContent()).toContain('Variables')
  })
})

describe('side menu', () => {
  const FIVE = ['Chatflows', 'Marketplaces', 'Tools', 'Credentials', 'API Keys']
  const SIX = ['Home', 'Runs', 'Knowledge', 'Quality', 'Publish', 'Spend']

  test('[MENU-1] holds one untitled group of five, and a titled one of six after it', async () => {
    const shell = shellOf(await walkTo('/chatflows'))
    await expect.poll(() => shell.menu.getByRole('link').allTextContents()).toEqual([...FIVE, ...SIX])
    // The five stand before every title.
    expect((await shell.menu.innerText()).split('\n').filter((line) => line.trim() !== '')).toEqual([
      ...FIVE,
      'Operate',
      ...SIX,
      'Load a flow from a file',
    ])
    expect(await shell.menu.getByRole('heading').allTextContents()).toEqual(['Operate'])
  })

  test('[MENU-6] the active item follows the path; an empty path makes Chatflows active', async () => {
    for (const [path, title] of [
      ['/', 'Chatflows'],
      ['/marketplaces', 'Marketplaces'],
      ['/apikey', 'API Keys'],
      ['/home', 'Home'],
      ['/comparisons', 'Quality'],
      ['/channels', 'Publish'],
      ['/retention', 'Runs'],
    ] as const) {
      const shell = shellOf(await walkTo(path))
      const active = shell.menu.locator('[aria-current=page]')
      await expect.poll(() => active.allTextContents()).toEqual([title])
    }
  })

  test('[MENU-7] on a small screen choosing an item closes the sidebar', async () => {
    const page = await walkTo('/chatflows', narrow)
    const shell = shellOf(page)
    await shell.toggleDrawer()
    await shell.menu.waitFor()
    await shell.goTo('Tools')
    await expect.poll(() => shell.menu.isVisible()).toBe(false)
    await expect.poll(() => shell.heading.textContent()).toContain('Tools')
  })
})

describe('drawer, top bar and theme', () => {
  test('[SHELL-1] the drawer is 260 px, open and beside the content when wide, over it when narrow', async () => {
    const desktop = await walkTo('/chatflows')
    await shellOf(desktop).menu.waitFor()
    expect((await shellOf(desktop).drawer.boundingBox())?.width).toBe(260)
    expect((await desktop.getByRole('main').boundingBox())?.x).toBe(260)
    // In the page, not over it: the content beside it can be used, and the drawer stays.
    await desktop.getByRole('searchbox', { name: 'Search flows' }).fill('desk')
    await desktop.keyboard.press('Escape')
    expect(await shellOf(desktop).menu.isVisible()).toBe(true)

    const phone = await walkTo('/chatflows', narrow)
    await shellOf(phone).heading.waitFor()
    expect(await shellOf(phone).menu.isVisible()).toBe(false)
    await shellOf(phone).toggleDrawer()
    await shellOf(phone).menu.waitFor()
    // While it slides in, a browser's matrix leaves a millionth of a pixel.
    expect((await shellOf(phone).drawer.boundingBox())?.width).toBeCloseTo(260, 3)
    expect((await phone.getByRole('main', { includeHidden: true }).boundingBox())?.x).toBe(0)
    await phone.keyboard.press('Escape')
    await expect.poll(() => shellOf(phone).menu.isVisible()).toBe(false)
  })

  test('on a narrow screen the head of the drawer is in sight, with a logo that leads home', async () => {
    const page = await walkTo('/tools', narrow)
    const shell = shellOf(page)
    await shell.toggleDrawer()
    await shell.drawer.getByRole('link', { name: 'Chatwright, go to your flows' }).click()
    await page.waitForURL('**/chatflows')
    await expect.poll(() => shell.menu.isVisible()).toBe(false)
  })

  test('[SHELL-2] it opens when the window grows past the large breakpoint and closes when it shrinks below', async () => {
    const page = await walkTo('/chatflows')
    const shell = shellOf(page)
    await shell.menu.waitFor()
    await page.setViewportSize({ width: 1199, height: 900 })
    await expect.poll(() => shell.menu.isVisible()).toBe(false)
    await page.setViewportSize({ width: 1200, height: 900 })
    await expect.poll(() => shell.menu.isVisible()).toBe(true)
    await page.setViewportSize(DESKTOP)
  })

  test('[SHELL-3] on wide screens the drawer starts at 66 px and the content at 75 px', async () => {
    const page = await walkTo('/chatflows')
    await shellOf(page).menu.waitFor()
    expect((await shellOf(page).drawer.boundingBox())?.y).toBe(66)
    expect(await page.getByRole('main').evaluate((main) => getComputedStyle(main).marginTop)).toBe('75px')
  })

  test('[SHELL-4] the top bar has a drawer toggle, a dark-mode switch and a user-menu button', async () => {
    const { topBar } = shellOf(await walkTo('/chatflows'))
    await topBar.waitFor()
    expect(await topBar.getByRole('button', { name: 'Toggle the side menu' }).count()).toBe(1)
    expect(await topBar.getByRole('switch', { name: 'Dark mode' }).count()).toBe(1)
    expect(await topBar.getByRole('button', { name: 'User menu' }).count()).toBe(1)
  })

  test('[SHELL-5] [SHELL-7] the switch turns everything dark, is remembered, and picks logo and palette', async () => {
    const page = await walkTo('/chatflows')
    const shell = shellOf(page)
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const lightLogo = await shell.logo.getAttribute('src')
    const box = await shell.logo.boundingBox()
    expect(box?.width).toBe(150)
    expect(box?.height).toBeCloseTo((150 * 44) / 208, 0)
    expect(await background()).toBe('rgb(245, 247, 250)')
    await shell.switchTheme()
    await expect.poll(background).toBe('rgb(17, 21, 27)')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('isDarkMode'))).toBe('true')
    await expect.poll(() => shell.logo.getAttribute('src')).not.toBe(lightLogo)
    await page.reload()
    await expect.poll(background).toBe('rgb(17, 21, 27)')
    await page.evaluate(() => localStorage.setItem('isDarkMode', 'false'))
    await page.reload()
    await expect.poll(background).toBe('rgb(245, 247, 250)')
  })

  test('[SHELL-8] Roboto, radius 12, blue acts and purple places; no request leaves for a font', async () => {
    const outside: string[] = []
    const opened = await visit(browser, product)
    opened.page.on('request', (request) => {
      if (!request.url().startsWith(product.url) && !request.url().startsWith('data:')) outside.push(request.url())
    })
    await opened.page.goto('/chatflows')
    const action = opened.page.getByRole('link', { name: 'New flow' })
    await action.waitFor()
    const look = await action.evaluate((element) => {
      const { fontFamily, borderRadius, backgroundColor } = getComputedStyle(element)
      return { fontFamily, borderRadius, backgroundColor }
    })
    expect(look.fontFamily).toContain('Roboto')
    expect(look).toMatchObject({ borderRadius: '12px', backgroundColor: 'rgb(21, 101, 192)' })
    const active = opened.page.locator('[aria-current=page]')
    expect(await active.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(74, 42, 145)')
    const main = opened.page.getByRole('main')
    expect(await main.evaluate((element) => getComputedStyle(element).paddingLeft)).toBe('24px')
    await expect.poll(() => opened.page.evaluate(() => document.fonts.check('14px "Roboto Variable"'))).toBe(true)
    expect(outside).toEqual([])
    await opened.close()
  })
})

test('the list of flows costs a first visit at most 250 KB of script, what it fetches ahead included', async () => {
  const page = await open('/chatflows')
  await page.getByRole('link', { name: 'Support desk' }).first().waitFor()
  // What waits for the page to rest has waited longer than this.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 })))
  await page.waitForLoadState('networkidle')
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry.name.endsWith('.js'))
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
  )
  expect(bytes).toBeGreaterThan(100 * 1024)
  expect(bytes / 1024).toBeLessThanOrEqual(250)
})

test('a first visit to the canvas asks for each thing once, and for fewer things than it shows pictures', async () => {
  const opened = await visit(browser, product)
  visits.push(opened)
  const asked: string[] = []
  opened.page.on('request', (request) => {
    if (!request.url().startsWith('data:')) asked.push(`${request.method()} ${request.url()}`)
  })
  await opened.page.goto('/canvas')
  const pictures = opened.page.locator('.cw-palette-row img')
  await pictures.first().waitFor()
  await opened.page.waitForLoadState('networkidle')
  expect(asked.filter((each, place) => asked.indexOf(each) !== place)).toEqual([])
  expect(asked.filter((each) => each.includes('/node-icon/'))).toEqual([])
  const shown = () =>
    pictures.evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length)
  await expect.poll(async () => (await shown()) - asked.length).toBeGreaterThan(0)
  // A file of script below this would cost more as a request than as a part of another.
  const sizes = await opened.page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry.name.endsWith('.js'))
      .map((entry) => entry.encodedBodySize),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length / 1024).toBeGreaterThan(25)
})

test('nothing went wrong in any of these pages', () => {
  const unexpected = records.flat().filter((fault) => !/404|Not Found/.test(fault))
  expect(unexpected).toEqual([])
})

function scriptsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry.name)
      .filter((name) => name.endsWith('.js')),
  )
}
