import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { chatOf } from './drivers/chat.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})

afterAll(async () => {
  await browser.close()
  await product.stop()
})

/** The product as it was before the journey before this one: the first screen is for those who have nothing yet. */
async function emptied(): Promise<Product> {
  for (const kind of ['chatflows', 'credentials']) {
    for (const { id } of await product.api<{ id: string }[]>('GET', `/${kind}`)) {
      await product.api('DELETE', `/${kind}/${id}`)
    }
  }
  return product
}

const HANDBOOK = `The office opens at eight in the morning and closes at six in the evening.

Every employee has thirty days of paid holiday a year. Unused days expire at the end of March.

The wireless network for guests is called Meadow, and its password hangs in the kitchen.`

test('from an empty data folder to an answer out of one’s own document, without a key and without leaving the machine', async () => {
  const { page, faults, close } = await visit(browser, product)
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url) && /^https?:/.test(request.url())) outside.push(request.url())
  })
  await page.goto('/')
  const pick = () => page.getByRole('button', { name: 'Choose a file' }).click()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), pick()])
  await chooser.setFiles({ name: 'handbook.txt', mimeType: 'text/plain', buffer: Buffer.from(HANDBOOK) })
  await page.waitForURL('**/canvas/*', { timeout: 60_000 })
  await expect.poll(() => page.locator('.react-flow__node').count()).toBe(6)
  const question = page.getByRole('region', { name: /chat/i }).getByRole('textbox')
  await question.fill('How many days of holiday do I get?')
  await question.press('Enter')
  await expect
    .poll(() => page.getByRole('region', { name: /chat/i }).textContent(), { timeout: 60_000 })
    .toContain('thirty days of paid holiday')
  expect(outside).toEqual([])
  expect(faults.filter((fault) => fault.startsWith('uncaught'))).toEqual([])
  const [flow] = await product.api<{ name: string }[]>('GET', '/chatflows')
  expect(flow?.name).toBe('Chat with handbook')
  await close()
})

test('several documents make one chat with questions to start with, and one that cannot be read is named', async () => {
  const fresh = await emptied()
  const { page, close } = await visit(browser, fresh)
  await page.goto('/')
  const pick = () => page.getByRole('button', { name: 'Choose a file' }).click()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), pick()])
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  const prices = '# Canteen\n\n## Lunch\n\nLunch costs seven euros.\n\n## Coffee\n\nCoffee is free for everybody.'
  await chooser.setFiles([file('handbook.txt', HANDBOOK), file('canteen.md', prices), file('broken.pdf', 'no pages')])
  await page.waitForURL('**/canvas/*', { timeout: 60_000 })
  await page.getByText(/^Left out: broken\.pdf/).waitFor()
  const chat = chatOf(page)
  await page.getByRole('button', { name: 'What does it say about Coffee?' }).click()
  await expect.poll(() => chat.text(chat.last())).toContain('Coffee is free for everybody.')
  await chat.last().getByRole('button', { name: 'Ask again', exact: true }).waitFor()
  await chat.ask('How many days of holiday do I get?')
  await expect.poll(() => chat.text(chat.last())).toContain('thirty days of paid holiday')
  await close()
})

test('on a phone the chat with a document opens over its flow', async () => {
  const fresh = await emptied()
  const { page, close } = await visit(browser, fresh, { viewport: PHONE, hasTouch: true })
  await page.goto('/')
  const pick = () => page.getByRole('button', { name: 'Choose a file' }).click()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), pick()])
  await chooser.setFiles({ name: 'handbook.txt', mimeType: 'text/plain', buffer: Buffer.from(HANDBOOK) })
  await page.waitForURL('**/canvas/*', { timeout: 60_000 })
  const chat = chatOf(page)
  await chat.ask('How many days of holiday do I get?')
  await expect.poll(() => chat.text(chat.last())).toContain('thirty days of paid holiday')
  await close()
})

test('a pasted key is recognised and kept, and templates of its kind open with it', async () => {
  const fresh = await emptied()
  const { page, close } = await visit(browser, fresh)
  await page.goto('/')
  const door = page.getByRole('form', { name: 'Have an API key? Paste it once' })
  const field = door.getByLabel(/^API key from/)
  const save = door.getByRole('button', { name: 'Test and save' })
  await field.fill('sk-0123456789')
  await door.getByText('Which provider is it from?').waitFor()
  await field.fill('ANTHROPIC_API_KEY="sk-ant-not-a-key"')
  await door.getByText('This is a key for Anthropic API.').waitFor()
  await save.click()
  // Refused by the vendor, or the vendor is out of reach: nothing is kept until the person insists.
  await door.getByRole('alert').waitFor()
  expect(await fresh.api('GET', '/credentials')).toEqual([])
  await door.getByRole('button', { name: 'Save anyway' }).click()
  await door.getByText('Saved as “Anthropic API”').waitFor()
  await expect.poll(() => field.inputValue()).toBe('')
  expect(await fresh.api('GET', '/credentials')).toMatchObject([{ credentialName: 'anthropicApi' }])

  await door.getByRole('link', { name: 'See the templates' }).click()
  const card = page.getByRole('article').filter({ hasText: 'Conversation with Claude' })
  await card.getByText('Runs with your key').waitFor()
  await card.getByRole('button', { name: 'Use Conversation with Claude' }).click()
  await page.getByText('“Anthropic API” is used for ChatAnthropic').waitFor()
  await close()
})

test.each([
  ['empty.txt', '', 'empty.txt has no readable text.'],
  ['broken.pdf', 'no pages at all', 'broken.pdf is named like a PDF file, but holds none: it is empty or damaged.'],
])('%s is refused where it was dropped, leaves nothing behind, and offers the way on', async (name, text, words) => {
  const fresh = await emptied()
  const { page, close } = await visit(browser, fresh)
  await page.goto('/')
  const drop = async (button: string, file: { name: string; text: string }) => {
    const pick = () => page.getByRole('button', { name: button }).click()
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), pick()])
    await chooser.setFiles({ name: file.name, mimeType: 'text/plain', buffer: Buffer.from(file.text) })
  }
  await drop('Choose a file', { name, text })
  await page.getByRole('alert').getByText(words).waitFor()
  await expect.poll(() => fresh.api('GET', '/chatflows')).toEqual([])
  await drop('Choose another file', { name: 'handbook.txt', text: HANDBOOK })
  await page.waitForURL('**/canvas/*', { timeout: 60_000 })
  await close()
})
