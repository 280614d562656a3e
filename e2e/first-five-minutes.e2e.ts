import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { chatOf } from './drivers/chat.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product, Visit, VisitOptions } from './harness.ts'

const GREENHOUSE = `The greenhouse of the school

The windows of the greenhouse open by themselves when it is warmer than 27 degrees inside.

Tomatoes are watered twice a day, in the morning and in the evening. Cactuses are watered once a month.

The key hangs behind the door of the caretaker, Mrs. Lindqvist. Whoever takes it writes their name into the blue book.
`

const HANDBOOK = `The office opens at eight in the morning and closes at six in the evening.

Every employee has thirty days of paid holiday a year. Unused days expire at the end of March.

The wireless network for guests is called Meadow, and its password hangs in the kitchen.`

let browser: Browser
let product: Product
let opened: Visit
let folder: string
/** Addresses beyond this machine that the page asked for. */
let leaving: string[]

const log = () => join(folder, 'left.log')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chatwright-closed-'))
  ;[product, browser] = await Promise.all([
    startProduct({
      env: {
        NODE_OPTIONS: `--import ${new URL('drivers/closed-network.mjs', import.meta.url).href}`,
        CLOSED_NETWORK_LOG: log(),
      },
    }),
    openBrowser(),
  ])
})

/** The product as it was before the journey before this one: the first screen is for those who have nothing yet. */
beforeEach(async () => {
  for (const kind of ['chatflows', 'credentials']) {
    for (const { id } of await product.api<{ id: string }[]>('GET', `/${kind}`)) {
      await product.api('DELETE', `/${kind}/${id}`)
    }
  }
  await rm(log(), { force: true })
})

afterEach(() => opened.close())

afterAll(async () => {
  await browser.close()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The first page, where nothing can leave the machine. */
async function openFirstPage(options: VisitOptions = {}): Promise<Page> {
  leaving = []
  opened = await visit(browser, product, options)
  const { page } = opened
  await page.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    async (route) => {
      leaving.push(route.request().url())
      await route.abort()
    },
  )
  await page.goto('/')
  return page
}

async function choose(page: Page, button: string, ...files: { name: string; text: string }[]): Promise<void> {
  const pick = () => page.getByRole('button', { name: button }).click()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), pick()])
  await chooser.setFiles(files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })))
}

async function expectNothingLeft() {
  expect(leaving).toEqual([])
  expect(existsSync(log()) ? await readFile(log(), 'utf8') : '').toBe('')
  expect(opened.faults).toEqual([])
}

test('from an empty page to a quoted answer out of one’s own document, offline, in two clicks', async () => {
  const page = await openFirstPage()
  const chat = chatOf(page)
  await choose(page, 'Choose a file', { name: 'greenhouse.txt', text: GREENHOUSE })
  await page.waitForURL(/\/canvas\/.+/)
  await expect.poll(() => page.locator('.react-flow__node').count()).toBe(6)
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
  expect(await product.api('GET', '/chatflows')).toMatchObject([{ name: 'Chat with greenhouse' }])
  await expectNothingLeft()
})

test('from a template to an answer, offline', async () => {
  const page = await openFirstPage()
  const chat = chatOf(page)
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
  const page = await openFirstPage()
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Type a screen, a flow or an action' }).fill('help')
  await page.getByRole('option', { name: 'Help' }).waitFor()
  await page.keyboard.press('Enter')
  const help = page.getByRole('dialog', { name: 'Help' })
  await help.getByRole('heading', { name: 'Quickstart' }).waitFor()
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

test('several documents make one chat with questions to start with, and one that cannot be read is named', async () => {
  const page = await openFirstPage()
  const prices = '# Canteen\n\n## Lunch\n\nLunch costs seven euros.\n\n## Coffee\n\nCoffee is free for everybody.'
  await choose(
    page,
    'Choose a file',
    { name: 'handbook.txt', text: HANDBOOK },
    { name: 'canteen.md', text: prices },
    { name: 'broken.pdf', text: 'no pages' },
  )
  await page.waitForURL('**/canvas/*')
  await page.getByText(/^Left out: broken\.pdf/).waitFor()
  const chat = chatOf(page)
  await page.getByRole('button', { name: 'What does it say about Coffee?' }).click()
  await expect.poll(() => chat.text(chat.last())).toContain('Coffee is free for everybody.')
  await chat.last().getByRole('button', { name: 'Ask again', exact: true }).waitFor()
  await chat.ask('How many days of holiday do I get?')
  await expect.poll(() => chat.text(chat.last())).toContain('thirty days of paid holiday')
})

test('on a phone the chat with a document opens over its flow', async () => {
  const page = await openFirstPage({ viewport: PHONE, hasTouch: true })
  await choose(page, 'Choose a file', { name: 'handbook.txt', text: HANDBOOK })
  await page.waitForURL('**/canvas/*')
  const chat = chatOf(page)
  await chat.ask('How many days of holiday do I get?')
  await expect.poll(() => chat.text(chat.last())).toContain('thirty days of paid holiday')
})

test('a pasted key is recognised and kept, and templates of its kind open with it', async () => {
  const page = await openFirstPage()
  const door = page.getByRole('form', { name: 'Have an API key? Paste it here' })
  const field = door.getByLabel(/^API key from/)
  const save = door.getByRole('button', { name: 'Test and save' })
  await field.fill('sk-0123456789')
  await door.getByText('Which provider is it from?').waitFor()
  await field.fill('ANTHROPIC_API_KEY="sk-ant-not-a-key"')
  await door.getByText('This is a key for Anthropic API.').waitFor()
  await save.click()
  // Refused by the vendor, or the vendor is out of reach: nothing is kept until the person insists.
  await door.getByRole('alert').waitFor()
  expect(await product.api('GET', '/credentials')).toEqual([])
  await door.getByRole('button', { name: 'Save anyway' }).click()
  await door.getByText('Saved as “Anthropic API”').waitFor()
  await expect.poll(() => field.inputValue()).toBe('')
  expect(await product.api('GET', '/credentials')).toMatchObject([{ credentialName: 'anthropicApi' }])

  await door.getByRole('link', { name: 'See the templates' }).click()
  const card = page.getByRole('article').filter({ hasText: 'Conversation with Claude' })
  await card.getByText('Runs with your key').waitFor()
  await card.getByRole('button', { name: 'Use Conversation with Claude' }).click()
  await page.getByText('“Anthropic API” is used for ChatAnthropic').waitFor()
})

test.each([
  ['empty.txt', '', 'empty.txt has no readable text.'],
  ['broken.pdf', 'no pages at all', "broken.pdf is named like a PDF file but isn't one. It is empty or damaged."],
])('%s is refused where it was dropped, leaves nothing behind, and offers the way on', async (name, text, words) => {
  const page = await openFirstPage()
  await choose(page, 'Choose a file', { name, text })
  await page.getByRole('alert').getByText(words).waitFor()
  await expect.poll(() => product.api('GET', '/chatflows')).toEqual([])
  await choose(page, 'Choose another file', { name: 'handbook.txt', text: HANDBOOK })
  await page.waitForURL('**/canvas/*')
})
