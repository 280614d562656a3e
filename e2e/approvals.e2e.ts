import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { drawAgentFlow } from '../packages/server/testing/agent-flow.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { startForeignSite } from './drivers/foreign-site.ts'
import { openBrowser, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser
let flowId: string
const endings: (() => Promise<void>)[] = []

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
  const nodes = await product.api<Parameters<typeof drawAgentFlow>[0]>('GET', '/nodes')
  const flow = drawAgentFlow(nodes, {
    steps: {
      humanInputAgentflow_0: {
        humanInputDescriptionType: 'fixed',
        humanInputDescription: 'Shall the letter to {{question}} go out?',
        humanInputEnableFeedback: true,
      },
      directReplyAgentflow_0: { directReplyMessage: 'The letter to {{question}} is out.' },
      directReplyAgentflow_1: { directReplyMessage: 'Dropped, because: {{humanInputAgentflow_0}}' },
    },
    edges: [
      'startAgentflow_0 > humanInputAgentflow_0',
      'humanInputAgentflow_0:0 > directReplyAgentflow_0',
      'humanInputAgentflow_0:1 > directReplyAgentflow_1',
    ],
  })
  const stored = { name: 'Letters', type: 'AGENTFLOW', isPublic: true, flowData: JSON.stringify(flow) }
  flowId = (await product.api<{ id: string }>('POST', '/chatflows', stored)).id
})

afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

afterAll(async () => {
  await browser.close()
  await product.stop()
})

test('an approval on the chat page waits over a reload, takes a few words, and goes on once', async () => {
  const opened = await visit(browser, product)
  endings.push(opened.close)
  const { page } = opened
  await page.goto(`/chatbot/${flowId}`)
  await page.getByRole('textbox', { name: 'Your question' }).fill('Ann')
  await page.keyboard.press('Enter')
  await page.getByText('Shall the letter to Ann go out?').first().waitFor()
  await page.getByRole('button', { name: 'Reject' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.reload()
  await page.getByRole('textbox', { name: /Comment/ }).fill('too long')
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Dropped, because: too long').first().waitFor()
  expect(await page.getByRole('button', { name: 'Reject' }).count()).toBe(0)
})

test('the unchanged flowise-embed widget shows its buttons, and a click goes on', async () => {
  const site = await startForeignSite(
    `<script type="module">import Chatbot from '/web.js'; Chatbot.init({ chatflowid: '${flowId}', apiHost: '${product.url}' })</script>`,
  )
  endings.push(site.close)
  const opened = await visit(browser, { ...product, url: site.url })
  endings.push(opened.close)
  const { page } = opened
  await page.goto('/')
  const bot = page.locator('flowise-chatbot')
  await bot.getByRole('button').first().click()
  await bot.locator('textarea').fill('Bob')
  await bot.locator('textarea').press('Enter')
  await bot.getByText('Shall the letter to Bob go out?').first().waitFor()
  await bot.getByText('Proceed', { exact: true }).last().click()
  // It asks for a few words first, since the flow takes them.
  await bot.getByText('Submit', { exact: true }).last().click()
  const out = bot.getByText('The letter to Bob is out.').first()
  await out.waitFor()
  expect(await out.isVisible()).toBe(true)
})

test('a reviewer decides by a link on a phone, fills in what is asked, and the link is used up; the owner sees what waits', async () => {
  const nodes = await product.api<Parameters<typeof drawAgentFlow>[0]>('GET', '/nodes')
  const fields = [{ type: 'number', label: 'Copies', name: 'copies', isRequired: true }]
  const flow = drawAgentFlow(nodes, {
    steps: {
      humanInputAgentflow_0: { humanInputDescription: 'Print the **letter**?', humanInputFields: fields },
      directReplyAgentflow_0: { directReplyMessage: 'Printed {{humanInputAgentflow_0.output.form.copies}} times.' },
    },
    edges: ['startAgentflow_0 > humanInputAgentflow_0', 'humanInputAgentflow_0:0 > directReplyAgentflow_0'],
  })
  const stored = { name: 'Printing', type: 'AGENTFLOW', flowData: JSON.stringify(flow) }
  const { id } = await product.api<{ id: string }>('POST', '/chatflows', stored)
  await product.api('POST', `/prediction/${id}`, { question: 'Go', chatId: 'c1' })
  await product.api('POST', `/prediction/${id}`, { question: 'Go', chatId: 'c2' })
  const { items } = await product.api<{ items: { link: string }[] }>('GET', `/waits?chatflowId=${id}`)
  const address = new URL(items[0]?.link ?? '').pathname

  const phone = await visit(browser, product, { viewport: { width: 390, height: 844 }, hasTouch: true })
  endings.push(phone.close)
  await phone.page.goto(address)
  await phone.page.getByRole('heading', { name: 'humanInputAgentflow_0' }).waitFor()
  expect(await accessibilityFaults(phone.page)).toEqual([])
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await phone.page.getByRole('button', { name: 'Proceed' }).click()
  await phone.page.getByText('This field is required.').waitFor()
  await phone.page.getByRole('textbox', { name: 'Copies' }).fill('3')
  await phone.page.getByRole('button', { name: 'Proceed' }).click()
  await phone.page.getByRole('heading', { name: 'Thank you. Your decision was recorded.' }).waitFor()
  await phone.page.reload()
  await phone.page.getByRole('heading', { name: /already been decided|nothing left to decide/ }).waitFor()
  await phone.page.goto('/review/forged')
  await phone.page.getByRole('heading', { name: "This link isn't valid" }).waitFor()

  const opened = await visit(browser, product)
  endings.push(opened.close)
  const { page } = opened
  // The newest are open at once, at the address of before too.
  await page.goto('/waiting')
  await page.waitForURL('**/runs?view=waiting')
  await page.getByRole('textbox', { name: 'Copies' }).fill('2')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Proceed' }).click()
  await page.getByText('Decided. The run continues.').waitFor()
  await page.getByRole('button', { name: /humanInputAgentflow_0, Printing/ }).waitFor({ state: 'detached' })
})
