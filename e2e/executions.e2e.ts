import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { drawAgentFlow } from '../packages/server/testing/agent-flow.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { goInside, walkOf } from './drivers/walk.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

const LONG = `Ann ${'and everybody who was ever asked about it '.repeat(12)}`

/** How often the list is looked at again. */
const LIST_EVERY_MS = 5_000

let product: Product
let browser: Browser
let flowId: string
let waiting: string
const walk = walkOf((options) => visit(browser, product, { ...options, hasOwnClock: true }))

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
  const nodes = await product.api<Parameters<typeof drawAgentFlow>[0]>('GET', '/nodes')
  const flow = drawAgentFlow(nodes, {
    steps: {
      iterationAgentflow_0: { iterationInput: '["north","south"]' },
      customFunctionAgentflow_0: {
        customFunctionInputVariables: [{ variableName: 'item', variableValue: '{{$iteration}}' }],
        customFunctionJavascriptFunction: 'return `sorted ${$item}`',
      },
      humanInputAgentflow_0: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Send it to {{question}}?' },
      directReplyAgentflow_0: { directReplyMessage: 'Sent: {{iterationAgentflow_0}}' },
      directReplyAgentflow_1: { directReplyMessage: 'Dropped' },
    },
    edges: [
      'startAgentflow_0 > iterationAgentflow_0',
      'iterationAgentflow_0 > humanInputAgentflow_0',
      'humanInputAgentflow_0:0 > directReplyAgentflow_0',
      'humanInputAgentflow_0:1 > directReplyAgentflow_1',
    ],
    inside: { customFunctionAgentflow_0: 'iterationAgentflow_0' },
  })
  const places: Record<string, { x: number; y: number }> = {
    startAgentflow_0: { x: 0, y: 100 },
    iterationAgentflow_0: { x: 360, y: 0 },
    customFunctionAgentflow_0: { x: 20, y: 80 },
    humanInputAgentflow_0: { x: 860, y: 100 },
    directReplyAgentflow_0: { x: 1260, y: 0 },
    directReplyAgentflow_1: { x: 1260, y: 220 },
  }
  for (const node of flow.nodes) node.position = places[node.id] ?? node.position
  const stored = { name: 'Letters', type: 'AGENTFLOW', flowData: JSON.stringify(flow) }
  flowId = (await product.api<{ id: string }>('POST', '/chatflows', stored)).id
  await ask({ question: 'Bob', chatId: 'c1' })
  await ask({ chatId: 'c1', humanInput: { type: 'proceed' } })
  waiting = (await ask({ question: LONG, chatId: 'c2' })).executionId
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await walk.end()
})

afterAll(async () => {
  await walk.end()
  await browser.close()
  await product.stop()
})

function ask(body: object): Promise<{ executionId: string }> {
  return product.api('POST', `/internal-prediction/${flowId}`, body)
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['CHATWRIGHT_LOOK']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('[MENU-1] a run of an agent flow is found, read step by step, retried, shared and deleted', async () => {
  const { page } = await walk.to('/chatflows')
  await page.getByRole('link', { name: /^Runs/ }).click()
  const rows = page.getByRole('table', { name: 'Runs' }).getByRole('row')
  await page.getByRole('link', { name: 'Bob' }).waitFor()
  expect(await rows.count()).toBe(3)
  await picture(page, 'list')
  expect(await accessibilityFaults(page)).toEqual([])

  // By state, and what is asked meanwhile appears by itself.
  await page.getByRole('button', { name: /^State/ }).click()
  await page.getByRole('option', { name: 'waiting' }).click()
  await expect.poll(() => rows.count()).toBe(2)
  await ask({ question: 'Cleo', chatId: 'c3' })
  await page.clock.fastForward(LIST_EVERY_MS)
  await page.getByRole('link', { name: 'Cleo' }).waitFor()
  await page.getByRole('button', { name: /^State/ }).click()
  await page.getByRole('option', { name: 'done' }).click()
  await expect.poll(() => rows.count()).toBe(2)

  await page.getByRole('link', { name: 'Bob' }).click()
  const steps = page.getByRole('region', { name: 'Steps' })
  const drawing = page.getByRole('region', { name: 'The flow as it was' })
  await steps.getByRole('button', { name: /directReplyAgentflow_1.*skipped/ }).click()
  await steps.getByText('Skipped: no path led here from humanInputAgentflow_0.').waitFor()
  await drawing.getByText('Skipped').first().waitFor({ state: 'attached' })
  // The items of the container, one at a time.
  await steps.getByRole('button', { name: /^iterationAgentflow_0/ }).click()
  await steps.getByText('Item 1 of 2').waitFor()
  await steps.getByRole('button', { name: 'Next item' }).click()
  await steps.getByRole('button', { name: /^customFunctionAgentflow_0/ }).click()
  await steps.getByText('sorted south').first().waitFor()
  await picture(page, 'execution')
  expect(await accessibilityFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('switch', { name: 'Anyone with the link can read it' }).click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await page.keyboard.press('Escape')

  // Again from the question: what came before stays, and it waits for an answer once more.
  await steps.getByRole('button', { name: /^humanInputAgentflow_0/ }).click()
  await steps.getByRole('button', { name: 'Retry from here' }).last().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retry' }).click()
  await steps.getByRole('button', { name: /^humanInputAgentflow_0.*waiting/ }).waitFor()
  await expect.poll(() => steps.getByRole('button', { name: /^iterationAgentflow_0.*done/ }).count()).toBe(1)

  // Whoever has the link reads it, and can do nothing.
  const guest = await visit(browser, product)
  await guest.page.goto(new URL(link).pathname)
  await guest.page.getByText('Shared with you to read.').waitFor()
  const shownFlow = guest.page.getByRole('region', { name: 'The flow as it was' })
  await shownFlow.locator('.react-flow__node').first().waitFor()
  // As it was when it was shared, whatever was done since.
  expect(await shownFlow.getByText('Waiting').count()).toBe(0)
  await guest.page.getByRole('button', { name: /^iterationAgentflow_0/ }).click()
  await guest.page.getByText('sorted').first().waitFor()
  expect(await guest.page.getByRole('button', { name: /Retry|Delete|Share/ }).count()).toBe(0)
  await picture(guest.page, 'shared')
  expect(await accessibilityFaults(guest.page)).toEqual([])
  await guest.close()

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(/\/runs$/)
  await page.getByRole('link', { name: 'Cleo' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Bob' }).count()).toBe(0)
})

test('on a phone and in the dark a long question that waits stays in its place', async () => {
  const { page } = await walk.to('/executions', { isDarkMode: 'true' }, PHONE)
  await page.getByRole('link', { name: /^Ann/ }).waitFor()
  await picture(page, 'phone-list')
  await goInside(page, `/runs/${waiting}`)
  const step = page.getByRole('region', { name: 'Steps' }).getByRole('button', { name: /^humanInputAgentflow_0/ })
  await step.click()
  await page.getByText('No decision yet.').waitFor()
  await picture(page, 'phone-execution')
  const isWider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(isWider).toBe(false)
  expect(await accessibilityFaults(page)).toEqual([])
})
