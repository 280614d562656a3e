import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Locator, Page } from 'playwright-core'

import { startFakeVendor } from '../packages/server/src/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/src/testing/fake-vendor.ts'
import { chatOf } from './drivers/chat.ts'
import { createDrawingAgent } from './drivers/drawing-agent.ts'
import { startDrawingServer } from './drivers/drawing-server.ts'
import type { DrawingServer } from './drivers/drawing-server.ts'
import { paintPicture } from './drivers/paint-picture.ts'
import { openBrowser, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

const OWNER = { username: 'ada', password: 'analytical engine' }
const authorization = `Basic ${btoa(`${OWNER.username}:${OWNER.password}`)}`
const CHART = { name: 'The chart of the sales.', exact: true }
const SENT = { name: 'sent.png', exact: true }

let product: Product
let browser: Browser
let vendor: FakeVendor
let drawing: DrawingServer

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
})

afterAll(async () => {
  await Promise.all([browser.close(), product.stop(), vendor.close(), drawing.close()])
})

async function api<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${product.url}/api/v1${path}`, {
    method,
    headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}

/** The picture has come whole. */
async function expectWidth(picture: Locator, width: number): Promise<void> {
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(width)
}

async function attach(page: Page, name: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer: paintPicture({ width: 64, height: 36 }) })
}

test('the owner sees the pictures of a flow with a key, in the chat and among its messages; without the key nobody else does', async () => {
  const key = await api<{ id: string; apiKey: string }>('POST', '/apikey', { keyName: 'Key', permissions: ['predict'] })
  const flowId = await createDrawingAgent(
    { api },
    { vendor: vendor.url, tools: drawing.url, model: { allowImageUploads: true }, columns: { apikeyid: key.id } },
  )
  const { page, faults, close } = await visit(browser, product, { stored: OWNER })
  const chat = chatOf(page)
  await page.goto(`/canvas/${flowId}`)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  vendor.upcoming.push({ tokens: [], tool: 'draw' })
  await attach(page, 'sent.png')
  await chat.ask('Draw the sales like this')
  await expectWidth(chat.last().getByRole('img', CHART), 1280)

  await page.reload()
  await expectWidth(chat.last().getByRole('img', CHART), 1280)
  await expectWidth(chat.last().getByRole('img', SENT), 64)
  await page.getByRole('button', { name: 'API and share' }).click()
  await page.getByRole('button', { name: 'Messages' }).click()
  const messages = page.getByRole('dialog', { name: /^Messages of/ })
  await expectWidth(messages.getByRole('img', CHART), 1280)
  await expectWidth(messages.getByRole('img', SENT), 64)
  expect(faults).toEqual([])
  await close()

  const stored = await api<{ chatId: string; artifacts: { data: string }[] | null }[]>('GET', `/chatmessage/${flowId}`)
  const chatId = stored[0]?.chatId ?? ''
  const drawn = stored.flatMap(({ artifacts }) => artifacts ?? [])[0]?.data.replace('FILE-STORAGE::', '') ?? ''
  for (const fileName of [drawn, 'sent.png']) {
    const address = `${product.url}/api/v1/get-upload-file?${new URLSearchParams({ chatflowId: flowId, chatId, fileName })}`
    const statusWith = async (headers: Record<string, string>) => (await fetch(address, { headers })).status
    expect(await statusWith({})).toBe(401)
    expect(await statusWith({ authorization: 'Bearer wrong' })).toBe(401)
    expect(await statusWith({ authorization: `Bearer ${key.apiKey}` })).toBe(200)
    expect(await statusWith({ authorization })).toBe(200)
  }
})
