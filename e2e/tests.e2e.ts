import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { createConversation } from '../packages/server/testing/conversation-flow.ts'
import { startFakeVendor } from '../packages/server/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser
let vendor: FakeVendor
let flow: string

beforeAll(async () => {
  ;[product, browser, vendor] = await Promise.all([
    startProduct({ env: { RECORDING_DAYS: '30' } }),
    openBrowser(),
    startFakeVendor(),
  ])
  const send = async (method: string, path: string, body?: unknown) => ({
    status: 200,
    body: await product.api(method, path.replace('/api/v1', ''), body),
  })
  flow = await createConversation({ send } as never, { vendorUrl: vendor.url })
  vendor.script = { tokens: ['We open', ' at nine.'] }
  const rated = await product.api<{ chatMessageId: string }>('POST', `/prediction/${flow}`, {
    question: 'When do you open on Sundays?',
    chatId: 'rated',
  })
  const rating = { chatflowid: flow, chatId: 'rated', messageId: rated.chatMessageId, rating: 'THUMBS_DOWN' }
  await product.api('POST', '/feedback', { ...rating, content: 'You are closed on Sundays' })
})

afterAll(async () => {
  await browser.close()
  await product.stop()
  await vendor.close()
})

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['CHATWRIGHT_LOOK']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** Somebody mends the flow. */
async function changePrompt(words: string): Promise<void> {
  const { flowData, version } = await product.api<{ flowData: string; version: number }>('GET', `/chatflows/${flow}`)
  const changed = JSON.parse(flowData) as { nodes: { id: string; data: { inputs: Record<string, unknown> } }[] }
  const chain = changed.nodes.find(({ id }) => id.startsWith('conversationChain'))
  if (chain) chain.data.inputs['systemMessagePrompt'] = words
  await product.api('PUT', `/chatflows/${flow}`, { flowData: JSON.stringify(changed), version })
}

test('a bad answer in the list of runs is a test after four clicks, and green once the flow is mended', async () => {
  const { page, faults, close } = await visit(browser, product)
  await page.goto('/chatflows')
  let clicks = 0
  const click = async (role: 'link' | 'button', name: string) => {
    await page.getByRole(role, { name, exact: true }).click()
    clicks += 1
  }
  await click('link', 'Runs')
  await click('button', 'Keep “When do you open on Sundays?” as a test')
  await page.getByRole('textbox', { name: 'A good answer contains' }).fill('closed on Sundays')
  await picture(page, 'keep')
  expect(await accessibilityFaults(page)).toEqual([])
  await click('button', 'Keep')
  await click('button', 'Open the test set')
  await page.getByRole('heading', { level: 1, name: 'Kept answers' }).waitFor()
  expect(clicks).toBeLessThanOrEqual(4)

  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Doesn’t contain “closed on Sundays”').waitFor()
  await page.getByText('1 failed').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'tests-failed')

  await changePrompt('We are closed on Sundays.')
  vendor.script = { tokens: ['We are closed', ' on Sundays.'] }
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('ChatOpenAI needs a live call').waitFor()
  await picture(page, 'tests-unproved')
  await page.getByRole('button', { name: 'Run 1 case live' }).click()
  await page.getByText('1 passed').waitFor()

  const asked = vendor.requests.length
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Running case').waitFor({ state: 'detached' })
  await page.getByText('1 passed').waitFor()
  expect(vendor.requests).toHaveLength(asked)
  expect(faults).toEqual([])
  await close()
})

test('a case is written with checks of every kind, and read on a phone in the dark', async () => {
  const { page, faults, close } = await visit(browser, product, { viewport: PHONE, colorScheme: 'dark' })
  await page.goto('/tests')
  await page.getByRole('button', { name: 'New test set' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: /^Flow/ }).click()
  await page.getByRole('option', { name: 'Conversation' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('By hand')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: 'By hand' }).waitFor()
  await page.getByRole('button', { name: 'Add a case' }).click()
  await dialog.getByRole('textbox', { name: 'Question' }).fill('Where are you?')
  for (const kind of ['Cites a source', 'Length', 'Is in a language', 'Refuses to answer', 'Takes at most']) {
    await dialog.getByRole('button', { name: 'Add a check' }).click()
    await dialog.getByRole('group', { name: 'Contains' }).getByRole('combobox').click()
    await page.getByRole('option', { name: kind }).click()
  }
  await dialog.getByRole('group', { name: 'Cites a source' }).getByRole('textbox').fill('handbook')
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'case-phone')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Where are you?').waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('button', { name: 'Run 1 case live' }).click()
  await page.getByText('Doesn’t cite “handbook”. Cites: nothing').waitFor()
  await page.getByText('Didn’t refuse').waitFor()
  await picture(page, 'tests-phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(faults).toEqual([])
  await close()
})
