import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { startFakeVendor } from '../packages/server/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { createKnowledge } from '../packages/server/testing/knowledge-flow.ts'
import { accessibilityFaults, faultsInBothThemes } from './drivers/accessibility.ts'
import { canvasOf } from './drivers/canvas.ts'
import { chatOf, createConversation, openFlakyLine } from './drivers/chat.ts'
import { watchShift } from './drivers/layout-shift.ts'
import { walkOf } from './drivers/walk.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product, Visit, VisitOptions } from './harness.ts'

let product: Product
let browser: Browser
let vendor: FakeVendor
/** The flow that journeys ask which change nothing about it. */
let flowId: string
/** Its canvas, open from one such journey to the next: they come first. */
let desk: Pick<Visit, 'page' | 'faults'> | undefined
const visits: Visit[] = []
/** To that flow, and then through those that journeys make for themselves. */
const walk = walkOf((options) => visit(browser, product, options))

beforeAll(async () => {
  ;[product, browser, vendor] = await Promise.all([startProduct(), openBrowser(), startFakeVendor()])
  flowId = (await createConversation(product, vendor.url)).id
})

beforeEach(() => {
  Object.assign(vendor, { script: { tokens: ['Hello', ' there'] }, upcoming: [], requests: [] })
})

afterEach(async ({ task }) => {
  for (const opened of visits.splice(0)) await opened.close()
  if (task.result?.state !== 'fail') return
  desk = undefined
  await walk.end()
})

afterAll(async () => {
  await walk.end()
  await browser.close()
  await Promise.all([product.stop(), vendor.close()])
})

async function openCanvas(id: string, { url = product.url, ...options }: VisitOptions & { url?: string } = {}) {
  const opened = await visit(browser, { ...product, url }, options)
  visits.push(opened)
  await opened.page.goto(`/canvas/${id}`)
  return { ...opened, chat: await openChat(opened.page) }
}

async function walkToCanvas(...id: string[]) {
  desk = undefined
  // Beside one flow of the walk it is open, and so it is beside the next.
  const opened = await walk.to(['/canvas', ...id].join('/'), {
    'canvas.preferences': JSON.stringify({ isChatOpen: true }),
  })
  const chat = chatOf(opened.page)
  await chat.field.waitFor()
  return { ...opened, chat }
}

async function openChat(page: Page) {
  const chat = chatOf(page)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await chat.field.waitFor()
  return chat
}

/** The flow of all, beside a chat in which nothing was said yet. */
async function openDesk() {
  if (!desk) {
    const opened = await walkToCanvas(flowId)
    desk = opened
    return opened
  }
  const { page, faults } = desk
  const chat = chatOf(page)
  faults.splice(0)
  await chat.stopButton.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Clear the conversation' }).click()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByText('Try your flow').waitFor()
  return { ...desk, chat }
}

function aPromise(): [promise: Promise<void>, keep: () => void] {
  let keep = () => {}
  const promise = new Promise<void>((resolve) => (keep = resolve))
  return [promise, () => keep()]
}

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index} `)

test('[CANVAS-3] a question on the canvas is answered word by word, as Markdown, with time and tokens', async () => {
  vendor.script = { tokens: ['## Title\n\n', 'Some **bold** ', 'words.', 'held back'], holdAfter: 3 }
  const { page, chat, faults } = await openDesk()
  await chat.send('Hello')
  await page.getByRole('heading', { name: 'Title' }).waitFor()
  await page.getByText('bold', { exact: true }).waitFor()
  expect(await chat.stopButton.isVisible()).toBe(true)
  await chat.stopButton.click()
  await chat.stopButton.waitFor({ state: 'detached' })

  vendor.script = { tokens: ['All ', 'done.'] }
  await chat.ask('Again')
  await expect.poll(() => chat.text(chat.last())).toBe('All done.')
  await chat.last().getByText('9 tokens').waitFor()
  expect(faults).toEqual([])
})

test('[CANVAS-3] the nodes light up while they run, and a run’s trace shows what each got and gave', async () => {
  const { page, chat } = await openDesk()
  await chat.ask('Hello')
  await chat.last().getByRole('button', { name: 'Show the run' }).click()
  const trace = page.getByRole('region', { name: 'Run', exact: true })
  await trace.getByRole('button', { name: /^ChatOpenAI/ }).click()
  await trace.getByText('Hello there').first().waitFor()
  await expect.poll(() => trace.getByRole('button', { name: /^Conversation Chain/ }).innerText()).toMatch(/done/)
  await page.getByRole('button', { name: 'Back to the chat' }).click()
})

test('stopping ends the call to the vendor and keeps what was written', async () => {
  vendor.script = { tokens: words(50), holdAfter: 5 }
  const { chat } = await openDesk()
  await chat.send('Hello')
  await chat.last().getByText('word4').waitFor()
  await chat.stopButton.click()
  await vendor.requests[0]?.gone
  await chat.last().getByText('Stopped').waitFor()
  await expect.poll(() => chat.text(chat.last())).toMatch(/^word0 word1 word2 word3 word4\s*$/)
})

test('[CANVAS-3] after the connection is cut the answer goes on where it stopped, every word once', async () => {
  const line = await openFlakyLine(product)
  vendor.script = { tokens: words(30), delayMs: 50 }
  const { chat } = await openCanvas(flowId, { url: line.url })
  await chat.send('Hello')
  await chat.last().getByText('word5 ').waitFor()
  line.cut(600)
  await chat.last().getByText('word20 ').waitFor()
  line.cut(0)
  await chat.stopButton.waitFor({ state: 'detached' })
  expect((await chat.text(chat.last())).trim()).toBe(words(30).join('').trim())
  expect(vendor.requests).toHaveLength(1)
  await line.close()
})

test('[CANVAS-3] a reload keeps the conversation, and an answer being written goes on', async () => {
  const { page, chat } = await openDesk()
  await chat.ask('First')
  // Still at it when the page is back; from then on there is nothing to wait for.
  const [isBack, comeBack] = aPromise()
  vendor.script = { tokens: words(40), beforeToken: async (index) => (index < 20 ? undefined : isBack) }
  await chat.send('Second')
  await chat.last().getByText('word3 ').waitFor()
  await page.reload()
  await chat.last().getByText('word3 ').waitFor()
  await chat.stopButton.waitFor()
  comeBack()
  await chat.last().getByText('word39').waitFor()
  await chat.stopButton.waitFor({ state: 'detached' })
  await expect.poll(() => chat.turns.count()).toBe(2)
  expect((await chat.text(chat.last())).trim()).toBe(words(40).join('').trim())
  expect(vendor.requests).toHaveLength(2)
})

test('a failure names the node, the cause and the way out, and leads to the node', async () => {
  vendor.script = { tokens: [], status: 401 }
  const { page, chat } = await openDesk()
  await chat.ask('Hello')
  const card = chat.last().getByRole('alert')
  await card.getByText('Failed at ChatOpenAI').waitFor()
  expect(await card.innerText()).toMatch(/401/)
  await card.getByRole('button', { name: 'Go to the node' }).click()
  await page.locator('.react-flow__node.selected[data-id="chatOpenAI_0"]').waitFor()

  vendor.script = { tokens: ['Better.'] }
  await card.getByRole('button', { name: 'Try again' }).click()
  await chat.last().getByText('Better.').waitFor()
  await expect.poll(() => chat.turns.count()).toBe(1)
})

test('a failure is still there after a reload, and trying again takes its place', async () => {
  vendor.script = { tokens: [], status: 401 }
  const { page, chat } = await openDesk()
  await chat.ask('Hello')
  await page.reload()
  const card = chat.last().getByRole('alert')
  await card.getByText('Failed at ChatOpenAI').waitFor()
  await expect.poll(() => chat.turns.count()).toBe(1)
  vendor.script = { tokens: ['Better.'] }
  await card.getByRole('button', { name: 'Try again' }).click()
  await chat.last().getByText('Better.').waitFor()
  await page.reload()
  await chat.last().getByText('Better.').waitFor()
  await expect.poll(() => chat.turns.count()).toBe(1)
  await chat.last().getByText('8 tokens').waitFor()
})

test('asking again leaves neither people nor the model with what it replaced', async () => {
  const { page, chat } = await openDesk()
  await chat.ask('First')
  await chat.ask('Second')
  vendor.script = { tokens: ['Otherwise.'] }
  await chat.last().getByRole('button', { name: 'Ask again', exact: true }).click()
  await chat.last().getByText('Otherwise.').waitFor()
  await chat.stopButton.waitFor({ state: 'detached' })
  const told = vendor.requests.at(-1)?.body.messages.slice(1)
  expect(told?.map(({ content }) => content)).toEqual(['First', 'Hello there', 'Second'])
  await page.reload()
  await chat.last().getByText('Otherwise.').waitFor()
  await expect.poll(() => chat.turns.count()).toBe(2)
})

test('a question is edited and asked again', async () => {
  const { page, chat } = await openDesk()
  await chat.ask('Wrnog')
  await chat.last().hover()
  await page.getByRole('button', { name: 'Edit and ask again' }).click()
  const editor = page.getByRole('textbox', { name: 'Change your question' })
  await editor.fill('Right')
  await editor.press('Enter')
  await chat.last().getByText('Right').waitFor()
  await chat.stopButton.waitFor({ state: 'detached' })
  await expect.poll(() => chat.turns.count()).toBe(1)
  await expect.poll(() => JSON.stringify(vendor.requests.at(-1)?.body.messages.at(-1))).toContain('Right')
})

test('[CANVAS-3] on a phone the chat fills the screen, and its close button brings the canvas back', async () => {
  const { page, chat } = await openCanvas(flowId, { viewport: PHONE, hasTouch: true, isMobile: true })
  await chat.ask('Hello')
  const box = await page.getByRole('region', { name: 'Chat' }).boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, width: PHONE.width, height: PHONE.height })
  await expect.poll(() => chat.text(chat.last())).toBe('Hello there')
  await page.getByRole('button', { name: 'Close the chat' }).tap()
  await chat.field.waitFor({ state: 'detached' })
})

test('nothing jumps while tables, code and mathematics are written', async () => {
  const sections = Array.from({ length: 4 }, (_, n) => [
    `## Part ${n}\n\n`,
    'Some words of it.\n\n',
    '```ts\nconst a = 1\n',
    'const b = 2\n```\n\n',
    '$$\n\\frac{a}{b}\n$$\n\n',
    '| a | b |\n| - | - |\n',
    '| 1 | 2 |\n| 3 | 4 |\n\n',
  ]).flat()
  vendor.script = { tokens: [...sections, 'That is all.'], delayMs: 60 }
  const { page, chat } = await openDesk()
  const shift = await watchShift(page)
  const before = await shift()
  await chat.ask('Everything?')
  await chat.last().getByText('That is all.').waitFor()
  expect((await shift()) - before).toBeLessThanOrEqual(0.02)
})

test('while reading further up, the answer does not pull one down; Newest does', async () => {
  // Over only when it is stopped, however slow the reading is; at first there is nothing to read slowly.
  const slowly = (index: number) => new Promise<void>((said) => setTimeout(said, index < 40 ? 0 : 80))
  vendor.script = { tokens: words(600).map((word) => `${word}\n\n`), beforeToken: slowly, holdAfter: 599 }
  const { page, chat } = await openDesk()
  const distanceToEnd = () =>
    page.evaluate(() => {
      const list = document.querySelector('[data-virtuoso-scroller]')
      return list ? list.scrollHeight - list.scrollTop - list.clientHeight : 0
    })
  await chat.send('Hello')
  await chat.last().getByText('word40').waitFor()
  await expect.poll(distanceToEnd).toBeLessThan(50)
  await page.getByRole('log').hover()
  await page.mouse.wheel(0, -600)
  await chat.newest.waitFor()
  const before = await distanceToEnd()
  await expect.poll(distanceToEnd).toBeGreaterThan(before + 100)
  await chat.newest.click()
  await chat.newest.waitFor({ state: 'detached' })
  await expect.poll(distanceToEnd).toBeLessThan(50)
  await chat.stopButton.click()
})

test('the chat is accessible in the light and the dark theme', async () => {
  vendor.script = { tokens: ['# Head\n\n', '| a | b |\n|---|---|\n| 1 | 2 |\n\n', '```js\nlet x = 1\n```\n'] }
  const { page, chat } = await openDesk()
  await chat.ask('Hello')
  expect(await faultsInBothThemes(page)).toEqual([])
})

test('[CANVAS-3] sources are numbered chips that open the passage', async () => {
  const id = await createKnowledge(product.url, { vendorUrl: vendor.url, documents: 2, isQuoting: true })
  await product.api('POST', `/vector/upsert/${id}`, {})
  const { page, chat } = await walkToCanvas(id)
  await chat.ask('What stands in the handbook?')
  await chat.last().getByRole('list', { name: 'Sources' }).getByRole('button').first().click()
  const passage = page.getByRole('dialog', { name: /^Source 1/ })
  await passage.waitFor()
  expect(await passage.innerText()).toMatch(/fact \d of the handbook/)
  await page.keyboard.press('Escape')
  await passage.waitFor({ state: 'detached' })
})

test('[CANVAS-3] what to ask next is offered after the answer, and asked with one click', async () => {
  const chatbotConfig = JSON.stringify({ followUpPrompts: { status: true } })
  const { id } = await createConversation(product, vendor.url, { chatbotConfig })
  const [isWhole, tellWhole] = aPromise()
  vendor.upcoming = [{ tokens: ['Hello'] }, { tokens: ['["How come?", "What else?"]'], beforeToken: () => isWhole }]
  const { page, chat } = await walkToCanvas(id)
  // The answer is whole and the next question can be asked while suggestions are still being thought of.
  await chat.ask('Hi')
  expect(await chat.stopButton.count()).toBe(0)
  tellWhole()
  const offered = page.getByRole('group', { name: 'Ask next' })
  await offered.getByRole('button', { name: 'How come?' }).waitFor()
  await page.reload()
  vendor.script = { tokens: ['Because.'] }
  await offered.getByRole('button', { name: 'How come?' }).click()
  await chat.last().getByText('Because.').waitFor()
  await expect.poll(() => chat.turns.count()).toBe(2)
})

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8Dwn4EIwDiqkL4KAcT9BAGvqCQ4AAAAAElFTkSuQmCC',
  'base64',
)

async function attach(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles(file)
}

test('a picture goes to a model that sees, is shown again after a reload, and comes along when asked again', async () => {
  const { id } = await createConversation(product, vendor.url, {
    inputs: { chatOpenAI_0: { allowImageUploads: true } },
  })
  const { page, chat, faults } = await walkToCanvas(id)
  await attach(page, { name: 'point.png', mimeType: 'image/png', buffer: PICTURE })
  await chat.ask('What is it?')
  const seen = () => JSON.stringify(vendor.requests.at(-1)?.body.messages.at(-1))
  expect(seen()).toContain(PICTURE.toString('base64'))
  await page.reload()
  const picture = chat.last().getByRole('img', { name: 'point.png' })
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  vendor.script = { tokens: ['A point.'] }
  await chat.last().getByRole('button', { name: 'Ask again', exact: true }).click()
  await chat.last().getByText('A point.').waitFor()
  expect(seen()).toContain(PICTURE.toString('base64'))
  expect(faults).toEqual([])
})

test('the text of a file goes to the model where the flow takes files, and other kinds are refused with a reason', async () => {
  const { id } = await createConversation(product, vendor.url, {
    chatbotConfig: JSON.stringify({ fullFileUpload: { status: true, allowedUploadFileTypes: 'text/plain' } }),
  })
  const { page, chat } = await walkToCanvas(id)
  await attach(page, { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('Remember the milk.') })
  await chat.ask('What must I remember?')
  const told = () => JSON.stringify(vendor.requests.at(-1)?.body.messages.at(-1)?.content)
  expect(told()).toContain('Remember the milk.')
  await chat.last().getByText('list.txt').waitFor()
  await page.reload()
  await chat.last().getByRole('button', { name: 'Ask again', exact: true }).click()
  await expect.poll(() => vendor.requests.length).toBe(2)
  expect(told()).toContain('Remember the milk.')
  await attach(page, { name: 'run.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
  await page
    .getByRole('alert')
    .getByText(/This flow doesn’t accept run\.exe/)
    .waitFor()
})

test('[CANVAS-3] the chat expands, and clearing it deletes the messages after asking', async () => {
  const { id } = await createConversation(product, vendor.url)
  const { page, chat } = await walkToCanvas(id)
  await chat.ask('Hello')
  await page.getByRole('button', { name: 'Expand the chat' }).click()
  await page.getByRole('dialog', { name: 'Chat' }).getByText('Hello there').first().waitFor()
  await page.getByRole('button', { name: 'Dock the chat' }).click()
  await page.getByRole('button', { name: 'Clear the conversation' }).click()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByText('Try your flow').waitFor()
  expect(await product.api('GET', `/chatmessage/${id}`)).toEqual([])
})

test('[CANVAS-3] the flow on the screen is asked, unsaved changes included, and others get the saved one', async () => {
  const { id } = await createConversation(product, vendor.url)
  const { page, chat, faults } = await walkToCanvas(id)
  const temperature = () => vendor.requests.at(-1)?.body['temperature']
  const hint = page.getByText('Enter tests the flow on the screen. Ctrl+S saves it.')
  expect(await hint.count()).toBe(0)
  // Beside the chat the whole flow is seen from too far away for its fields.
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByLabel('Temperature').fill('0.35')
  await hint.waitFor()
  await chat.ask('Draft?')
  expect(temperature()).toBe(0.35)
  await chat.last().getByText('Draft', { exact: true }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await fetch(`${product.url}/api/v1/prediction/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'Saved?' }),
  })
  expect(temperature()).not.toBe(0.35)

  await chat.field.press('Control+s')
  await hint.waitFor({ state: 'detached' })
  await chat.ask('Saved?')
  expect(temperature()).toBe(0.35)
  expect(await chat.last().getByText('Draft', { exact: true }).count()).toBe(0)
  await page.reload()
  await chat.turns.nth(1).waitFor()
  await expect.poll(() => chat.turns.first().getByText('Draft', { exact: true }).count()).toBe(1)
  expect(faults).toEqual([])
})

test('[CANVAS-3] a new flow cannot be asked while it is empty, and is kept with its first question', async () => {
  const { page, chat } = await walkToCanvas()
  await page.getByText('This flow can’t answer yet').waitFor()
  expect(await chat.field.isDisabled()).toBe(true)
  await canvasOf(page).add('Conversation Chain')
  await page.getByText('Enter saves this new flow and tests it.').waitFor()
  await chat.send('Hello')
  await page.waitForURL(/canvas\/[\w-]{36}$/)
  // Asked as it was written; without a model the answer says what is missing.
  await expect.poll(() => chat.last().innerText()).toMatch(/Hello[^]*Chat model/)
})
