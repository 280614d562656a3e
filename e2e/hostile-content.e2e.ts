import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'

import { startFakeVendor } from '../packages/server/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { chatOf, createConversation } from './drivers/chat.ts'
import { flowOf } from './drivers/flows.ts'
import { openBrowser, startProduct, visit } from './harness.ts'
import type { Product, Visit } from './harness.ts'

// Each would call `pwned()` if anything of it ran, or reach the other site if anything of it loaded by itself.
const hostileHtml = [
  '<script>pwned()</script>',
  '<img src=x onerror="pwned()">',
  '<svg onload="pwned()"></svg>',
  '<iframe srcdoc="<script>parent.pwned()</script>"></iframe>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=pwned()>',
  '"><script>pwned()</script>',
  '<a href="javascript:pwned()">link</a>',
  '{{constructor.constructor("pwned()")()}}',
]

let product: Product
let browser: Browser
let vendor: FakeVendor
let otherSite: { server: Server; url: string; asked: string[] }
const visits: Visit[] = []

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'text/html' })
    const frame = new URL(request.url ?? '/', 'http://x').searchParams.get('frame')
    response.end(frame ? `<iframe title="framed" src="${frame}"></iframe>` : 'other site')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  otherSite = { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
})

beforeEach(async () => {
  vendor = await startFakeVendor()
  otherSite.asked.length = 0
})

afterEach(async () => {
  for (const opened of visits.splice(0)) await opened.close()
  await vendor.close()
})

afterAll(async () => {
  await browser.close()
  await product.stop()
  otherSite.server.close()
})

async function open(path: string): Promise<{ page: Page; ran: string[] }> {
  const opened = await visit(browser, product)
  visits.push(opened)
  const ran: string[] = []
  await opened.page.exposeFunction('pwned', () => ran.push('ran'))
  opened.page.on('dialog', (dialog) => {
    ran.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await opened.page.goto(path)
  return { page: opened.page, ran }
}

test('a hostile answer is shown as text: nothing of it runs, and nothing loads by itself', async () => {
  const { id } = await createConversation(product, vendor.url, { isPublic: true })
  const markdown = [
    ...hostileHtml,
    `![picture](${otherSite.url}/pixel.png)`,
    `<img src="${otherSite.url}/raw.png">`,
    `[ref]: ${otherSite.url}/ref.png\n\n![ref]`,
    '[click](javascript:pwned())',
    '[data](data:text/html,<script>pwned()</script>)',
    '[vb](vbscript:pwned())',
    '```mermaid\ngraph TD; A[<img src=x onerror=pwned()>]\n```',
    '$$\\href{javascript:pwned()}{x}$$',
    '$\\includegraphics{x}$',
    `The end.`,
  ].join('\n\n')
  vendor.script = { tokens: [markdown] }
  const { page, ran } = await open(`/chatbot/${id}`)
  const chat = chatOf(page)
  await chat.send(hostileHtml.join(' '))
  await page.locator('.chat-answer').getByText('The end.').first().waitFor()
  expect(otherSite.asked).toEqual([])
  const links = page.locator('.chat-answer a')
  const addresses = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  expect(addresses.filter((address) => /^\s*(javascript|data|vbscript):/i.test(address))).toEqual([])
  expect(await page.locator('.chat-answer').locator('script, iframe, object, embed, form').count()).toBe(0)
  for (const link of await links.all()) {
    await link.click({ timeout: 1000, noWaitAfter: true, modifiers: ['ControlOrMeta'] }).catch(() => undefined)
  }
  expect(ran).toEqual([])
})

test('hostile names of flows, tools, credentials, variables and keys are shown as they are', async () => {
  for (const [index, name] of hostileHtml.entries()) {
    await product.api('POST', '/chatflows', { name: `${index} ${name}`, flowData: flowOf([name]), category: name })
    await product.api('POST', '/tools', {
      name: `${index} ${name}`,
      description: name,
      color: 'red;background:url(x)',
      iconSrc: 'javascript:pwned()',
    })
    await product.api('POST', '/credentials', {
      name: `${index} ${name}`,
      credentialName: 'openAIApi',
      plainDataObj: {},
    })
    await product.api('POST', '/apikey', { keyName: `${index} ${name}` })
  }
  for (const path of ['/chatflows', '/tools', '/credentials', '/apikey']) {
    const { page, ran } = await open(path)
    await page
      .getByText(hostileHtml[0] ?? '')
      .first()
      .waitFor()
    expect({ path, ran }).toEqual({ path, ran: [] })
  }
})

test('a hostile flow opens on the canvas as a drawing: nothing in it runs', async () => {
  const [script = ''] = hostileHtml
  const flow = JSON.parse(flowOf(['chatOpenAI', '__proto__', 'constructor'])) as {
    nodes: { data: Record<string, unknown> }[]
  }
  for (const [index, node] of flow.nodes.entries()) {
    Object.assign(node.data, {
      label: `${script}${index}`,
      description: hostileHtml.join(''),
      icon: 'javascript:pwned()',
      inputParams: [
        { id: 'x', name: 'x', label: hostileHtml.join(''), type: 'string', description: hostileHtml.join('') },
      ],
      inputs: { x: hostileHtml.join('') },
    })
  }
  const { id } = await product.api<{ id: string }>('POST', '/chatflows', {
    name: script,
    flowData: JSON.stringify(flow),
  })
  const { page, ran } = await open(`/canvas/${id}`)
  await page.getByText(`${script}0`).first().waitFor()
  expect(ran).toEqual([])
})

test('only the chat page of a public flow stands in a frame, on a site its owner listed', async () => {
  const listed = { chatbotConfig: JSON.stringify({ allowedOrigins: [otherSite.url] }) }
  const open = await createConversation(product, vendor.url, { isPublic: true, ...listed })
  const closed = await createConversation(product, vendor.url, { isPublic: true })
  const isShown = async (path: string): Promise<boolean> => {
    const opened = await visit(browser, product)
    visits.push(opened)
    await opened.page.goto(`${otherSite.url}/?frame=${encodeURIComponent(product.url + path)}`)
    const field = opened.page.frameLocator('iframe').getByRole('textbox').first()
    const outcome = async (): Promise<'shown' | 'refused' | undefined> => {
      if (await field.isVisible()) return 'shown'
      const isRefused = opened.page.frames().some((frame) => frame.url().startsWith('chrome-error:'))
      return isRefused ? 'refused' : undefined
    }
    await expect.poll(outcome).toBeDefined()
    return (await outcome()) === 'shown'
  }
  expect(await isShown(`/chatbot/${open.id}`)).toBe(true)
  expect(await isShown(`/chatbot/${closed.id}`)).toBe(false)
  expect(await isShown('/chatflows')).toBe(false)
})
