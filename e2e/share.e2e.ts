import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { startFakeVendor } from '../packages/server/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { accessibilityFaults, faultsInBothThemes } from './drivers/accessibility.ts'
import { createConversation } from './drivers/chat.ts'
import { walkOf } from './drivers/walk.ts'
import { DESKTOP, openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

const run = promisify(execFile)

interface Stored {
  version: number
  isPublic: boolean
  apikeyid: string | null
  chatbotConfig: string | null
  apiConfig: string | null
}

let product: Product
let browser: Browser
let vendor: FakeVendor
let flowId: string
/** There before any page asks for the keys there are. */
let key: { id: string; apiKey: string }
const walk = walkOf((options) => visit(browser, product, options))

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
  key = await product.api('POST', '/apikey', { keyName: 'Website' })
})

beforeEach(async () => {
  vendor = await startFakeVendor()
  flowId = (await createConversation(product, vendor.url)).id
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await walk.end()
  await vendor.close()
})

afterAll(async () => {
  await walk.end()
  await browser.close()
  await product.stop()
})

const stored = () => product.api<Stored>('GET', `/chatflows/${flowId}`)

async function openShare() {
  const { page } = await walk.to(`/canvas/${flowId}`)
  await page.getByRole('button', { name: 'API and share' }).click()
  await page.getByRole('dialog', { name: /^Share/ }).waitFor()
  return {
    page,
    tab: (name: string) => page.getByRole('tab', { name }).click(),
    way: async (name: string) => {
      await page.getByRole('tab', { name: 'API' }).click()
      await page.getByRole('group', { name: 'How to call it' }).getByRole('button', { name }).click()
    },
  }
}

const snippets = (page: Page) => page.getByRole('tabpanel').locator('pre').allInnerTexts()

test('[CANVAS-2] the snippets run as they are pasted', { timeout: 180_000 }, async () => {
  const { page, way } = await openShare()
  // Each as soon as it is read, all of them at once.
  const running: Promise<string>[] = []
  const begin = (command: string, args: string[]) =>
    // From a folder that has the OpenAI client installed, as the first line of its snippet asks for.
    running.push(run(command, args, { cwd: import.meta.dirname }).then(({ stdout }) => stdout))
  await way('cURL')
  for (const text of await snippets(page)) begin('bash', ['-c', text])
  await way('Python')
  for (const text of await snippets(page)) begin('python3', ['-c', text])
  await way('JavaScript')
  for (const text of await snippets(page)) begin(process.execPath, ['--input-type=module', '-e', text])
  await way('OpenAI client')
  await page.getByRole('switch', { name: 'Expose as a model' }).click()
  await page.getByText('npm install openai').waitFor()
  const [, openAi = ''] = await snippets(page)
  begin(process.execPath, ['--input-type=module', '-e', openAi])

  const outputs = await Promise.all(running)
  const [curl, curlStream, python, pythonStream, javaScript, javaScriptStream, client] = outputs
  expect(JSON.parse(curl ?? '')).toMatchObject({ text: 'Hello there' })
  expect(curlStream).toContain('data:{"event":"token","data":"Hello"}')
  expect([python, pythonStream, javaScript].map((text) => text?.trim())).toEqual(Array(3).fill('Hello there'))
  expect(javaScriptStream?.replaceAll('\n', '')).toBe('Hello there')
  expect(client).toBe('Hello there')
})

test('a flow is offered as a tool: the settings open it, and a new token shuts the older one out', async () => {
  const { page, way } = await openShare()
  await way('MCP')
  const offer = page.getByRole('switch', { name: 'Expose as an MCP tool' })
  await offer.click()
  await page.getByText(/because no login is set/).waitFor()
  const settings = async () => {
    const [text = '{}'] = await snippets(page)
    const { mcpServers } = JSON.parse(text) as {
      mcpServers: Record<string, { url: string; headers: { Authorization: string } }>
    }
    const [[name, server] = ['', undefined]] = Object.entries(mcpServers)
    if (!server) throw new Error('There are no settings')
    return { name, ...server }
  }
  const ask = async ({ name, url, headers }: Awaited<ReturnType<typeof settings>>) =>
    fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: { question: 'Hi' } },
      }),
    })
  await page.getByRole('textbox', { name: 'Tool name' }).fill('ask_molly')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await settings()).name).toBe('ask_molly')
  const first = await settings()
  expect(await (await ask(first)).json()).toMatchObject({ result: { content: [{ text: 'Hello there' }] } })
  expect(await accessibilityFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Create a new token' }).click()
  await page
    .getByRole('alertdialog', { name: /new token/ })
    .getByRole('button', { name: 'Create a new token' })
    .click()
  await expect.poll(async () => (await settings()).headers).not.toEqual(first.headers)
  expect((await ask(first)).status).toBe(401)
  expect((await ask(await settings())).status).toBe(200)
  await offer.click()
  await page.getByText('Client settings').waitFor({ state: 'detached' })
})

test('[LIST-5] a flow can demand a key: without it nothing is answered, and the snippets send it', async () => {
  const { page, tab, way } = await openShare()
  await page.getByRole('radio', { name: 'API key' }).click()
  await page.getByRole('combobox', { name: /Required key/ }).click()
  await page.getByRole('option', { name: /Website/ }).click()
  await expect.poll(async () => (await stored()).apikeyid).toBe(key.id)

  const ask = (headers: Record<string, string>) =>
    fetch(`${product.url}/api/v1/prediction/${flowId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://elsewhere.example', ...headers },
      body: JSON.stringify({ question: 'Hi' }),
    })
  expect((await ask({ authorization: 'Bearer wrong' })).status).toBe(401)
  expect((await ask({ authorization: `Bearer ${key.apiKey}` })).status).toBe(200)

  await way('cURL')
  // The dialog hears of the key after the server.
  await expect.poll(async () => (await snippets(page))[0]).toContain('CHATWRIGHT_API_KEY')
  const [curl = ''] = await snippets(page)
  const { stdout } = await run('bash', ['-c', curl], { env: { ...process.env, CHATWRIGHT_API_KEY: key.apiKey } })
  expect(JSON.parse(stdout)).toMatchObject({ text: 'Hello there' })
  await tab('Embed')
  await page.getByText(/a web page can’t keep secret/).waitFor()
})

test('[CANVAS-2] a flow is shared as a public chat bot, with a look that leaves other settings alone', async () => {
  await product.api('PUT', `/chatflows/${flowId}`, {
    chatbotConfig: JSON.stringify({ chatFeedback: { status: true }, allowedOrigins: ['https://a.example'] }),
  })
  const { page, tab } = await openShare()
  await tab('Chat page')
  await page.getByText('The page is off for visitors.').waitFor()
  expect(await page.getByRole('button', { name: 'Copy the link', exact: true }).count()).toBe(0)
  await page.getByRole('switch', { name: 'Chat page' }).click()
  await expect.poll(async () => (await stored()).isPublic).toBe(true)
  await page.getByRole('button', { name: 'Copy the link', exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Aunt Molly')
  await page.getByRole('button', { name: 'Save look' }).click()
  await expect
    .poll(async () => JSON.parse((await stored()).chatbotConfig ?? '{}') as unknown)
    .toMatchObject({ title: 'Aunt Molly', chatFeedback: { status: true }, allowedOrigins: ['https://a.example'] })

  const link = await page.getByRole('group', { name: 'Chat link' }).innerText()
  await page.goto(link)
  await page.getByRole('heading', { name: 'Aunt Molly' }).waitFor()
})

test('what the share dialog saved does not stand in the way of the next save on the canvas', async () => {
  const { page, tab } = await openShare()
  await tab('Chat page')
  await page.getByRole('switch', { name: 'Chat page' }).click()
  await expect.poll(async () => (await stored()).isPublic).toBe(true)
  await page.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  expect(await page.getByText(/someone else|somebody else/i).count()).toBe(0)
})

test('parameters are opened to requests one by one', async () => {
  const { page, tab } = await openShare()
  await tab('Configuration')
  await page.getByRole('switch', { name: 'Allow overrides' }).click()
  await page.getByRole('group', { name: 'ChatOpenAI' }).getByRole('checkbox', { name: 'Temperature' }).click()
  await page.getByRole('form', { name: 'Overridable parameters' }).getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await stored()).apiConfig).toContain('"temperature"')
  await fetch(`${product.url}/api/v1/prediction/${flowId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'Hi', overrideConfig: { temperature: 0.1, modelName: 'not-opened' } }),
  })
  expect(vendor.requests.at(-1)?.body).toMatchObject({ temperature: 0.1 })
  expect(vendor.requests.at(-1)?.body.model).not.toBe('not-opened')
})

test('follow-up prompts are switched on, with a model and an instruction of their own', async () => {
  const { page, tab } = await openShare()
  await tab('Configuration')
  const form = page.getByRole('form', { name: 'Follow-up prompts' })
  await form.getByRole('switch', { name: 'Suggest follow-up questions' }).click()
  await form.getByRole('textbox', { name: 'Model' }).fill('gpt-small')
  await form.getByRole('textbox', { name: 'Instruction' }).fill('Suggest after {history}')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  vendor.upcoming = [{ tokens: ['Hello'] }, { tokens: ['["How come?"]'] }]
  const answer = await product.api<{ followUpPrompts: string }>('POST', `/prediction/${flowId}`, { question: 'Hi' })
  expect(answer.followUpPrompts).toBe('["How come?"]')
  expect(vendor.requests.at(-1)?.body.model).toBe('gpt-small')
})

test('messages are found, read and exported', async () => {
  for (const question of ['Where is my parcel?', 'What about cakes?']) {
    await product.api('POST', `/prediction/${flowId}`, { question, chatId: `chat about ${question}` })
  }
  const { page } = await openShare()
  await page.getByRole('link', { name: 'Runs' }).click()
  const list = page.getByRole('table', { name: 'Runs' })
  await list.getByText('Where is my parcel?').waitFor()
  await page.getByRole('searchbox', { name: 'Search questions, answers, errors' }).fill('cakes')
  await list.getByText('Where is my parcel?').waitFor({ state: 'detached' })
  await list.getByText('Hello there').waitFor()
  await page.getByRole('searchbox', { name: 'Search questions, answers, errors' }).fill('')
  await list.getByText('Where is my parcel?').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export messages' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`${flowId}-Message.json`)
  const sessions = JSON.parse(await readFile(await download.path(), 'utf8')) as { messages: unknown[] }[]
  expect(sessions.map(({ messages }) => messages.length)).toEqual([2, 2])
})

test('the share dialog is accessible and fits, in both themes and on a phone', async () => {
  await product.api('POST', `/mcp-server/${flowId}`, {})
  const { page, tab, way } = await openShare()
  for (const [viewport, faultsOf] of [
    [DESKTOP, faultsInBothThemes],
    [PHONE, accessibilityFaults],
  ] as const) {
    await page.setViewportSize(viewport)
    for (const name of ['Chat page', 'Embed', 'cURL', 'OpenAI client', 'MCP', 'Triggers', 'Configuration']) {
      const isWay = ['cURL', 'OpenAI client', 'MCP'].includes(name)
      await (isWay ? way(name) : tab(name))
      if (name === 'MCP') await page.getByText('Client settings').waitFor()
      expect([name, ...(await faultsOf(page))]).toEqual([name])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect([name, Math.max(overflow, 0)]).toEqual([name, 0])
    }
  }
})
