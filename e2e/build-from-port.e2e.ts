import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { canvasOf, settle } from './drivers/canvas.ts'
import { walkOf } from './drivers/walk.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product, Visit, VisitOptions } from './harness.ts'

let product: Product
let browser: Browser
const visits: Visit[] = []
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
  for (const opened of visits.splice(0)) await opened.close()
  if (task.result?.state === 'fail') await walk.end()
})

async function open(path: string, options?: VisitOptions) {
  const opened = await visit(browser, product, options)
  visits.push(opened)
  await opened.page.goto(path)
  return { ...opened, canvas: canvasOf(opened.page) }
}

async function begin(path: string) {
  const opened = await walk.to(path)
  return { ...opened, canvas: canvasOf(opened.page) }
}

/** Counts what a person does from now on: presses of the button, presses of keys, and how far the pressed pointer moves. */
async function countDeeds(page: Page): Promise<() => Promise<{ clicks: number; keys: number; dragged: number }>> {
  await page.evaluate(() => {
    const deeds = { clicks: 0, keys: 0, dragged: 0 }
    addEventListener('pointerdown', () => deeds.clicks++, true)
    addEventListener('keydown', () => deeds.keys++, true)
    addEventListener('pointermove', (event) => (deeds.dragged += event.buttons === 0 ? 0 : 1), true)
    Object.assign(globalThis, { deeds })
  })
  return () => page.evaluate(() => (globalThis as unknown as { deeds: never }).deeds)
}

const edges = (page: Page) => page.locator('.react-flow__edge')

async function pickFirst(page: Page, label: string) {
  const group = page.getByRole('group', { name: 'Best fit' })
  await group.getByRole('option', { name: label }).click()
}

test('a flow of three nodes takes at most eight clicks and no drag: each port opens what fits it', async () => {
  const { page, canvas, faults } = await begin('/canvas')
  await canvas.search.waitFor()
  const deeds = await countDeeds(page)
  await page.getByRole('option', { name: 'Conversation Chain' }).first().click()
  await canvas.port('conversationChain_0', 'input', 'Chat model').click()
  await page.getByText('What fits Chat model of Conversation Chain').waitFor()
  await pickFirst(page, 'ChatOpenAI')
  await canvas.node('chatOpenAI_0').waitFor()
  await settle(page)
  await canvas.port('conversationChain_0', 'input', 'Memory').click()
  await page.getByRole('option', { name: 'Buffer Memory' }).first().click()
  await expect.poll(() => edges(page).count()).toBe(2)
  const { clicks, dragged } = await deeds()
  expect(clicks).toBeLessThanOrEqual(8)
  expect(dragged).toBe(0)
  expect(faults).toEqual([])
})

test('a flow of three nodes is drawn and saved with at most sixty keys', async () => {
  const { page, canvas } = await begin('/canvas')
  await canvas.search.waitFor()
  await expect.poll(() => canvas.search.evaluate((field) => field === document.activeElement)).toBe(true)
  const deeds = await countDeeds(page)
  for (const words of ['chatopenai', 'buffer', 'conversation ch']) {
    await page.keyboard.type(words)
    await page.keyboard.press('Enter')
  }
  await expect.poll(() => edges(page).count()).toBe(2)
  await page.keyboard.press('Control+s')
  await page.getByRole('dialog', { name: 'Save new flow' }).getByLabel('Name').waitFor()
  await page.keyboard.type('Bot')
  const before = await deeds()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/canvas\/.+/)
  expect(before.keys + 1).toBeLessThanOrEqual(60)
  expect(before.clicks).toBe(0)
})

test('what is added for a port is connected at once, taken back in one step, and never lies under the toolbar', async () => {
  const { page, canvas } = await begin('/canvas')
  await canvas.add('Conversation Chain')
  await canvas.node('conversationChain_0').waitFor()
  const toolbar = page.locator('.cw-toolbar')
  for (const [index, port] of ['Chat model', 'Memory', 'Documents'].entries()) {
    await settle(page)
    await canvas.port('conversationChain_0', 'input', port).click()
    await page.getByRole('option').first().click()
    await expect.poll(() => edges(page).count()).toBe(index + 1)
    await settle(page)
    const bar = await toolbar.boundingBox()
    const boxes = await Promise.all((await canvas.nodes.all()).map((node) => node.boundingBox()))
    expect(Math.max(...boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0)))).toBeLessThanOrEqual(bar?.y ?? 0)
  }
  await canvas.focusCanvas()
  await page.keyboard.press('Control+z')
  await expect.poll(() => edges(page).count()).toBe(2)
  await expect.poll(() => canvas.nodes.count()).toBe(3)
})

test('with the keyboard, + on a port adds what can follow it', async () => {
  const { page, canvas } = await begin('/canvas')
  await canvas.add('ChatOpenAI')
  await canvas.node('chatOpenAI_0').waitFor()
  await canvas.port('chatOpenAI_0', 'output', 'Chat model').focus()
  await page.keyboard.press('+')
  await page.getByText('What can follow Chat model of ChatOpenAI').waitFor()
  await page.keyboard.type('conversation chain')
  await page.keyboard.press('Enter')
  await expect.poll(() => edges(page).count()).toBe(1)
})

test('steps follow each other as they are added, and a branch is gone on from its port', async () => {
  const { page, canvas, faults } = await begin('/agentcanvas')
  await canvas.node('startAgentflow_0').waitFor()
  await canvas.add('LLM')
  await canvas.add('Condition')
  await expect.poll(() => edges(page).count()).toBe(2)
  await settle(page)
  await canvas
    .node('conditionAgentflow_0')
    .getByRole('button', { name: /Otherwise/ })
    .click()
  await page.getByText('What can come after Condition 0').waitFor()
  await pickFirst(page, 'Direct Reply')
  await expect.poll(() => edges(page).count()).toBe(3)
  expect(faults).toEqual([])
})

test('on a phone a port is tapped, and what fits comes up as a sheet', async () => {
  const { page, canvas } = await open('/canvas', { viewport: PHONE, hasTouch: true })
  await page.getByRole('navigation', { name: 'Main actions' }).getByRole('button', { name: 'Add' }).tap()
  await canvas.add('Conversation Chain')
  await canvas.node('conversationChain_0').waitFor()
  await settle(page)
  await canvas.port('conversationChain_0', 'input', 'Chat model').tap()
  await page.getByText('What fits Chat model of Conversation Chain').waitFor()
  await pickFirst(page, 'ChatOpenAI')
  await expect.poll(() => edges(page).count()).toBe(1)
})
