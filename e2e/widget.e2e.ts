import { stat } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { drawAgentFlow } from '../packages/server/testing/agent-flow.ts'
import type { DrawnSteps } from '../packages/server/testing/agent-flow.ts'
import { startFakeVendor } from '../packages/server/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { createConversation } from './drivers/chat.ts'
import { catalogueOf } from './drivers/flows.ts'
import { watchShift } from './drivers/layout-shift.ts'
import { FLOWISE_EMBED, startForeignSite } from './drivers/foreign-site.ts'
import type { ForeignSite } from './drivers/foreign-site.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product, Visit, VisitOptions } from './harness.ts'

let product: Product
let browser: Browser
let vendor: FakeVendor
let site: ForeignSite
let flowId: string
const visits: Visit[] = []

beforeAll(async () => {
  ;[product, browser, site] = await Promise.all([startProduct(), openBrowser(), startForeignSite()])
})

beforeEach(async () => {
  vendor = await startFakeVendor()
  flowId = (await createConversation(product, vendor.url, { chatbotConfig: CONFIG })).id
})

afterEach(async () => {
  for (const opened of visits.splice(0)) await opened.close()
  await vendor.close()
})

afterAll(async () => {
  await browser.close()
  await product.stop()
  await site.close()
})

const CONFIG = JSON.stringify({
  title: 'Aunt Molly',
  welcomeMessage: 'Ask me about **cakes**.',
  chatFeedback: { status: true },
  starterPrompts: { 0: { prompt: 'Which cake?' } },
})

async function openSite(body: string, options: VisitOptions = {}) {
  site.body = body
  const opened = await visit(browser, { ...product, url: site.url }, options)
  visits.push(opened)
  await opened.page.goto('/')
  return opened
}

const ours = (attributes = '') =>
  `<script type="module" src="${product.url}/widget.js"></script><chatwright-chat flow-id="${flowId}" ${attributes}></chatwright-chat>`

test('our widget is one small file until somebody opens it', async () => {
  const { page } = await openSite(ours())
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.reload()
  await page.getByRole('button', { name: 'Open the chat' }).waitFor()
  expect(asked.filter((path) => path.endsWith('.js'))).toEqual(['/widget.js'])
  const response = await fetch(`${product.url}/widget.js`)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const bytes = gzipSync(Buffer.from(await response.arrayBuffer())).length
  expect(bytes).toBeLessThanOrEqual(6 * 1024)
})

test('where its chat does not come, the bubble says so, and the next click tries again', async () => {
  const { page } = await openSite(ours())
  await page.route('**/widget-chat.js*', (route) => route.abort())
  await page.getByRole('button', { name: 'Open the chat' }).click()
  await page.getByRole('alert').getByText('Couldn’t load the chat').waitFor()
  await page.unroute('**/widget-chat.js*')
  await page.getByRole('button', { name: 'Open the chat' }).click()
  await page.getByRole('heading', { name: 'Aunt Molly' }).waitFor()
  await expect.poll(() => page.getByRole('alert').getByText('Couldn’t load the chat').count()).toBe(0)
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
  const box = await page.getByRole('region', { name: 'Aunt Molly' }).boundingBox()
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
  await expect.poll(() => page.locator('chatwright-chat .question').count()).toBe(1)
  await page.getByRole('group', { name: 'Ask next' }).getByRole('button', { name: 'And the oven?' }).click()
  await page.getByText('Hello there', { exact: true }).waitFor()
  await expect
    .poll(async () => (await keptOnSite()).map(([, content]) => content))
    .toEqual(['Hello', 'Better.', 'And the oven?', 'Hello there'])
})

/** Who said what, and from where. Polled for: words are shown before the whole answer is kept. */
async function keptOnSite(): Promise<string[][]> {
  const kept = await product.api<{ role: string; content: string; chatType: string }[]>('GET', `/chatmessage/${flowId}`)
  return kept.map(({ role, content, chatType }) => [role, content, chatType])
}

/** The flow opens to another site than the one that asks. */
const closeToOthers = () =>
  product.api('PUT', `/chatflows/${flowId}`, {
    chatbotConfig: JSON.stringify({
      allowedOrigins: ['https://a.example'],
      allowedOriginsError: 'Ask on our own site.',
    }),
  })

test('a site that is not on the list gets no bubble, and its developer reads why', async () => {
  await closeToOthers()
  site.body = ours('open')
  const opened = await visit(browser, { ...product, url: site.url })
  visits.push(opened)
  const said: string[] = []
  opened.page.on('console', (message) => said.push(message.text()))
  await opened.page.goto('/')
  await expect.poll(() => said.join('\n')).toContain('Ask on our own site.')
  expect(await opened.page.locator('chatwright-chat').getByRole('button').count()).toBe(0)
  expect(vendor.requests).toEqual([])
})

test('a flow that needs a key gets no bubble either', async () => {
  await needKey()
  const { page } = await openSite('<p>Here</p>')
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.setContent(ours('open'))
  await expect.poll(() => said.join('\n')).toContain('needs a key')
  expect(await page.locator('chatwright-chat').getByRole('button').count()).toBe(0)
})

test('our widget greets and is called as the preview shows it, and light on a light page', async () => {
  await product.api('PUT', `/chatflows/${flowId}`, { name: 'Cake desk', chatbotConfig: '{}' })
  const { page } = await openSite(ours('open'), { colorScheme: 'dark' })
  await page.getByRole('heading', { name: 'Cake desk' }).waitFor()
  await page.getByText('Hi there! How can I help?').waitFor()
  expect(await page.locator('chatwright-chat .frame').getAttribute('data-theme')).toBe('light')
})

test.each([
  ['a laptop', {}],
  ['a phone', { viewport: PHONE }],
])('on %s a widget that opens with its page lets nothing jump, from the first paint on', async (_, options) => {
  const { page } = await openSite(ours('open'), options)
  await page.getByText('cakes', { exact: true }).waitFor()
  const shift = await watchShift(page)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await shift()).toBeLessThanOrEqual(0.02)
  const box = await page.getByRole('region').boundingBox()
  const view = page.viewportSize()
  // In its corner, or over the whole of a phone.
  const gap = _ === 'a phone' ? 0 : 20
  expect([box && box.x + box.width, box && box.y + box.height]).toEqual([
    (view?.width ?? 0) - gap,
    (view?.height ?? 0) - gap,
  ])
})

test('our widget sets mathematics, and colours code that can be copied; nothing jumps meanwhile', async () => {
  const words = [
    'The mean is $\\bar{x} = \\frac{1}{n}\\sum x_i$.\n\n',
    '$$\nE = mc^2\n$$\n\n',
    '| a | b |\n|---|--:|\n| one | 2 |\n\n',
    '```js\nconst cake = "apple"\n```\n\n',
    'That is all.',
  ]
  vendor.script = { tokens: words.flatMap((text) => text.split(/(?<=\s)/)) }
  const { page } = await openSite(ours('open'))
  await page.getByText('cakes', { exact: true }).waitFor()
  const shift = await watchShift(page)
  await page.getByRole('textbox', { name: 'Your question' }).fill('Hello')
  await page.keyboard.press('Enter')
  await page.getByText('That is all.', { exact: true }).waitFor()
  await page.locator('chatwright-chat math').nth(1).waitFor()
  await page.locator('chatwright-chat .hljs-keyword', { hasText: 'const' }).waitFor()
  await page.getByRole('cell', { name: '2', exact: true }).waitFor()
  expect(await shift()).toBeLessThanOrEqual(0.02)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('const cake = "apple"')
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
  ['a flow that needs a key', () => needKey(), 'This flow requires an API key'],
  ['a flow that takes one question a minute', () => limit(), 'Slow down please'],
  ['an agent flow of the first kind without a Start', () => makeAgentflow(), "This chat isn't set up correctly"],
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
  await expect.poll(keptOnSite).toEqual([
    ['userMessage', 'Hi', 'EXTERNAL'],
    ['apiMessage', 'Hello from the flow', 'EXTERNAL'],
  ])
})

/** An agent flow of its owner’s own making, opened to everybody. */
async function createSteps(drawn: DrawnSteps): Promise<string> {
  const flow = drawAgentFlow(await catalogueOf(product), drawn)
  const stored = { name: 'Steps', type: 'AGENTFLOW', flowData: JSON.stringify(flow), isPublic: true }
  return (await product.api<{ id: string }>('POST', '/chatflows', stored)).id
}

async function askOnSite(question: string) {
  const { page } = await openSite(flowiseEmbed())
  const widget = page.locator('flowise-chatbot')
  await widget.getByRole('button').first().click()
  await widget.locator('textarea').fill(question)
  await widget.locator('textarea').press('Enter')
  return widget
}

test('the unchanged flowise-embed widget offers to stop an agent flow, and stops it', async () => {
  const code = 'await new Promise(() => {}); return "late"'
  flowId = await createSteps({
    steps: {
      customFunctionAgentflow_0: { customFunctionJavascriptFunction: code },
      directReplyAgentflow_0: { directReplyMessage: 'Too late.' },
    },
    edges: ['startAgentflow_0 > customFunctionAgentflow_0', 'customFunctionAgentflow_0 > directReplyAgentflow_0'],
  })
  const widget = await askOnSite('Begin')
  await widget.getByTitle('Stop', { exact: true }).click()
  const executions = () =>
    product
      .api<{ data: { state: string }[] }>('GET', `/executions?agentflowId=${flowId}`)
      .then(({ data }) => data[0]?.state)
  await expect.poll(executions).toBe('TERMINATED')
})

test('the unchanged flowise-embed widget shows why a flow cannot run', async () => {
  flowId = await createSteps({
    steps: { llmAgentflow_0: { llmModel: '' } },
    edges: ['startAgentflow_0 > llmAgentflow_0'],
  })
  const widget = await askOnSite('Begin')
  await expect.poll(() => widget.getByText("This chat isn't set up correctly").count()).toBe(1)
})
