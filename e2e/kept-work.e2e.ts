import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { faultsInBothThemes } from './drivers/accessibility.ts'
import { canvasOf } from './drivers/canvas.ts'
import { createFlow } from './drivers/flows.ts'
import { screensOf } from './drivers/screens.ts'
import { walkOf } from './drivers/walk.ts'
import { DESKTOP, openBrowser, PHONE, startProduct, visit } from './harness.ts'
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
  return opened
}

test.each([
  ['on a laptop', { viewport: DESKTOP }],
  ['on a phone', { viewport: PHONE, hasTouch: true, isMobile: true }],
])('[NOTE-3] an edited canvas stays as it is when a dialog of it fails, %s', async (_, options) => {
  const { page } = options.viewport === PHONE ? await open('/canvas', options) : await walk.to('/canvas')
  if (options.viewport === PHONE) await page.locator('.cw-thumb-bar').getByRole('button', { name: 'Add' }).click()
  await page.getByRole('combobox', { name: 'Search nodes' }).fill('chat openai')
  await page.getByRole('option').first().click()
  if (options.viewport === PHONE) await page.keyboard.press('Escape')
  await expect.poll(() => canvasOf(page).nodes.count()).toBe(1)
  await page.route('**/assets/async/*', (route) => route.abort())
  const find = async () => {
    await canvasOf(page).focusCanvas()
    await page.keyboard.press('Control+f')
  }
  await find()
  const failed = page.getByRole('dialog', { name: 'Part of the app didn’t load' })
  await failed.getByText('your changes are safe').waitFor()
  expect(await faultsInBothThemes(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width)
  await failed.getByRole('button', { name: 'Close' }).click()
  await failed.waitFor({ state: 'hidden' })
  expect(await canvasOf(page).nodes.count()).toBe(1)
  await find()
  await failed.waitFor()
  await page.unroute('**/assets/async/*')
  await failed.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('dialog', { name: 'Find a node' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await canvasOf(page).nodes.count()).toBe(1)
  await page.locator('.cw-save-word.is-saved').waitFor({ state: 'detached' })
})

test('[FLOW-12] what saving does not keep is not shown as saved: after Save the form says so, after a reload too', async () => {
  const { id } = await createFlow(product, {
    name: 'With a password',
    flowData: JSON.stringify({
      nodes: [
        {
          id: 'odd_0',
          type: 'customNode',
          position: { x: 0, y: 0 },
          data: {
            id: 'odd_0',
            name: 'odd',
            label: 'Odd',
            type: 'Odd',
            version: 1,
            baseClasses: ['Odd'],
            category: 'Tools',
            description: '',
            inputParams: [
              { name: 'secretWord', label: 'Secret word', type: 'password', id: 'odd_0-input-secretWord-password' },
            ],
            inputAnchors: [],
            inputs: {},
            outputAnchors: [],
            outputs: {},
          },
        },
      ],
      edges: [],
    }),
  })
  const { page } = await walk.to(`/canvas/${id}`)
  const canvas = canvasOf(page)
  const form = await canvas.openForm('odd_0')
  const field = form.getByLabel('Secret word')
  await field.fill('hunter2')
  await page.keyboard.press('Control+s')
  await page.getByText('Saved, but without “Secret word” of Odd').waitFor()
  await page.locator('.cw-save-word.is-saved').waitFor()
  const look = async () => {
    await expect.poll(() => field.inputValue()).toBe('')
    await expect.poll(() => field.getAttribute('placeholder')).toBe('Not stored when saved')
    await canvas.node('odd_0').locator('.cw-node-head').hover()
    await canvas.node('odd_0').getByRole('button', { name: 'Actions for Odd' }).click()
    await page.getByRole('menuitem', { name: 'Edit all settings' }).click()
    const panel = page.getByRole('complementary', { name: 'Node settings' })
    await panel.getByText('Choose a credential to keep it').waitFor()
    await panel.getByRole('button', { name: 'Close the settings' }).click()
  }
  await look()
  await page.reload()
  await canvas.openForm('odd_0')
  await look()
  expect((await product.api<{ flowData: string }>('GET', `/chatflows/${id}`)).flowData).not.toContain('hunter2')
})

test('[NOTE-3] a draft that was proposed over MCP lies on the canvas as unsaved changes, and undo takes it back', async () => {
  const { id: flow } = await createFlow(product, { name: 'Proposed', nodes: ['chatOpenAI'] })
  const params = {
    name: 'propose_changes',
    arguments: { flow, commands: [{ do: 'add', node: 'chatOllama', inputs: { baseUrl: 'http://example.com' } }] },
  }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const { result } = await product.api<{ result: { content: { text: string }[] } }>('POST', '/mcp', call)
  const { draft, review } = JSON.parse(result.content[0]?.text ?? '') as { draft: string; review: string }
  expect(review).toContain(`/canvas/${flow}?draft=${draft}`)
  const { page } = await open(`/canvas/${flow}?draft=${draft}`)
  await page.getByText('This draft was proposed over MCP.').waitFor()
  await expect.poll(() => canvasOf(page).nodes.count()).toBe(2)
  await expect.poll(() => page.title()).toBe('• Proposed · Chatwright')
  await canvasOf(page).focusCanvas()
  await page.keyboard.press('Control+z')
  await expect.poll(() => canvasOf(page).nodes.count()).toBe(1)
})

// Last: nobody can ask the product any more.
test('[NOTE-3] a server that stops while a menu is open leaves the page and says so', async () => {
  await createFlow(product, { name: 'Support desk' })
  const { page } = await open('/chatflows')
  await page.getByRole('button', { name: 'Actions for Support desk' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  await product.stop()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByText(/“Support desk”.*The server does not answer/).waitFor()
  await page.getByText('Messages can’t be shown right now.').waitFor()
  expect(await screensOf(page).card('Support desk').isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByText('The server does not answer').waitFor({ state: 'hidden' })
})
