import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { accessibilityFaults } from './drivers/accessibility.ts'
import { canvasOf, settle } from './drivers/canvas.ts'
import { shellOf } from './drivers/shell.ts'
import { walkOf } from './drivers/walk.ts'
import { openBrowser, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser
const walk = walkOf((options) => visit(browser, product, options))

const handbook = {
  name: 'Ferry.md',
  text: '# Handbook of the ferry\n\n## Dogs on board\n\nDogs travel free of charge.\n\n## Departures\n\nThe ferry leaves at noon.\n',
}
const calculator = { id: 'calculator_0', name: 'calculator', label: 'Calculator', inputs: {} }
const exported = JSON.stringify({
  nodes: [{ id: 'calculator_0', position: { x: 9000, y: 9000 }, data: calculator }],
  edges: [],
})

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
  await product.api('POST', '/chatflows', { name: 'The first', flowData: JSON.stringify({ nodes: [], edges: [] }) })
})

afterAll(async () => {
  await walk.end()
  await browser.close()
  await product.stop()
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await walk.end()
})

async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = { clicks: 0 }
    addEventListener('pointerdown', () => counted.clicks++, true)
    Object.assign(globalThis, { counted })
  })
  return () => page.evaluate(() => (globalThis as unknown as { counted: { clicks: number } }).counted.clicks)
}

const drop = (page: Page, file: { name: string; text: string }) =>
  page
    .getByRole('main')
    .locator('[role=list]')
    .first()
    .evaluate((list, { name, text }) => {
      const files = new DataTransfer()
      files.items.add(new File([text], name))
      for (const type of ['dragover', 'drop']) {
        list.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: files }))
      }
    }, file)

test('the answer about an own document is three clicks away, also when there are flows already', async () => {
  const { page, faults } = await walk.to('/chatflows')
  await page.getByText('The first').waitFor()
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: 'More ways to start' }).click()
  const item = page.getByRole('menuitem', { name: /From a document/ })
  await item.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await shellOf(page).chooseFile(() => item.click(), handbook)
  await page.waitForURL(/\/canvas\//)
  await page.getByRole('button', { name: /^What/ }).first().click()
  await page
    .getByText(/Dogs travel|ferry leaves/)
    .first()
    .waitFor()
  expect(await clicks()).toBeLessThanOrEqual(3)
  expect(faults).toEqual([])
})

test('files dropped on the list become a chat, or are imported with a report', async () => {
  const { page, faults } = await walk.to('/chatflows')
  await page.getByText('The first').waitFor()
  await drop(page, { name: 'Old.json', text: exported })
  const report = page.getByRole('dialog')
  await report.getByText('Old').first().waitFor()
  await report.getByRole('button', { name: /^Import/ }).click()
  await page.getByRole('link', { name: /Old/ }).first().waitFor()
  await drop(page, handbook)
  await page.waitForURL(/\/canvas\//)
  expect(faults).toEqual([])
})

test('an import of several files is there at any time, from the menu and from the command palette', async () => {
  const { page, faults } = await walk.to('/chatflows')
  await page.getByText('The first').waitFor()
  await page.getByRole('button', { name: 'More ways to start' }).click()
  const item = page.getByRole('menuitem', { name: /Import flows/ })
  await shellOf(page).chooseFile(() => item.click(), { name: 'Other.json', text: exported })
  await page.getByRole('dialog').getByText('Other').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('import flows')
  const option = page.getByRole('option', { name: 'Import flows from files' })
  await shellOf(page).chooseFile(() => option.click(), { name: 'Third.json', text: exported })
  await page.getByRole('dialog').getByText('Third').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('the empty canvas offers the same ways to begin', async () => {
  const { page, faults } = await walk.to('/canvas')
  const start = page.getByRole('button', { name: 'Start from a document' })
  await shellOf(page).chooseFile(() => start.click(), handbook)
  await page.waitForURL(/\/canvas\/.+/)
  expect(faults).toEqual([])
})

test('a file over an open flow asks first, brings its name, and is fitted into the view', async () => {
  const { page } = await walk.to('/canvas')
  const canvas = canvasOf(page)
  await canvas.add('ChatOpenAI')
  await canvas.node('chatOpenAI_0').waitFor()
  await canvas.saveAs('Kept')
  const load = (file: { name: string; text: string }) =>
    shellOf(page).chooseFile(() => canvas.chooseFromMenu('Load from a file'), file)
  await load({ name: 'Harbour.json', text: exported })
  await page.getByRole('alertdialog', { name: 'Replace what is on the canvas?' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await canvas.node('chatOpenAI_0').waitFor()
  await load({ name: 'Harbour.json', text: exported })
  await page.getByRole('button', { name: 'Replace it' }).click()
  await canvas.node('calculator_0').waitFor()
  await page.getByRole('dialog', { name: 'The file was loaded' }).waitFor()
  await page.keyboard.press('Escape')
  await settle(page)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Harbour')
  const isInView = async () => {
    const box = await canvas.node('calculator_0').boundingBox()
    return (box?.x ?? -1) > 0 && (box?.y ?? 9999) < 800
  }
  await expect.poll(isInView).toBe(true)
  await canvas.focusCanvas()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Shift+1')
  await canvas.node('chatOpenAI_0').waitFor()
})
