import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { startFakeVendor } from '../packages/server/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { chatOf, createConversation } from './drivers/chat.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product, Visit, VisitOptions } from './harness.ts'

let product: Product
let browser: Browser
let vendor: FakeVendor
const visits: Visit[] = []

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})

beforeEach(async () => {
  vendor = await startFakeVendor()
})

afterEach(async () => {
  for (const opened of visits.splice(0)) await opened.close()
  await vendor.close()
})

afterAll(async () => {
  await browser.close()
  await product.stop()
})

async function openBot(id: string, options: VisitOptions = {}) {
  const opened = await visit(browser, product, options)
  visits.push(opened)
  await opened.page.goto(`/chatbot/${id}`)
  return { ...opened, chat: chatOf(opened.page) }
}

const phone: VisitOptions = { viewport: PHONE, hasTouch: true, isMobile: true }

test('[ROUTE-4] [BOT-1] on a phone a public bot streams, and a reload keeps the conversation', async () => {
  const { id } = await createConversation(product, vendor.url, { isPublic: true })
  vendor.script = { tokens: ['A very', ' long', ' answer', ' held'], holdAfter: 3 }
  const { page, chat, faults } = await openBot(id, phone)
  await chat.field.fill('Hello')
  expect(await page.getByRole('navigation').count()).toBe(0)
  await page.getByRole('button', { name: 'Send' }).tap()
  await page.getByText('A very long answer').waitFor()
  await chat.stopButton.tap()
  await chat.stopButton.waitFor({ state: 'detached' })
  vendor.script = { tokens: ['Whole.'] }
  await chat.ask('Again')

  await page.reload()
  await chat.last().getByText('Whole.').waitFor()
  await expect.poll(() => chat.turns.count()).toBe(2)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  const box = await page.getByRole('button', { name: 'Send' }).boundingBox()
  expect(box && box.x + box.width).toBeLessThanOrEqual(PHONE.width)
  expect(faults).toEqual([])
})

test('[BOT-1] the bot wears what its owner set: title, welcome, colours, suggestions', async () => {
  const { id } = await createConversation(product, vendor.url, {
    isPublic: true,
    chatbotConfig: JSON.stringify({
      title: 'Aunt Molly',
      welcomeMessage: 'Ask me about **cakes**.',
      userMessage: { backgroundColor: '#7a2048', textColor: '#ffffff' },
      starterPrompts: { 0: { prompt: 'Which cake is best?' } },
      textInput: { placeholder: 'Ask about cakes' },
    }),
  })
  const { page, chat } = await openBot(id)
  await page.getByRole('heading', { name: 'Aunt Molly' }).waitFor()
  await expect.poll(() => page.title()).toBe('Aunt Molly')
  await page.getByText('cakes', { exact: true }).waitFor()
  expect(await chat.field.getAttribute('placeholder')).toBe('Ask about cakes')
  await page.getByRole('button', { name: 'Which cake is best?' }).click()
  await chat.last().getByText('Hello there').waitFor()
  const ground = await chat
    .last()
    .getByText('Which cake is best?')
    .evaluate((bubble) => getComputedStyle(bubble).backgroundColor)
  expect(ground).toBe('rgb(122, 32, 72)')
  expect(await accessibilityFaults(page)).toEqual([])
})

test.each<[string, string, VisitOptions]>([
  ['light', '#fff7e6', { colorScheme: 'dark' }],
  // Light is what a browser likes that was told nothing.
  ['dark', '#14213d', {}],
])('[BOT-1] a bot on a %s ground of its owner’s is readable, whatever theme its visitor likes', async (...row) => {
  const [, backgroundColor, options] = row
  const { id } = await createConversation(product, vendor.url, {
    isPublic: true,
    chatbotConfig: JSON.stringify({ backgroundColor, starterPrompts: { 0: { prompt: 'Which cake is best?' } } }),
  })
  vendor.script = { tokens: ['Ask [the baker](https://example.com).'] }
  const { page, chat } = await openBot(id, options)
  await page.getByRole('button', { name: 'Which cake is best?' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await chat.ask('Who knows?')
  expect(await accessibilityFaults(page)).toEqual([])
})

test('visitors read the owner’s words instead of a cause', async () => {
  const { id } = await createConversation(product, vendor.url, {
    isPublic: true,
    chatbotConfig: JSON.stringify({ errorMessage: 'Our oven is broken.' }),
  })
  vendor.script = { tokens: [], status: 401 }
  const { page, chat } = await openBot(id)
  await chat.ask('Hello')
  await page.getByRole('alert').getByText('Our oven is broken.').waitFor()
  expect(await page.getByText(/401|OpenAI/).count()).toBe(0)
})

test('[BOT-1] a visitor is offered what to ask next, and trying again takes the place of what failed', async () => {
  const { id } = await createConversation(product, vendor.url, {
    isPublic: true,
    chatbotConfig: JSON.stringify({ followUpPrompts: { status: true } }),
  })
  vendor.upcoming = [{ tokens: [], status: 401 }, { tokens: ['Better.'] }, { tokens: ['["And the oven?"]'] }]
  const { page, chat } = await openBot(id, phone)
  await chat.ask('Hello')
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).tap()
  await chat.last().getByText('Better.').waitFor()
  await page.getByRole('button', { name: 'And the oven?' }).waitFor()
  const kept = await product.api<{ content: string }[]>('GET', `/chatmessage/${id}`)
  expect(kept.map(({ content }) => content)).toEqual(['Hello', 'Better.'])
  await page.reload()
  await page.getByRole('button', { name: 'And the oven?' }).tap()
  await chat.last().getByText('Hello there').waitFor()
  const told = vendor.requests.at(3)?.body.messages.slice(1)
  expect(told?.map(({ content }) => content)).toEqual(['Hello', 'Better.', 'And the oven?'])
})

test('who must introduce themselves does so before the first question', async () => {
  const { id } = await createConversation(product, vendor.url, {
    isPublic: true,
    chatbotConfig: JSON.stringify({ leads: { status: true, title: 'Who are you?', name: true, email: true } }),
  })
  const { page, chat } = await openBot(id)
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await page.getByRole('textbox', { name: 'Email' }).fill('not an address')
  await page.getByRole('button', { name: 'Start the chat' }).click()
  await page.getByText('Enter a valid email address.').waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await page.getByRole('button', { name: 'Start the chat' }).click()
  await chat.ask('Hello')
  expect(await product.api('GET', `/leads/${id}`)).toMatchObject([{ name: 'Ada', email: 'ada@example.com' }])
  await page.reload()
  await page.getByText('Hello there').first().waitFor()
  expect(await page.getByRole('heading', { name: 'Who are you?' }).count()).toBe(0)
})

test('[ROUTE-7] an unknown bot has a friendly page with a way home', async () => {
  const { page } = await openBot('no-such-flow')
  await page.getByRole('heading', { name: 'This chat doesn’t exist' }).waitFor()
  expect(await page.getByRole('link', { name: 'Go to your flows' }).getAttribute('href')).toBe('/chatflows')
})
