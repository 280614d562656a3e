import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { drawAgentFlow } from '../packages/server/testing/agent-flow.ts'
import { startFakeVendor } from '../packages/server/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { roomInDay } from '../packages/server/testing/room-in-day.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { chatOf, createConversation } from './drivers/chat.ts'
import { catalogueOf } from './drivers/flows.ts'
import { goInside, walkOf } from './drivers/walk.ts'
import { DESKTOP, openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser
let vendor: FakeVendor
const walk = walkOf((options) => visit(browser, product, options))

beforeAll(async () => {
  ;[product, browser, vendor] = await Promise.all([startProduct(), openBrowser(), startFakeVendor()])
  vendor.script = { tokens: ['Tea ', 'at four.'] }
})
beforeEach(roomInDay)
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await walk.end()
})
afterAll(async () => {
  await walk.end()
  await browser.close()
  await Promise.all([product.stop(), vendor.close()])
})

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['CHATWRIGHT_LOOK']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test('[MENU-1] spend is read by day, flow, node and model, and a limit stops what would go beyond it', async () => {
  const { id } = await createConversation(product, vendor.url)
  await product.api('POST', `/internal-prediction/${id}`, { question: 'When is tea?' })
  const { page } = await walk.to('/chatflows')
  await page.getByRole('link', { name: 'Spend' }).click()
  await page.getByRole('table', { name: 'Models', exact: true }).getByText('gpt-4o-mini').waitFor()
  await page.getByRole('table', { name: 'Flows', exact: true }).getByText('$0.000002').waitFor()
  await picture(page, 'spend')
  expect(await accessibilityFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'New limit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Counted in' }).click()
  await page.getByRole('option', { name: 'Tokens' }).click()
  await dialog.getByRole('textbox', { name: 'At most' }).fill('none')
  await dialog.getByRole('button', { name: 'Set the limit' }).click()
  await dialog.getByText('Enter a number above 0.').waitFor()
  await dialog.getByRole('textbox', { name: 'At most' }).fill('10')
  await picture(page, 'spend-limit')
  await dialog.getByRole('button', { name: 'Set the limit' }).click()
  await page.getByText('This server: 10 tokens a month').waitFor()
  const asked = vendor.requests.length
  await expect(product.api('POST', `/internal-prediction/${id}`, { question: 'Again?' })).rejects.toThrow(
    'The spending limit for this server this month is reached.',
  )
  expect(vendor.requests).toHaveLength(asked)
  await page.getByRole('button', { name: /^Delete the limit/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No limits yet.').waitFor()
  await product.api('POST', `/internal-prediction/${id}`, { question: 'Again?' })
})

test('at a limit the owner is asked and allows more, or a cheaper model goes on', async () => {
  const { id } = await createConversation(product, vendor.url)
  const { page } = await walk.to('/spend', { isDarkMode: 'true' }, PHONE)
  const limit = async (way: string, amount: string, unit = 'US dollars') => {
    await page.getByRole('button', { name: 'New limit' }).click()
    const dialog = page.getByRole('dialog')
    const choose = async (field: string, choice: string) => {
      await dialog.getByRole('combobox', { name: new RegExp(`^${field}`) }).click()
      await page.getByRole('option', { name: choice, exact: true }).click()
    }
    await choose('Counted in', unit)
    await dialog.getByRole('textbox', { name: 'At most' }).fill(amount)
    await choose('At the limit', way)
    return { dialog, choose, set: () => dialog.getByRole('button', { name: 'Set the limit' }).click() }
  }
  const asking = await limit('Ask me', '10', 'Tokens')
  expect(await accessibilityFaults(page)).toEqual([])
  await asking.set()
  await page.getByText('then you are asked').waitFor()
  const ask = () => product.api('POST', `/internal-prediction/${id}`, { question: 'Tea?' })
  await expect(ask()).rejects.toThrow('Raise the limit under')
  await page.reload()
  await page.getByText('The limit is reached, and a run asked for more.').waitFor()
  await picture(page, 'spend-asking')
  expect(await accessibilityFaults(page)).toEqual([])
  const allow = page.getByRole('button', { name: /^Allow .+ tokens more$/ })
  await allow.click()
  await allow.waitFor({ state: 'detached' })
  await ask()
  const forget = async () => {
    await page.getByRole('button', { name: /^Delete the limit/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No limits yet.').waitFor()
  }
  await forget()

  const cheaper = await limit('Switch to a cheaper model', '0.002')
  await cheaper.set()
  await cheaper.dialog.getByText('Choose a model.').waitFor()
  await cheaper.choose('Cheaper model', 'gpt-4.1-nano')
  await picture(page, 'spend-cheaper')
  await cheaper.set()
  await page.getByText('from 80% on, gpt-4.1-nano answers').waitFor()
  // What the node's own model may cost at most does not fit below four fifths of it; what the other may cost fits below the whole.
  await ask()
  expect(vendor.requests.at(-1)?.body).toMatchObject({ model: 'gpt-4.1-nano' })
  await forget()
})

test('an agent flow waits at its limit; whoever allows more lets it go on, once, and nothing is done again', async () => {
  const credential = await product.api<{ id: string }>('POST', '/credentials', {
    name: 'Test key',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-test' },
  })
  const model = (maxTokens: number, words: string) => ({
    llmModel: 'chatOpenAI',
    llmModelConfig: {
      llmModel: 'chatOpenAI',
      FLOWISE_CREDENTIAL_ID: credential.id,
      basepath: vendor.url,
      modelName: 'gpt-4o-mini',
      maxTokens,
    },
    llmMessages: [{ role: 'system', content: `<p>${words}</p>` }],
    llmEnableMemory: false,
  })
  const flow = drawAgentFlow(await catalogueOf(product), {
    steps: {
      llmAgentflow_0: model(50, 'Plan tea'),
      llmAgentflow_1: model(2000, 'Say when'),
      directReplyAgentflow_0: { directReplyMessage: 'Said: {{llmAgentflow_1}}' },
    },
    edges: [
      'startAgentflow_0 > llmAgentflow_0',
      'llmAgentflow_0 > llmAgentflow_1',
      'llmAgentflow_1 > directReplyAgentflow_0',
    ],
  })
  const stored = { name: 'Tea steps', type: 'AGENTFLOW', isPublic: true, flowData: JSON.stringify(flow) }
  const { id } = await product.api<{ id: string }>('POST', '/chatflows', stored)
  // Room for the first step, and not for what the second may write.
  const limit = { scope: 'flow', subject: id, period: 'day', unit: 'tokens', amount: 1000, atLimit: 'ask' }
  const { id: limitId } = await product.api<{ id: string }>('POST', '/limits', limit)
  const before = vendor.requests.length

  const visitor = await walk.to(`/chatbot/${id}`)
  await visitor.page.getByRole('textbox', { name: 'Your question' }).fill('Tea?')
  await visitor.page.keyboard.press('Enter')
  await visitor.page.getByText('The run continues when the owner raises the limit.').first().waitFor()
  expect(await visitor.page.getByRole('button', { name: /Allow|End the run/ }).count()).toBe(0)
  await picture(visitor.page, 'limit-visitor')
  expect(vendor.requests).toHaveLength(before + 1)

  const other = await visit(browser, product, { viewport: PHONE, stored: { isDarkMode: 'true' } })
  await other.page.goto('/waiting')
  const owners = [other, await walk.to('/waiting')]
  for (const { page } of owners) {
    await page.getByRole('button', { name: 'Close: llmAgentflow_1, Tea steps' }).waitFor()
    await page.getByText('The spending limit for this flow today is reached.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `limit-waits-${page.viewportSize()?.width}`)
  }
  // Both of them see it, and both say yes.
  await Promise.all(owners.map(({ page }) => page.getByRole('button', { name: 'Allow as much again' }).click()))
  for (const { page } of owners) {
    await page.getByText('Nothing is waiting for a decision').waitFor()
  }
  const [run] = (await product.api<{ items: { executionId: string }[] }>('GET', `/runs?chatflowId=${id}`)).items
  const page = owners[1]?.page
  if (!page || !run) throw new Error('There is no run to look at')
  await goInside(page, `/runs/${run.executionId}`)
  const steps = page.getByRole('region', { name: 'Steps' })
  await steps.getByRole('button', { name: /^directReplyAgentflow_0.*done/ }).click()
  await steps.getByText('The answer above.').first().waitFor()
  await page.getByRole('region', { name: 'Answer' }).getByText('Said: Tea at four.').waitFor()
  await picture(page, 'limit-gone-on')
  expect(vendor.requests).toHaveLength(before + 2)
  const limits = () => product.api<{ items: { id: string; used: number; reserved: number }[] }>('GET', '/limits')
  await expect.poll(async () => (await limits()).items[0]).toMatchObject({ id: limitId, used: 18, reserved: 0 })
  await product.api('DELETE', `/limits/${limitId}`)
  await other.close()
})

test('the chat and the run say which model answered for whom, and visitors read nothing of it', async () => {
  const { id } = await createConversation(product, vendor.url, { isPublic: true })
  const limit = { scope: 'flow', subject: id, period: 'day', unit: 'micro', amount: 2000 }
  const cheaper = { ...limit, atLimit: 'cheaper', cheaperModel: 'gpt-4.1-nano' }
  const { id: limitId } = await product.api<{ id: string }>('POST', '/limits', cheaper)
  const words =
    'Answered by gpt-4.1-nano: the node’s own model could have gone past 80% of the limit “This flow: $0.002 a day”.'
  for (const [viewport, isDarkMode] of [
    [DESKTOP, 'false'],
    [PHONE, 'true'],
  ] as const) {
    const { page } = await walk.to(`/canvas/${id}`, { isDarkMode }, viewport)
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    await chatOf(page).ask('When is tea?')
    await chatOf(page).last().getByText(words).waitFor()
    await picture(page, `instead-chat-${viewport.width}`)
    expect(await accessibilityFaults(page)).toEqual([])
    const { items } = await product.api<{ items: { id: string }[] }>('GET', `/runs?chatflowId=${id}&limit=1`)
    await walk.to(`/runs/${items[0]?.id}`, { isDarkMode }, viewport)
    await page.getByText(words).first().waitFor()
    await picture(page, `instead-run-${viewport.width}`)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
  }
  const { page } = await walk.to(`/chatbot/${id}`)
  const heard: string[] = []
  // Read on its way: what a browser keeps of a stream may be gone when somebody asks for it.
  await page.route('**/prediction/**', async (route) => {
    const response = await route.fetch()
    heard.push(await response.text())
    await route.fulfill({ response })
  })
  await chatOf(page).ask('When is tea?')
  await page.getByText('Tea at four.').first().waitFor()
  expect(await page.getByText('Answered by').count()).toBe(0)
  expect(heard).not.toEqual([])
  expect(heard.join()).not.toMatch(/gpt-4|limit/)
  await product.api('DELETE', `/limits/${limitId}`)
})

test('a price is set by hand, in the dark and on a phone', async () => {
  const { page } = await walk.to('/spend', { isDarkMode: 'true' }, PHONE)
  await page.getByRole('button', { name: 'Set a price' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Model' }).fill('our-own-model')
  await dialog.getByRole('textbox', { name: 'Input, in $' }).fill('2')
  await dialog.getByRole('textbox', { name: 'Output, in $' }).fill('4.5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('searchbox', { name: 'Search models' }).fill('our-own')
  await page.getByRole('row', { name: /our-own-model/ }).waitFor()
  await picture(page, 'spend-phone')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await page.getByRole('button', { name: 'Remove your price for our-own-model' }).click()
  await page.getByRole('row', { name: /our-own-model/ }).waitFor({ state: 'detached' })
})
