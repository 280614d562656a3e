import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { drawAgentFlow } from '../packages/server/testing/agent-flow.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { canvasOf } from './drivers/canvas.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})

afterAll(async () => {
  await browser.close()
  await product.stop()
})

/** A flow that says the same to everybody, saved once more with other words and a step more. */
async function createTwoVersions(name: string): Promise<string> {
  const nodes = await product.api<Parameters<typeof drawAgentFlow>[0]>('GET', '/nodes')
  const draw = (says: string, more: Parameters<typeof drawAgentFlow>[1]['steps'] = {}, edges: string[] = []) => {
    const flow = drawAgentFlow(nodes, {
      steps: { directReplyAgentflow_0: { directReplyMessage: says }, ...more },
      edges: ['startAgentflow_0 > directReplyAgentflow_0', ...edges],
    })
    flow.nodes.forEach((node, index) => (node.position = { x: index * 360, y: 0 }))
    return JSON.stringify(flow)
  }
  const flow = { name, type: 'AGENTFLOW', publish: 'hand', flowData: draw('one') }
  const { id } = await product.api<{ id: string }>('POST', '/chatflows', flow)
  const more = { directReplyAgentflow_1: { directReplyMessage: 'And more' } }
  const flowData = draw('two', more, ['startAgentflow_0 > directReplyAgentflow_1'])
  await product.api('PUT', `/chatflows/${id}`, { flowData })
  return id
}

const ask = async (id: string) =>
  (await product.api<{ text: string }>('POST', `/prediction/${id}`, { question: 'Hi' })).text

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['CHATWRIGHT_LOOK']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('what a save would change is seen on the canvas, published, and taken back in one click', async () => {
  const id = await createTwoVersions('Greeting')
  const { page, faults, close } = await visit(browser, product)
  await page.goto(`/canvas/${id}`)
  await page.getByRole('button', { name: 'Version 1 is live' }).waitFor()
  expect(await ask(id)).toBe('one')
  await picture(page, 'canvas')

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Versions and publishing' })
  const drawn = (nodeId: string) => dialog.locator(`.react-flow__node[data-id="${nodeId}"] .cw-node`)
  await dialog.getByText('directReplyAgentflow_0, changed: Message').waitFor()
  await expect.poll(() => drawn('directReplyAgentflow_0').getAttribute('class')).toContain('is-changed')
  await expect.poll(() => drawn('directReplyAgentflow_1').getAttribute('class')).toContain('is-added')
  expect(await drawn('startAgentflow_0').getAttribute('class')).not.toMatch(/is-(added|changed|removed)/)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'versions')

  await dialog.getByRole('button', { name: 'Publish version 2' }).click()
  await dialog.waitFor({ state: 'hidden' })
  // Under the pointer the notice stays, however long the answer takes.
  await page.getByRole('button', { name: 'Back to version 1' }).hover()
  expect(await ask(id)).toContain('two')
  await page.getByRole('button', { name: 'Back to version 1' }).click()
  await page.getByText('Version 1 is live.').waitFor()
  expect(await ask(id)).toBe('one')

  await page.getByRole('button', { name: 'Version 1 is live' }).click()
  await dialog.getByRole('button', { name: /^Version 1/ }).click()
  await dialog.getByRole('button', { name: /^Compare with/ }).click()
  await page.getByRole('option', { name: 'Version 2', exact: true }).click()
  await dialog.getByText('Removed: directReplyAgentflow_1').waitFor()
  await expect.poll(() => drawn('directReplyAgentflow_1').getAttribute('class')).toContain('is-removed')

  await dialog.getByRole('switch', { name: 'Publish with each save' }).click()
  await expect.poll(() => ask(id)).toContain('two')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  // The canvas hears of it after the server.
  await expect.poll(() => page.getByRole('button', { name: /is live$/ }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Publish', exact: true }).count()).toBe(0)
  expect(faults).toEqual([])
  await close()
})

test('by hand, a save on the canvas changes nothing for visitors, and the head says so', async () => {
  const id = await createTwoVersions('By hand')
  await product.api('POST', `/chatflows/${id}/versions/2/publish`)
  const { page, close } = await visit(browser, product)
  await page.goto(`/canvas/${id}`)
  await page.getByRole('button', { name: 'Live', exact: true }).waitFor()
  await canvasOf(page).node('directReplyAgentflow_1').locator('.cw-node-head').click()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: 'Version 2 is live' }).waitFor()
  expect(await ask(id)).toContain('And more')
  await close()
})

test('versions are compared and published on a phone, in the dark', async () => {
  const id = await createTwoVersions('On the way')
  const { page, close } = await visit(browser, product, { viewport: PHONE, colorScheme: 'dark' })
  await page.goto(`/canvas/${id}`)
  await page.getByRole('button', { name: 'Version 1 is live' }).click()
  const dialog = page.getByRole('dialog', { name: 'Versions and publishing' })
  await dialog.getByText('Added: directReplyAgentflow_1').waitFor()
  await picture(page, 'versions-phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await dialog.getByRole('button', { name: 'Publish version 2' }).click()
  await page.getByText('Version 2 is live.').waitFor()
  await picture(page, 'published-phone')
  await close()
})
