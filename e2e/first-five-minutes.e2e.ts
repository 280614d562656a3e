import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { chatOf } from './drivers/chat.ts'
import { openBrowser, startProduct, visit } from './harness.ts'
import type { Product, Visit } from './harness.ts'

const GREENHOUSE = `The greenhouse of the school

The windows of the greenhouse open by themselves when it is warmer than 27 degrees inside.

Tomatoes are watered twice a day, in the morning and in the evening. Cactuses are watered once a month.

The key hangs behind the door of the caretaker, Mrs. Lindqvist. Whoever takes it writes their name into the blue book.
`

let browser: Browser
let product: Product
let opened: Visit
let folder: string
/** Addresses beyond this machine that the page asked for. */
let leaving: string[]

const log = () => join(folder, 'left.log')

beforeAll(async () => {
  browser = await openBrowser()
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chatwright-closed-'))
  leaving = []
  product = await startProduct({
    env: {
      NODE_OPTIONS: `--import ${new URL('drivers/closed-network.mjs', import.meta.url).href}`,
      CLOSED_NETWORK_LOG: log(),
    },
  })
  opened = await visit(browser, product)
  await opened.page.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    async (route) => {
      leaving.push(route.request().url())
      await route.abort()
    },
  )
})

afterEach(async () => {
  await opened.close()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
})

afterAll(() => browser.close())

async function expectNothingLeft() {
  expect(leaving).toEqual([])
  expect(existsSync(log()) ? await readFile(log(), 'utf8') : '').toBe('')
  expect(opened.faults).toEqual([])
}

test('from an empty page to a quoted answer out of one’s own document, offline, in two clicks', async () => {
  const { page } = opened
  const chat = chatOf(page)
  await page.goto('/')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  const chooser = await choosing
  await chooser.setFiles({ name: 'greenhouse.txt', mimeType: 'text/plain', buffer: Buffer.from(GREENHOUSE) })
  await page.waitForURL(/\/canvas\/.+/)
  await chat.field.waitFor()

  const streaming = page.waitForResponse(/\/internal-prediction\//)
  await chat.ask('Where is the key kept?')
  expect((await streaming).headers()['content-type']).toContain('text/event-stream')
  await expect
    .poll(() => chat.text(chat.last()))
    .toContain('The key hangs behind the door of the caretaker, Mrs. Lindqvist.')

  await chat.last().getByRole('list', { name: 'Sources' }).getByRole('button').first().click()
  const passage = page.getByRole('dialog', { name: /^Source 1/ })
  await passage
    .getByText(/Mrs\. Lindqvist/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await passage.waitFor({ state: 'detached' })

  await chat.ask('What is the capital of Mongolia?')
  await expect.poll(() => chat.text(chat.last())).toMatch(/found nothing/i)
  await expectNothingLeft()
})

test('from a template to an answer, offline', async () => {
  const { page } = opened
  const chat = chatOf(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'See the templates' }).click()
  await page.getByRole('button', { name: 'Use Answers from a handbook' }).click()
  await page.locator('.react-flow__node').first().waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.cw-save-word.is-saved').waitFor()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await chat.ask('How many days of holiday do I have?')
  await expect.poll(() => chat.text(chat.last())).toContain('28 days of holiday a year')
  await expectNothingLeft()
})

test('the guides are part of the product: found from the palette, searched, and linked to each other', async () => {
  const { page } = opened
  await page.goto('/')
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Type a screen, a flow or an action' }).fill('help')
  await page.getByRole('option', { name: 'Help' }).waitFor()
  await page.keyboard.press('Enter')
  const help = page.getByRole('dialog', { name: 'Help' })
  await help.getByRole('heading', { name: 'Your first flow' }).waitFor()
  await help.getByRole('searchbox', { name: 'Search the guides' }).fill('reverse proxy')
  await help.getByRole('button', { name: 'Behind a reverse proxy' }).click()
  await help.getByRole('heading', { name: 'Behind a reverse proxy' }).waitFor()
  await help.getByRole('searchbox', { name: 'Search the guides' }).fill('')
  await help.getByRole('button', { name: 'Moving from Flowise' }).click()
  await help.getByRole('region', { name: 'Moving from Flowise' }).getByRole('button', { name: 'flow format' }).click()
  await help.getByRole('heading', { name: 'The flow format' }).waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await expectNothingLeft()
})
