import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { faultsInBothThemes } from './drivers/accessibility.ts'
import { walkOf } from './drivers/walk.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product, Visit, VisitOptions } from './harness.ts'

let product: Product
let browser: Browser
let opened: Visit | undefined
const walk = walkOf((options) => visit(browser, product, options))

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})

afterAll(async () => {
  await walk.end()
  await browser.close()
  await product.stop()
})

afterEach(async ({ task }) => {
  await opened?.close()
  opened = undefined
  if (task.result?.state === 'fail') await walk.end()
})

const NEW = { 'canvas.tour': 'new' }

/** The canvas as somebody sees it who has never been here. */
async function openFirstTime(path: string, { stored, ...options }: VisitOptions = {}): Promise<Page> {
  opened = await visit(browser, product, { ...options, stored: { ...NEW, ...stored } })
  await opened.page.goto(path)
  return opened.page
}

const stepOf = (page: Page, title: string) => page.getByRole('dialog', { name: title })

test('the first canvas shows around in four steps, each at the thing it speaks of and over nothing, and never again', async () => {
  const page = await openFirstTime('/canvas', { viewport: { width: 1280, height: 720 } })
  const steps = [
    { title: 'A flow is made of nodes', target: '.cw-palette' },
    { title: 'Connect them', target: '.cw-toolbar' },
    { title: 'Save', target: '[data-tour="save"]' },
    { title: 'Chat with it', target: '[data-tour="chat"]' },
  ]
  for (const [index, { title, target }] of steps.entries()) {
    const step = stepOf(page, title)
    await step.getByText(`Step ${index + 1} of 4`).waitFor()
    await expect.poll(() => distance(page, title, target)).toBeLessThan(40)
    await expect.poll(() => step.evaluate(coveredBy)).toEqual([])
    await step.getByRole('button', { name: index === 3 ? 'Done' : 'Next' }).click()
  }
  await page.reload()
  await page.getByRole('combobox', { name: 'Search nodes' }).waitFor()
  expect(await page.getByText('of 4').count()).toBe(0)
})

test('it has the focus; letters go to the search all the same, and Escape ends it', async () => {
  const { page } = await walk.to('/canvas', NEW)
  const step = stepOf(page, 'A flow is made of nodes')
  await expect.poll(() => step.getByRole('button', { name: 'Next' }).evaluate(isFocused)).toBe(true)
  await page.keyboard.press('Enter')
  await expect
    .poll(() => stepOf(page, 'Connect them').getByRole('button', { name: 'Next' }).evaluate(isFocused))
    .toBe(true)
  const search = page.getByRole('combobox', { name: 'Search nodes' })
  await page.keyboard.type('calc')
  await expect.poll(() => search.inputValue()).toBe('calc')
  await stepOf(page, 'Connect them').getByRole('button', { name: 'Skip the tour' }).focus()
  await page.keyboard.press('Escape')
  await stepOf(page, 'Connect them').waitFor({ state: 'detached' })
  await expect.poll(() => search.evaluate(isFocused)).toBe(true)
})

test('every step is free of accessibility faults, in the light and the dark theme', async () => {
  const { page } = await walk.to('/canvas', NEW)
  for (let step = 1; step <= 4; step += 1) {
    const card = page.getByRole('dialog').filter({ hasText: `Step ${step} of 4` })
    await card.waitFor()
    // What is around it stays as it is.
    expect(await faultsInBothThemes(page, step === 1 ? {} : { within: '[role=dialog]' })).toEqual([])
    await card.getByRole('button', { name: step === 4 ? 'Done' : 'Next' }).click()
  }
})

// From here on something is drawn, which the browser keeps.
test('it can be skipped, and drawing goes on beside it', async () => {
  const { page } = await walk.to('/canvas', NEW)
  await stepOf(page, 'A flow is made of nodes').waitFor()
  await page.getByRole('combobox', { name: 'Search nodes' }).fill('calculator')
  await page.getByRole('option').first().click()
  await page.locator('.react-flow__node[data-id="calculator_0"]').waitFor()
  await stepOf(page, 'A flow is made of nodes').getByRole('button', { name: 'Skip the tour' }).click()
  await stepOf(page, 'A flow is made of nodes').waitFor({ state: 'detached' })
  expect(await page.getByText('of 4').count()).toBe(0)
})

test('whoever comes to a flow that is drawn already is not shown around', async () => {
  const { page } = await walk.to('/marketplaces', NEW)
  await page.getByRole('button', { name: 'Use Conversation', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'This flow needs credentials' })
  await dialog.getByRole('button', { name: 'Later' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.locator('.react-flow__node').first().waitFor()
  expect(await page.getByText('of 4').count()).toBe(0)
})

test('letters typed before the search is drawn are in it', async () => {
  opened = await visit(browser, product, { stored: NEW })
  const { page } = opened
  // The browser never has a moment for what can wait.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.goto('/canvas')
  const next = stepOf(page, 'A flow is made of nodes').getByRole('button', { name: 'Next' })
  await expect.poll(() => next.evaluate(isFocused)).toBe(true)
  const search = page.getByRole('combobox', { name: 'Search nodes' })
  expect(await search.count()).toBe(0)
  await page.keyboard.type('calc')
  await expect.poll(() => search.inputValue()).toBe('calc')
})

const isFocused = (element: Element) => element === document.activeElement

test('on a phone there is no room for it', async () => {
  const page = await openFirstTime('/canvas', { viewport: PHONE, hasTouch: true, isMobile: true })
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  expect(await page.getByText('of 4').count()).toBe(0)
})

/** The words, ways and panels that a step lies over. */
function coveredBy(step: Element): string[] {
  const card = step.getBoundingClientRect()
  const things = [...document.querySelectorAll('button, a, input, h1, h2, h3, p, .cw-palette, .cw-toolbar, header')]
  const covered = things.filter((thing) => {
    const { left, right, top, bottom, width } = thing.getBoundingClientRect()
    const isApart = right <= card.left || left >= card.right || bottom <= card.top || top >= card.bottom
    return width > 0 && !step.contains(thing) && !isApart
  })
  return covered.map((thing) => `${thing.tagName} ${thing.textContent}`)
}

/** Pixels between a step and what it points to. */
async function distance(page: Page, title: string, target: string): Promise<number> {
  const [step, thing] = await Promise.all([
    stepOf(page, title).boundingBox(),
    page.locator(target).first().boundingBox(),
  ])
  if (!step || !thing) return Number.POSITIVE_INFINITY
  const gapX = Math.max(step.x - (thing.x + thing.width), thing.x - (step.x + step.width), 0)
  const gapY = Math.max(step.y - (thing.y + thing.height), thing.y - (step.y + step.height), 0)
  return Math.hypot(gapX, gapY)
}
