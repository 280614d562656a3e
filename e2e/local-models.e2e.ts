import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { canvasOf } from './drivers/canvas.ts'
import { chatOf } from './drivers/chat.ts'
import { startLocalModelServer } from './drivers/local-model-server.ts'
import type { LocalModelServer } from './drivers/local-model-server.ts'
import { openBrowser, startProduct, visit } from './harness.ts'
import type { Product, Visit } from './harness.ts'

let models: LocalModelServer
let product: Product
let browser: Browser
let opened: Visit | undefined

beforeAll(async () => {
  models = await startLocalModelServer({
    models: ['llama3.2:latest', 'qwen3:4b', 'nomic-embed-text:latest'],
    answer: ['Hello ', 'from ', 'this machine.'],
  })
  ;[product, browser] = await Promise.all([startProduct({ env: { OLLAMA_HOST: models.host } }), openBrowser()])
})

afterAll(async () => {
  await browser.close()
  await product.stop()
  await models.close()
})

afterEach(async () => {
  await opened?.close()
})

async function open(path: string): Promise<Page> {
  opened = await visit(browser, product)
  await opened.page.goto(path)
  return opened.page
}

async function expectAnswer(page: Page): Promise<void> {
  const chat = chatOf(page)
  await chat.ask('Hello?')
  await expect.poll(() => chat.text(chat.last())).toContain('Hello from this machine.')
}

test('the first page finds a model that runs here, and one click makes a chat with it', async () => {
  const page = await open('/')
  await page.getByRole('heading', { name: 'Found on this machine' }).waitFor()
  expect(await page.getByRole('button', { name: /Ollama$/ }).allInnerTexts()).toEqual([
    'llama3.2:latest · Ollama',
    'qwen3:4b · Ollama',
  ])
  // Nothing but the list was asked for before somebody chose.
  expect(new Set(models.asked)).toEqual(new Set(['GET /api/tags']))
  await page.getByRole('button', { name: 'llama3.2:latest · Ollama' }).click()
  await page.waitForURL('**/canvas/*')
  await expectAnswer(page)
  expect(models.asked).toContain('POST /api/chat')
})

test('[CANVAS-1] the palette offers it among the nodes: one click adds its node with address and name', async () => {
  const page = await open('/canvas')
  const canvas = canvasOf(page)
  const group = page.getByRole('group', { name: 'On this machine' })
  await group.getByRole('option', { name: /^qwen3:4b/ }).click()
  await canvas.node('chatOllama_0').waitFor()
  await expect.poll(() => canvas.node('chatOllama_0').innerText()).toContain('qwen3:4b')
  await canvas.node('chatOllama_0').getByLabel('Base URL').waitFor()
  expect(await canvas.node('chatOllama_0').getByLabel('Base URL').inputValue()).toBe(`http://${models.host}`)

  await canvas.add('llama3.2')
  await canvas.node('chatOllama_1').waitFor()
  await expect.poll(() => canvas.node('chatOllama_1').innerText()).toContain('llama3.2:latest')
  // One edit each: address and name go with the node.
  await canvas.focusCanvas()
  await page.keyboard.press('Control+z')
  await canvas.node('chatOllama_1').waitFor({ state: 'detached' })
  expect(await canvas.nodes.count()).toBe(1)
})

test('[LIST-2] a template that wants a key runs with a local model instead', async () => {
  const page = await open('/marketplaces')
  await page.getByRole('button', { name: 'Use Conversation', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'This flow needs credentials' })
  await dialog.getByRole('combobox').click()
  await page.getByRole('option', { name: 'llama3.2:latest on this machine (Ollama) instead' }).click()
  await dialog.getByText('ChatOllama replaces ChatOpenAI').waitFor()
  await dialog.getByRole('button', { name: 'Use in this flow' }).click()
  await dialog.waitFor({ state: 'detached' })
  const canvas = canvasOf(page)
  await canvas.node('chatOllama_0').waitFor()
  expect(await canvas.node('chatOpenAI_0').count()).toBe(0)
  await expect.poll(() => canvas.edges.count()).toBe(2)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.cw-save-word.is-saved').waitFor()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await expectAnswer(page)
})
