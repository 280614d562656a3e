import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { canvasOf, zoomToFull } from './drivers/canvas.ts'
import { screensOf } from './drivers/screens.ts'
import { goInside, walkOf } from './drivers/walk.ts'
import { DESKTOP, openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser
const walk = walkOf((options) => visit(browser, product, options))

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})

afterAll(async () => {
  await walk.end()
  await browser.close()
  await product.stop()
})

interface Stored {
  id: string
  name: string
  credentialName: string
}

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await walk.end()
  for (const { id } of await credentials()) await product.api('DELETE', `/credentials/${id}?force=true`)
})

const credentials = () => product.api<Stored[]>('GET', '/credentials')

const keep = (name: string, credentialName: string, field: string) =>
  product.api<Stored>('POST', '/credentials', { name, credentialName, plainDataObj: { [field]: 'sk-test' } })

async function open(path: string): Promise<Page> {
  return (await walk.to(path)).page
}

/** Opens a template on the canvas, as its card does. */
async function takeTemplate(name: string): Promise<Page> {
  const page = await open('/marketplaces')
  // It reads again which credentials there are.
  await page.reload()
  await page.getByRole('button', { name: `Use ${name}`, exact: true }).click()
  await page.locator('.react-flow__node').first().waitFor()
  return page
}

test('[LIST-2] templates are searched and filtered by kind, use and need', async () => {
  const page = await open('/marketplaces')
  const screens = screensOf(page)
  await expect.poll(async () => (await screens.cardNames()).length).toBeGreaterThanOrEqual(20)
  const all = await screens.cardNames()
  await page.getByRole('button', { name: 'Needs: Any' }).click()
  await page.getByRole('option', { name: 'Runs without a key' }).click()
  await expect
    .poll(async () => (await screens.cardNames()).length)
    .toSatisfy((count: number) => count >= 5 && count < all.length)
  await page.getByRole('tab', { name: 'Tools' }).click()
  await expect.poll(async () => (await screens.cardNames()).length).toBeGreaterThan(0)
  await page.getByRole('tab', { name: 'All' }).click()
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('zebra crossing')
  await page.getByText('Nothing found for “zebra crossing”').waitFor()
})

test('[LIST-2] a template opens read-only and is used with one click', async () => {
  const templates = await product.api<
    { id: string; type: string; templateName: string; description: string; needs: string[] }[]
  >('GET', '/marketplaces/templates')
  const template = templates.find(({ type, needs }) => type === 'Chatflow' && needs.length === 0)
  if (!template) throw new Error('There is no template that runs without a key.')
  const page = await open('/marketplaces')
  await page.getByRole('link', { name: template.templateName, exact: true }).click()
  await page.waitForURL(`**/marketplace/${template.id}`)
  await page.locator('.react-flow__node').first().waitFor()
  const about = page.getByRole('region', { name: 'About this template' })
  await about.getByText(template.description).waitFor()
  await about.getByText('No key needed').waitFor()
  const steps = templates.find(({ templateName }) => templateName === 'Letter with approval')
  await goInside(page, `/marketplace/${steps?.id}`)
  await page.locator('.react-flow__node', { hasText: 'Draft' }).first().dblclick()
  await page.getByRole('dialog', { name: /Draft/ }).waitFor()
  await goInside(page, '/marketplaces')
  await page.getByRole('button', { name: `Use ${template.templateName}`, exact: true }).click()
  await page.waitForURL('**/canvas')
  await page.locator('.react-flow__node').first().waitFor()
  expect(await page.locator('.react-flow__node').count()).toBeGreaterThan(1)
})

test('[LIST-2] on a phone a template is a list too, which opens what a step does', async () => {
  const templates = await product.api<{ id: string; templateName: string }[]>('GET', '/marketplaces/templates')
  const steps = templates.find(({ templateName }) => templateName === 'Letter with approval')
  const page = await open('/marketplaces')
  await page.setViewportSize(PHONE)
  await goInside(page, `/marketplace/${steps?.id}`)
  await page.getByRole('button', { name: 'List', exact: true }).click()
  const list = page.getByRole('list', { name: 'Nodes in the order they run' })
  await list.waitFor()
  expect(await list.getByRole('button').count()).toBe(5)
  await list.getByRole('button', { name: /^Draft/ }).click()
  await page.getByRole('dialog', { name: 'Settings of Draft' }).waitFor()
  await page.setViewportSize(DESKTOP)
})

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
