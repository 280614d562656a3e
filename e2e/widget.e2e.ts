import { stat } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { startFakeVendor } from '../packages/server/src/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/src/testing/fake-vendor.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { createConversation } from './drivers/chat.ts'
import { FLOWISE_EMBED, startForeignSite } from './drivers/foreign-site.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product, Visit, VisitOptions } from './harness.ts'

let product: Product
let browser: Browser
let vendor: FakeVendor
let flowId: string
const visits: Visit[] = []
const endings: (() => Promise<void>)[] = []

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})

beforeEach(async () => {
  vendor = await startFakeVendor()
  flowId = (await createConversation(product, vendor.url, { chatbotConfig: CONFIG })).id
})

afterEach(async () => {
  for (const opened of visits.splice(0)) await opened.close()
  for (const end of endings.splice(0)) await end()
  await vendor.close()
})

afterAll(async () => {
  await browser.close()
  await product.stop()
})

const CONFIG = JSON.stringify({
  title: 'Aunt Molly',
  welcomeMessage: 'Ask me about **cakes**.',
  chatFeedback: { status: true },
  starterPrompts: { 0: { prompt: 'Which cake?' } },
})

async function openSite(body: string, options: VisitOptions = {}) {
  const site = await startForeignSite(body)
  endings.push(site.close)
  const opened = await visit(browser, { ...product, url: site.url }, options)
  visits.push(opened)
  await opened.page.goto('/')
  return opened
}

const ours = (attributes = '') =>
  `<script type="module" src="${product.url}/widget.js"></script><chatwright-chat flow-id="${flowId}" ${attributes}></chatwright-chat>`

test('our widget is one small file', async () => {
  const response = await fetch(`${product.url}/widget.js`)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const bytes = gzipSync(Buffer.from(await response.arrayBuffer())).length
  // What speech needs is a file of its own.
  expect(bytes).toBeLessThanOrEqual(12.6 * 1024)
})

test('[CANVAS-2] our widget answers on a foreign site, word by word, and remembers the conversation', async () => {
  vendor.script = { tokens: ['Some **bold** ', 'words', ' held'], holdAfter: 2 }
  const { page, faults } = await openSite(ours())
  await page.getByRole('button', { name: 'Open the chat' }).click()
  await page.getByRole('heading', { name: 'Aunt Molly' }).waitFor()
  await page.getByText('cakes', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Your question' }).fill('Hello')
  await page.keyboard.press('Enter')
  await page.getByText('bold', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await vendor.requests[0]?.gone
  await page.getByRole('button', { name: 'Send' }).waitFor()

  vendor.script = { tokens: ['Apple ', 'cake.'] }
  await page.getByRole('textbox', { name: 'Your question' }).fill('Which?')
  await page.keyboard.press('Enter')
  await page.getByText('Apple cake.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Good answer' }).last().click()
  await expect.poll(() => product.api<unknown[]>('GET', `/feedback/${flowId}`)).toMatchObject([{ rating: 'THUMBS_UP' }])

  await page.reload()
  await page.getByRole('button', { name: 'Open the chat' }).click()
  await page.getByText('Apple cake.', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('our widget shows what a model writes as text, never as HTML', async () => {
  vendor.script = {
    tokens: ['<img src=x onerror="document.title=1"> ', '[click](javascript:document.title=2) ', '**end**'],
  }
  const { page } = await openSite(ours('open'))
  await page.getByRole('textbox', { name: 'Your question' }).fill('Hello')
  await page.keyboard.press('Enter')
  await page.getByText('end', { exact: true }).waitFor()
  await page.getByText('<img src=x').first().waitFor()
  expect(await page.locator('chatwright-chat img[src="x"]').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'click' }).count()).toBe(0)
  expect(await page.title()).toBe('Their site')
})

test('our widget fills a phone, closes with Escape, and is accessible', async () => {
  const { page } = await openSite(ours(), { viewport: PHONE, hasTouch: true, isMobile: true })
  await page.getByRole('button', { name: 'Open the chat' }).tap()
  const box = await page.getByRole('region', { name: 'Chat' }).boundingBox()
  expect(box).toMatchObject({ x: 0, width: PHONE.width })
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open the chat' }).waitFor()
})

test('our widget offers what to ask next, and trying again takes the place of what failed', async () => {
  await product.api('PUT', `/chatflows/${flowId}`, {
    chatbotConfig: JSON.stringify({ followUpPrompts: { status: true } }),
  })
  vendor.upcoming = [{ tokens: [], status: 401 }, { tokens: ['Better.'] }, { tokens: ['["And the oven?"]'] }]
  const { page } = await openSite(ours('open'))
  await page.getByRole('textbox', { name: 'Your question' }).fill('Hello')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Better.', { exact: true }).waitFor()
  expect(await page.locator('chatwright-chat .question').count()).toBe(1)
  await page.getByRole('group', { name: 'Ask next' }).getByRole('button', { name: 'And the oven?' }).click()
  await page.getByText('Hello there', { exact: true }).waitFor()
  const kept = await product.api<{ content: string }[]>('GET', `/chatmessage/${flowId}`)
  expect(kept.map(({ content }) => content)).toEqual(['Hello', 'Better.', 'And the oven?', 'Hello there'])
})

/** The flow opens to another site than the one that asks. */
const closeToOthers = () =>
  product.api('PUT', `/chatflows/${flowId}`, {
    chatbotConfig: JSON.stringify({
      allowedOrigins: ['https://a.example'],
      allowedOriginsError: 'Ask on our own site.',
    }),
  })

test('a site that is not on the list shows the owner’s words, and the flow is not asked', async () => {
  await closeToOthers()
  const { page } = await openSite(ours('open'))
  await page.getByRole('textbox', { name: 'Your question' }).fill('Hello')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Ask on our own site.').waitFor()
  expect(vendor.requests).toEqual([])
})

const flowiseEmbed = () =>
  `<script type="module">
    import Chatbot from '/web.js'
    Chatbot.init({ chatflowid: '${flowId}', apiHost: '${product.url}' })
  </script>`

test('the unchanged flowise-embed widget shows the owner’s words on a site that is not on the list', async () => {
  await closeToOthers()
  const { page } = await openSite(flowiseEmbed())
  await page.locator('flowise-chatbot').getByRole('button').first().click()
  const field = page.locator('flowise-chatbot textarea')
  await field.fill('Hi')
  await field.press('Enter')
  await page.locator('flowise-chatbot').getByText('Ask on our own site.').waitFor()
  expect(vendor.requests).toEqual([])
})

test('the unchanged flowise-embed widget offers what to ask next', async () => {
  await product.api('PUT', `/chatflows/${flowId}`, {
    chatbotConfig: JSON.stringify({ followUpPrompts: { status: true } }),
  })
  vendor.upcoming = [{ tokens: ['Hello', ' from the flow'] }, { tokens: ['["And the oven?"]'] }]
  const { page } = await openSite(flowiseEmbed())
  await page.locator('flowise-chatbot').getByRole('button').first().click()
  const field = page.locator('flowise-chatbot textarea')
  await field.fill('Hi')
  await field.press('Enter')
  await page.locator('flowise-chatbot').getByText('Hello from the flow').waitFor()
  await page.locator('flowise-chatbot').getByText('And the oven?').click()
  await expect.poll(() => JSON.stringify(vendor.requests.at(2)?.body.messages.at(-1))).toContain('And the oven?')
})

test.each([
  ['a flow that needs a key', () => needKey(), 'This flow needs an API key'],
  ['a flow that takes one question a minute', () => limit(), 'Slow down please'],
  ['an agent flow of the first kind without a Start', () => makeAgentflow(), 'This chat cannot answer as it is set up'],
])('the unchanged flowise-embed widget says in words why it has no answer: %s', async (_, prepare, words) => {
  await prepare()
  const { page } = await openSite(flowiseEmbed())
  await page.locator('flowise-chatbot').getByRole('button').first().click()
  const field = page.locator('flowise-chatbot textarea')
  await field.fill('Hi')
  await field.press('Enter')
  const answer = page.locator('flowise-chatbot').getByText(words)
  await answer.waitFor()
  expect(await answer.textContent()).not.toMatch(/[{}]/)
  expect(vendor.requests).toEqual([])
})

async function needKey(): Promise<void> {
  const { id } = await product.api<{ id: string }>('POST', '/apikey', { keyName: 'Site' })
  await product.api('PUT', `/chatflows/${flowId}`, { apikeyid: id })
}

async function limit(): Promise<void> {
  const rateLimit = { status: true, limitMax: 1, limitDuration: 60, limitMsg: 'Slow down please' }
  await product.api('PUT', `/chatflows/${flowId}`, { apiConfig: JSON.stringify({ rateLimit }) })
  // A question that asks nothing counts too, and costs the vendor nothing.
  await fetch(`${product.url}/api/v1/prediction/${flowId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"replaces":"nothing"}',
  })
}

async function makeAgentflow(): Promise<void> {
  const data = { id: 'seqAgent_0', name: 'seqAgent', label: 'Agent', type: 'Agent', inputs: {} }
  const node = { id: data.id, type: 'customNode', position: { x: 0, y: 0 } }
  const flow = { nodes: [{ ...node, data: { ...data, category: 'Sequential Agents' } }], edges: [] }
  await product.api('PUT', `/chatflows/${flowId}`, { flowData: JSON.stringify(flow) })
}

test('[CANVAS-2] the unchanged flowise-embed widget works against this server', async () => {
  expect((await stat(FLOWISE_EMBED)).size).toBeGreaterThan(1_000_000)
  vendor.script = { tokens: ['Hello', ' from', ' the flow'] }
  const { page } = await openSite(flowiseEmbed())
  await page.locator('flowise-chatbot').getByRole('button').first().click()
  const field = page.locator('flowise-chatbot textarea')
  await field.fill('Hi')
  await field.press('Enter')
  await page.locator('flowise-chatbot').getByText('Hello from the flow').waitFor()
  const kept = await product.api<{ role: string; content: string; chatType: string }[]>('GET', `/chatmessage/${flowId}`)
  expect(kept.map(({ role, content, chatType }) => [role, content, chatType])).toEqual([
    ['userMessage', 'Hi', 'EXTERNAL'],
    ['apiMessage', 'Hello from the flow', 'EXTERNAL'],
  ])
})
