import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { drawAgentFlow } from '../packages/server/testing/agent-flow.ts'
import type { NodeDescription } from '@chatwright/core'
import { canvasOf, dialogsGone } from './drivers/canvas.ts'
import { chatOf } from './drivers/chat.ts'
import { startForeignSite } from './drivers/foreign-site.ts'
import type { ForeignSite } from './drivers/foreign-site.ts'
import { shellOf } from './drivers/shell.ts'
import { openBrowser, startProduct, visit } from './harness.ts'
import type { Product, Visit } from './harness.ts'

const OWNER = { username: 'ada', password: 'analytical engine' }
const BASIC = { authorization: `Basic ${btoa(`${OWNER.username}:${OWNER.password}`)}` }

/** Whoever draws a flow chats with it at once, by every door, and nobody else does before it is opened. */
describe.each([
  ['without a login', undefined],
  ['with a login', OWNER],
])('%s, a flow of its owner', (_, login) => {
  let product: Product
  let browser: Browser
  let site: ForeignSite
  const visits: Visit[] = []
  const headers: Record<string, string> = login ? BASIC : {}

  beforeAll(async () => {
    const env = login && { CHATWRIGHT_USERNAME: login.username, CHATWRIGHT_PASSWORD: login.password }
    ;[product, browser, site] = await Promise.all([
      startProduct({ ...(env && { env }) }),
      openBrowser(),
      startForeignSite(),
    ])
  })
  afterEach(async () => {
    for (const opened of visits.splice(0)) await opened.close()
  })
  afterAll(async () => {
    await browser.close()
    await product.stop()
    await site.close()
  })

  const call = (path: string, body?: object, method = body ? 'POST' : 'GET') =>
    fetch(`${product.url}/api/v1${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const read = async <Answer>(path: string, body?: object) => (await (await call(path, body)).json()) as Answer

  async function open(path: string, { at = product.url, isOwner = true } = {}): Promise<Page> {
    const stored = login && isOwner ? { stored: { ...login } } : {}
    const opened = await visit(browser, { ...product, url: at }, stored)
    visits.push(opened)
    await opened.page.goto(path)
    return opened.page
  }

  async function replying(): Promise<string> {
    const steps = { directReplyAgentflow_0: { directReplyMessage: 'Here I am.' } }
    const edges = ['startAgentflow_0 > directReplyAgentflow_0']
    return JSON.stringify(drawAgentFlow(await read<NodeDescription[]>('/nodes'), { steps, edges }))
  }

  const ways: Record<string, () => Promise<string>> = {
    async template() {
      const templates = await read<{ type: string; templateName: string; needs: string[] }[]>('/marketplaces/templates')
      const template = templates.find(({ type, needs }) => type === 'Chatflow' && needs.length === 0)
      const page = await open('/marketplaces')
      await page.getByRole('button', { name: `Use ${template?.templateName}`, exact: true }).click()
      await page.locator('.react-flow__node').first().waitFor()
      await saveNamed(page)
      return idIn(page)
    },
    async hand() {
      const page = await open('/canvas')
      const canvas = canvasOf(page)
      for (const label of ['Built-in Answerer', 'Conversational Agent']) await canvas.add(label)
      await canvas.nodes.nth(1).waitFor()
      await canvas.tidy()
      await canvas.connect(
        canvas.port('builtInAnswerer_0', 'output', /, an output /),
        canvas.port('conversationalAgent_0', 'input', /model.*, an input /i),
      )
      await page.locator('.react-flow__edge').first().waitFor({ state: 'attached' })
      await canvas.saveAs('By hand')
      return idIn(page)
    },
    async import() {
      const page = await open('/tools')
      const door = () => shellOf(page).menu.getByRole('button', { name: 'Load a flow from a file' }).click()
      await shellOf(page).chooseFile(door, { name: 'Brought.json', text: await replying() })
      await page.waitForURL(/canvas/)
      await page.locator('.react-flow__node').first().waitFor()
      await saveNamed(page)
      return idIn(page)
    },
    async API() {
      const stored = { name: 'By a program', type: 'AGENTFLOW', flowData: await replying(), access: 'owner' }
      return (await read<{ id: string }>('/chatflows', stored)).id
    },
  }

  test.each(Object.keys(ways))('made by %s is opened as chat page, form, embed and API', async (way) => {
    const id = await ways[way]?.()
    expect(await read(`/chatflows/${id}`), way).toMatchObject({ access: 'owner' })

    const page = await open(`/chatbot/${id}`)
    const chat = chatOf(page)
    await chat.field.waitFor()
    await chat.ask('Are you there?')
    expect(await chat.text(chat.last())).toMatch(/\w/)

    const form = await open(`/form/${id}`)
    await form.getByRole('textbox').first().fill('Are you there?')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.locator('.chat-answer').filter({ hasText: /\w/ }).first().waitFor()

    const answer = await call(`/prediction/${id}`, { question: 'Are you there?', chatId: randomUUID() })
    expect([answer.status, ((await answer.json()) as { text: string }).text]).toEqual([
      200,
      expect.stringMatching(/\w/),
    ])

    // Elsewhere it is closed, whoever looks: a page of another origin is nobody.
    site.body = `<script type="module" src="${product.url}/widget.js"></script><chatwright-chat flow-id="${id}" open></chatwright-chat>`
    const elsewhere = await open('/', { at: site.url, isOwner: false })
    await expect.poll(() => elsewhere.locator('chatwright-chat').count()).toBe(1)
    await elsewhere.waitForLoadState('networkidle')
    expect(await elsewhere.locator('chatwright-chat').getByRole('textbox').count()).toBe(0)
    const stranger = await fetch(`${product.url}/api/v1/prediction/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.url },
      body: '{"question":"Are you there?"}',
    })
    expect(stranger.status).toBe(401)

    // Opened to everybody, it answers there.
    expect((await call(`/chatflows/${id}`, { access: 'open' }, 'PUT')).status).toBe(200)
    await elsewhere.reload()
    const embed = elsewhere.locator('chatwright-chat')
    await embed.getByRole('textbox', { name: 'Your question' }).fill('Are you there?')
    await elsewhere.keyboard.press('Enter')
    await embed.locator('.answer').nth(1).filter({ hasText: /\w/ }).waitFor()
  })
})

/** What came with a name is saved under it. */
async function saveNamed(page: Page): Promise<void> {
  await dialogsGone(page)
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/canvas\/.+/)
}

function idIn(page: Page): string {
  return page.url().split('/').at(-1) ?? ''
}

test('without a login no page offers to sign in, and a name stored by hand is a heading with a Logout', async () => {
  const [product, browser] = await Promise.all([startProduct(), openBrowser()])
  const { id } = await product.api<{ id: string }>('POST', '/chatflows', {
    name: 'Secret',
    flowData: '{"nodes":[],"edges":[]}',
    access: 'owner',
  })
  const stranger = await visit(browser, product, { extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.7' } })
  for (const path of [`/chatbot/${id}`, `/form/${id}`]) {
    await stranger.page.goto(path)
    await stranger.page.getByRole('heading', { name: 'This chat is private' }).waitFor()
    await stranger.page.getByText('on the server’s machine').waitFor()
    expect(await stranger.page.getByRole('button', { name: 'Sign in' }).count()).toBe(0)
  }
  await stranger.close()

  const owner = await visit(browser, product, { stored: OWNER })
  const sent = owner.page.waitForRequest('**/api/v1/tools*')
  await owner.page.goto('/tools')
  expect(await (await sent).headerValue('authorization')).toBe(BASIC.authorization)
  await shellOf(owner.page).openUserMenu()
  await owner.page.getByRole('menu').getByText(OWNER.username, { exact: true }).waitFor()
  await owner.page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  expect(owner.faults).toEqual([])
  await owner.close()
  await browser.close()
  await product.stop()
})

test('a wrong password stored by hand is refused in words', async () => {
  const env = { CHATWRIGHT_USERNAME: OWNER.username, CHATWRIGHT_PASSWORD: OWNER.password }
  const [product, browser] = await Promise.all([startProduct({ env }), openBrowser()])
  const opened = await visit(browser, product, { stored: { ...OWNER, password: 'wrong' } })
  await opened.page.goto('/tools')
  const form = opened.page.getByRole('main', { name: 'Sign in' })
  await form.getByText('This username and password don’t match').waitFor()
  expect(await opened.page.evaluate(() => localStorage.getItem('password'))).toBe('wrong')
  await opened.close()
  await browser.close()
  await product.stop()
})
