import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser, Locator, Page } from 'playwright-core'

import { startFakeVendor } from '../packages/server/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { chatOf } from './drivers/chat.ts'
import { createDrawingAgent } from './drivers/drawing-agent.ts'
import { startDrawingServer } from './drivers/drawing-server.ts'
import type { DrawingServer } from './drivers/drawing-server.ts'
import { startForeignSite } from './drivers/foreign-site.ts'
import { paintPicture } from './drivers/paint-picture.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product, Visit, VisitOptions } from './harness.ts'

const OWNER = { username: 'ada', password: 'analytical engine' }
const authorization = `Basic ${btoa(`${OWNER.username}:${OWNER.password}`)}`

let product: Product
let browser: Browser
let vendor: FakeVendor
let drawing: DrawingServer
let flowId: string
const visits: Visit[] = []

beforeAll(async () => {
  ;[product, browser, vendor, drawing] = await Promise.all([
    startProduct({
      env: {
        ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
        CHATWRIGHT_USERNAME: OWNER.username,
        CHATWRIGHT_PASSWORD: OWNER.password,
      },
    }),
    openBrowser(),
    startFakeVendor({ tokens: ['Here is', ' the chart.'] }),
    startDrawingServer(),
  ])
  flowId = await createDrawingAgent({ api }, { vendor: vendor.url, tools: drawing.url })
})

afterEach(async () => {
  for (const opened of visits.splice(0)) await opened.close()
})

afterAll(async () => {
  await Promise.all([browser.close(), product.stop(), vendor.close(), drawing.close()])
})

/** As the owner of the product. */
async function api<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${product.url}/api/v1${path}`, {
    method,
    headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}

async function open(path: string, options: VisitOptions = {}) {
  const opened = await visit(browser, product, options)
  visits.push(opened)
  await opened.page.goto(path)
  return { ...opened, chat: chatOf(opened.page) }
}

async function attach(page: Page, name: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer: paintPicture({ width: 64, height: 36 }) })
}

/** The picture has come whole, and stands inside the width it was given. */
async function expectShown(picture: Locator, { within }: { within: number }): Promise<void> {
  const size = () => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  await expect.poll(size).toEqual([1280, 720])
  const box = await picture.boundingBox()
  expect(box?.width).toBeGreaterThan(within / 2)
  expect(box?.width).toBeLessThanOrEqual(within)
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(1280 / 720, 1)
}

/** The picture has come whole. */
async function expectWidth(picture: Locator, width: number): Promise<void> {
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(width)
}

const CHART = { name: 'The chart of the sales.', exact: true }
const SENT = { name: 'sent.png', exact: true }
/** The model asks for the tool first, and answers once it has what came out. */
const drawFirst = () => vendor.upcoming.push({ tokens: [], tool: 'draw' })

test('a picture a tool made is shown with the answer, opens in full, can be kept, and is there after a reload; one that was sent too, and without the key of the flow nobody else sees them', async () => {
  const key = await api<{ id: string; apiKey: string }>('POST', '/apikey', { keyName: 'Key', permissions: ['predict'] })
  const closed = await createDrawingAgent(
    { api },
    { vendor: vendor.url, tools: drawing.url, model: { allowImageUploads: true }, columns: { apikeyid: key.id } },
  )
  drawFirst()
  const { page, chat, faults } = await open(`/canvas/${closed}`, { stored: OWNER })
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await attach(page, 'sent.png')
  await chat.ask('Draw the sales like this')
  await expectShown(chat.last().getByRole('img', CHART), { within: 368 })
  expect(JSON.stringify(vendor.requests.at(-1)?.body.messages.at(-1))).toContain('The chart of the sales.')

  await chat.last().getByRole('button', { name: 'Enlarge: The chart of the sales.' }).click()
  const dialog = page.getByRole('dialog', CHART)
  await expectShown(dialog.getByRole('img', CHART), { within: 1280 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.png$/)
  await page.keyboard.press('Escape')

  await page.reload()
  await expectShown(chat.last().getByRole('img', CHART), { within: 368 })
  await expectWidth(chat.last().getByRole('img', SENT), 64)
  await page.getByRole('button', { name: 'API and share' }).click()
  await page.getByRole('link', { name: 'Runs' }).click()
  await page.getByRole('table', { name: 'Runs' }).getByRole('rowheader').first().getByRole('link').click()
  await page.getByRole('button', { name: 'Conversation' }).click()
  const messages = page.getByRole('dialog', { name: 'Conversation' })
  await expectShown(messages.getByRole('img', CHART), { within: 700 })
  await expectWidth(messages.getByRole('img', SENT), 64)
  expect(faults).toEqual([])

  const stored = await api<{ chatId: string; artifacts: { data: string }[] | null }[]>('GET', `/chatmessage/${closed}`)
  const chatId = stored[0]?.chatId ?? ''
  const drawn = stored.flatMap(({ artifacts }) => artifacts ?? [])[0]?.data.replace('FILE-STORAGE::', '') ?? ''
  for (const fileName of [drawn, 'sent.png']) {
    const address = `${product.url}/api/v1/get-upload-file?${new URLSearchParams({ chatflowId: closed, chatId, fileName })}`
    const statusWith = async (headers: Record<string, string>) => (await fetch(address, { headers })).status
    expect(await statusWith({})).toBe(401)
    expect(await statusWith({ authorization: 'Bearer wrong' })).toBe(401)
    expect(await statusWith({ authorization: `Bearer ${key.apiKey}` })).toBe(200)
    expect(await statusWith({ authorization })).toBe(200)
  }
})

test('a visitor sees the picture on a phone, and again after a reload', async () => {
  drawFirst()
  const { page, chat, faults } = await open(`/chatbot/${flowId}`, { viewport: PHONE, hasTouch: true, isMobile: true })
  await chat.ask('Draw the sales')
  await page.reload()
  await expectShown(chat.last().getByRole('img', CHART), { within: PHONE.width - 32 })
  await chat.last().getByRole('button', { name: 'Enlarge: The chart of the sales.' }).tap()
  await expectShown(page.getByRole('dialog', CHART).getByRole('img', CHART), { within: PHONE.width })
  expect(await accessibilityFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

test('our widget shows the picture on another site, and again after a reload', async () => {
  drawFirst()
  const site = await startForeignSite(
    `<script type="module" src="${product.url}/widget.js"></script><chatwright-chat flow-id="${flowId}" open></chatwright-chat>`,
  )
  const { page, faults } = await open(site.url)
  await page.getByRole('textbox', { name: 'Your question' }).fill('Draw the sales')
  await page.keyboard.press('Enter')
  await expectShown(page.getByRole('img', CHART), { within: 368 })
  await page.reload()
  await expectShown(page.getByRole('img', CHART), { within: 368 })
  expect(faults).toEqual([])
  await site.close()
})

test('a program gets the picture by its name: in the JSON answer, as an event, and as a file', async () => {
  drawFirst()
  const path = `/prediction/${flowId}`
  const answer = await product.api<{ artifacts: { type: string; data: string }[]; chatId: string }>('POST', path, {
    question: 'Draw the sales',
  })
  expect(answer.artifacts).toEqual([
    { type: 'png', data: expect.stringMatching(/^FILE-STORAGE::.+\.png$/), description: 'The chart of the sales.' },
  ])
  const fileName = answer.artifacts[0]?.data.replace('FILE-STORAGE::', '') ?? ''
  const query = new URLSearchParams({ chatflowId: flowId, chatId: answer.chatId, fileName })
  const file = await fetch(`${product.url}/api/v1/get-upload-file?${query}`)
  expect(file.headers.get('content-type')).toBe('image/png')
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')

  drawFirst()
  const stream = await fetch(`${product.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'Draw the sales', streaming: true }),
  })
  const events = [...(await stream.text()).matchAll(/^data:\{"event":"(\w+)"/gm)].map(([, event]) => event)
  expect(events.filter((event) => event !== 'token')).toEqual([
    'start',
    'calledTools',
    'usedTools',
    'artifacts',
    'usageMetadata',
    'metadata',
    'end',
  ])
})
