import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { canvasOf, zoomToFull } from './drivers/canvas.ts'
import { openBrowser, startProduct, visit } from './harness.ts'
import type { Product, Visit } from './harness.ts'

let product: Product
let browser: Browser
let opened: Visit | undefined

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})

afterAll(async () => {
  await browser.close()
  await product.stop()
})

interface Stored {
  id: string
  name: string
  credentialName: string
}

afterEach(async () => {
  await opened?.close()
  for (const { id } of await credentials()) await product.api('DELETE', `/credentials/${id}?force=true`)
})

const credentials = () => product.api<Stored[]>('GET', '/credentials')

const keep = (name: string, credentialName: string, field: string) =>
  product.api<Stored>('POST', '/credentials', { name, credentialName, plainDataObj: { [field]: 'sk-test' } })

/** Opens a template on the canvas, as its card does. */
async function takeTemplate(name: string): Promise<Page> {
  opened = await visit(browser, product)
  const { page } = opened
  await page.goto('/marketplaces')
  await page.getByRole('button', { name: `Use ${name}`, exact: true }).click()
  await page.locator('.react-flow__node').first().waitFor()
  return page
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'This flow needs credentials' })

test('[LIST-2] a template asks for its credentials; a pasted key is kept and given to every node that wants it', async () => {
  const page = await takeTemplate('Long conversation')
  const canvas = canvasOf(page)
  const dialog = dialogOf(page)
  const section = dialog.getByRole('region', { name: 'OpenAI API' })
  await section.getByText('For ChatOpenAI').waitFor()
  const key = section.getByLabel('OpenAI API key')
  await expect.poll(() => key.evaluate((field) => field === document.activeElement)).toBe(true)
  await dialog.getByRole('button', { name: 'Use in this flow' }).click()
  await section.getByText('This field is required.').waitFor()
  expect(await credentials()).toEqual([])

  await key.fill('sk-not-a-key')
  await section.getByRole('button', { name: 'Test connection' }).click()
  // The vendor refuses it, or cannot be reached from here: either is said, and neither is in the way.
  await section.getByRole('alert').waitFor()
  await dialog.getByRole('button', { name: 'Use in this flow' }).click()
  await dialog.waitFor({ state: 'detached' })

  const [kept, ...others] = await credentials()
  expect(others).toEqual([])
  expect(kept).toMatchObject({ name: 'OpenAI API', credentialName: 'openAIApi' })
  await page.getByText('No problems').waitFor()
  await expect.poll(() => canvas.node('chatOpenAI_0').innerText()).toContain('OpenAI API')
  await canvas.focusCanvas()
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: '1 problem' }).waitFor()
})

test('the only credential of its kind is filled in by itself, and that is said', async () => {
  const { name } = await keep('My Claude key', 'anthropicApi', 'anthropicApiKey')
  const page = await takeTemplate('Conversation with Claude')
  await page.getByText(`“${name}” is used for ChatAnthropic`).waitFor()
  await page.getByText('No problems').waitFor()
  expect(await dialogOf(page).count()).toBe(0)
})

test('among several the person chooses; later is an answer, and the list of problems asks again', async () => {
  await keep('Team key', 'openAIApi', 'openAIApiKey')
  await keep('Own key', 'openAIApi', 'openAIApiKey')
  const page = await takeTemplate('Conversation')
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Later' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '1 problem' }).click()
  await page.getByRole('dialog', { name: 'Problems' }).getByRole('button', { name: 'Fix' }).click()
  await dialog.getByRole('combobox').click()
  await page.getByRole('option', { name: 'Team key' }).click()
  await dialog.getByRole('button', { name: 'Use in this flow' }).click()
  await page.getByText('No problems').waitFor()
  await zoomToFull(page)
  await expect.poll(() => canvasOf(page).node('chatOpenAI_0').innerText()).toContain('Team key')
})

test('a model whose key is there takes the place of one whose key is not', async () => {
  await keep('My Claude key', 'anthropicApi', 'anthropicApiKey')
  const page = await takeTemplate('Conversation')
  const dialog = dialogOf(page)
  await dialog.getByRole('combobox').click()
  await page.getByRole('option', { name: 'ChatAnthropic with “My Claude key” instead' }).click()
  await dialog.getByRole('button', { name: 'Use in this flow' }).click()
  const canvas = canvasOf(page)
  await canvas.node('chatAnthropic_0').waitFor()
  await page.getByText('No problems').waitFor()
  await expect.poll(() => canvas.edges.count()).toBe(2)
})
