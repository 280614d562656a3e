import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { createConversation } from '../packages/server/testing/conversation-flow.ts'
import { startFakeVendor } from '../packages/server/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { canvasOf } from './drivers/canvas.ts'
import { walkOf } from './drivers/walk.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser
let vendor: FakeVendor
let flow: string
const walk = walkOf((options) => visit(browser, product, options))

beforeAll(async () => {
  ;[product, browser, vendor] = await Promise.all([
    startProduct(),
    openBrowser(),
    startFakeVendor({ tokens: ['We open', ' at nine.'] }),
  ])
  const send = async (method: string, path: string, body?: unknown) => ({
    status: 200,
    body: await product.api(method, path.replace('/api/v1', ''), body),
  })
  const inputs = { conversationChain_0: { systemMessagePrompt: 'Be brief.' } }
  flow = await createConversation({ send } as never, { vendorUrl: vendor.url, inputs })
  for (const question of ['When do you open on Sundays?', 'Is there parking?']) {
    await product.api('POST', `/prediction/${flow}`, { question, chatId: question })
  }
  await product.api('PUT', `/chatflows/${flow}`, { gate: 'block' })
  const { flowData } = await product.api<{ flowData: string }>('GET', `/chatflows/${flow}`)
  await product.api('PUT', `/chatflows/${flow}`, { flowData: flowData.replace('Be brief.', 'Be kind.') })
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await walk.end()
})

afterAll(async () => {
  await walk.end()
  await browser.close()
  await product.stop()
  await vendor.close()
})

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['CHATWRIGHT_LOOK']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** Answers of a vendor, one after the other, so many times. */
function turns(answers: string[], times: number): { tokens: string[] }[] {
  return Array.from({ length: times }, () => answers.map((answer) => ({ tokens: [answer] }))).flat()
}

test('a save that is held back says why, is compared with what answers, and published anyway', async () => {
  const { page, faults } = await walk.to(`/canvas/${flow}`)
  await page.getByText('Version 2 is held back.').waitFor()
  await page.getByText(/0 of 2 recorded answers unchanged · 2 need a live call/).waitFor()
  await picture(page, 'held-back')
  await page.getByRole('button', { name: 'Show' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /When do you open on Sundays\?/ })
    .waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Publish anyway' }).click()
  await page.getByText('Version 2 is live.').waitFor()
  await page.getByText('Version 2 is held back.').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Run live and compare' }).click()
  await page.waitForURL(/\/comparisons\//)
  await page.getByText('Nothing got worse.').waitFor()
  await page.getByRole('heading', { name: 'Is there parking?' }).waitFor()
  await picture(page, 'comparison')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

test('versions are compared by a set and a judge, from the menu of the canvas', async () => {
  const { id: set } = await product.api<{ id: string }>('POST', '/tests', { flowId: flow, name: 'Opening hours' })
  const checks = [{ kind: 'contains', text: 'nine' }]
  await product.api('POST', `/tests/${set}/cases`, { turns: [{ question: 'When do you open?', checks }] })
  const { page, faults } = await walk.to(`/canvas/${flow}`)
  await page.locator('.react-flow__node').first().waitFor()
  await canvasOf(page).chooseFromMenu('Compare versions by their answers')
  await page.getByRole('heading', { level: 1, name: 'Quality' }).waitFor()
  await page
    .getByRole('combobox', { name: /^Questions/ })
    .getByText('Opening hours, 1 case')
    .waitFor()
  await page.getByRole('combobox', { name: /^Judge/ }).click()
  await page.getByRole('option', { name: /^ChatOpenAI Chat/ }).click()
  await page.getByText('Connect Credential').first().waitFor()
  await picture(page, 'compare')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('combobox', { name: /^Judge/ }).click()
  await page.getByRole('option', { name: 'No judge' }).click()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.waitForURL(/\/comparisons\//)
  await page.getByText('Nothing got worse.').waitFor()
  await page.getByText('contradicts itself in 0% of cases').waitFor()
  await page.getByRole('link', { name: 'Opening hours' }).click()
  await page.getByRole('link', { name: 'Compare versions' }).click()
  await page
    .getByRole('combobox', { name: /^Questions/ })
    .getByText('Opening hours, 1 case')
    .waitFor()
  await page.getByRole('region', { name: 'Earlier comparisons' }).getByText('Nothing got worse.').first().waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

test('a judge tells which answer is better where no check does, and the answers stand side by side', async () => {
  const judge = await startFakeVendor()
  const { id: set } = await product.api<{ id: string }>('POST', '/tests', { flowId: flow, name: 'Unchecked' })
  await product.api('POST', `/tests/${set}/cases`, { turns: [{ question: 'When do you open?' }] })
  // Both versions are asked in turns, and the judge in both orders.
  vendor.upcoming.push(...turns(['We open at nine.', 'We open at ten.'], 5))
  judge.upcoming.push(...turns(['FIRST', 'SECOND'], 3))
  // The sets were read before this one was there.
  await walk.end()
  const { page, faults } = await walk.to(`/comparisons?flow=${flow}&base=1&candidate=2&set=${set}`)
  await page.getByRole('combobox', { name: /^Judge/ }).click()
  await page.getByRole('option', { name: /^ChatLocalAI/ }).click()
  await page.getByRole('textbox', { name: /^Base path/ }).fill(judge.url)
  await page.getByRole('textbox', { name: /^Model name/ }).fill('fair-judge')
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.waitForURL(/\/comparisons\//)
  await page.getByText('The newer version is worse.').waitFor()
  await page.getByText('Judged by fair-judge').waitFor()
  const item = page.getByRole('listitem').filter({ hasText: 'When do you open?' })
  await item.getByText('Judge’s votes: older 3, newer 0, tie 0').waitFor()
  await item.getByRole('group', { name: 'Older' }).getByText('We open at nine.').waitFor()
  await item.getByRole('group', { name: 'Newer' }).getByText('We open at').waitFor()
  await item.getByRole('group', { name: 'Newer' }).locator('ins', { hasText: 'ten.' }).waitFor()
  const shown = judge.requests.map(({ body }) => JSON.stringify(body.messages).match(/nine(?=\.)|ten(?=\.)/g))
  expect(shown.slice(0, 2)).toEqual([
    ['nine', 'ten'],
    ['ten', 'nine'],
  ])
  await picture(page, 'judged')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(faults).toEqual([])
  await judge.close()
})

test('a comparison is read on a phone, in the dark', async () => {
  const { items } = await product.api<{ items: { id: string }[] }>('GET', `/comparisons?chatflowId=${flow}`)
  const { page } = await walk.to(`/comparisons/${items[0]?.id ?? ''}`, { isDarkMode: 'true' }, PHONE)
  await page.getByText('The newer version is worse.').waitFor()
  await picture(page, 'comparison-phone')
  await page.getByRole('link', { name: 'Compare again' }).click()
  await page.getByRole('button', { name: 'Compare', exact: true }).waitFor()
  await picture(page, 'compare-phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  expect(await accessibilityFaults(page)).toEqual([])
})
