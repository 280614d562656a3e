import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { drawAgentFlow } from '../packages/server/testing/agent-flow.ts'
import { startFakeVendor } from '../packages/server/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { canvasOf, settle } from './drivers/canvas.ts'
import { chatOf, createConversation } from './drivers/chat.ts'
import { goInside, walkOf } from './drivers/walk.ts'
import { DESKTOP, openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product, Visit } from './harness.ts'

let product: Product
let browser: Browser
let vendor: FakeVendor
const visits: Visit[] = []
const walk = walkOf((options) => visit(browser, product, options))

beforeAll(async () => {
  const env = { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }
  ;[product, browser] = await Promise.all([startProduct({ env }), openBrowser()])
})
beforeEach(async () => {
  vendor = await startFakeVendor()
  vendor.script = { tokens: ['Tea ', 'is **served**', ' at four.'] }
})
afterEach(async ({ task }) => {
  for (const opened of visits.splice(0)) await opened.close()
  if (task.result?.state === 'fail') await walk.end()
  await vendor.close()
})
afterAll(async () => {
  await walk.end()
  await browser.close()
  await product.stop()
})

async function askedRun(flowId: string, body: object, at: Product = product): Promise<string> {
  await at.api('POST', `/internal-prediction/${flowId}`, body)
  const { items } = await at.api<{ items: { id: string }[] }>('GET', `/runs?chatflowId=${flowId}&limit=1`)
  return items[0]?.id ?? ''
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['CHATWRIGHT_LOOK']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

const stepsOf = (page: Page) => page.getByRole('region', { name: 'Steps' })

test('a run docks beside the canvas, and choosing a step or a node chooses both', async () => {
  const { id } = await createConversation(product, vendor.url)
  const { page } = await walk.to(`/canvas/${id}`)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  const chat = chatOf(page)
  await chat.ask('When is tea?')
  await chat.last().getByRole('button', { name: 'Show the run' }).click()
  const panel = page.getByRole('region', { name: 'Run', exact: true })
  await panel.getByText('served', { exact: true }).first().waitFor()
  await panel.getByRole('button', { name: /^ChatOpenAI/ }).click()
  await page.locator('.react-flow__node.selected', { hasText: 'ChatOpenAI' }).waitFor()
  // The view goes there first.
  await settle(page)
  await page
    .locator('.react-flow__node', { hasText: 'Buffer Memory' })
    .first()
    .click({ position: { x: 40, y: 20 } })
  await panel.locator('[aria-current=true]', { hasText: 'Buffer Memory' }).waitFor()
  await picture(page, 'docked')
  expect(await accessibilityFaults(page)).toEqual([])
  await panel.getByRole('button', { name: 'Back to the chat' }).click()
  await chat.field.waitFor()
})

test('from a bad answer to a tried fix takes three clicks, and one more publishes it', async () => {
  const { id } = await createConversation(product, vendor.url)
  const { page, faults } = await walk.to(`/canvas/${id}`)
  const toggle = page.getByRole('button', { name: 'Chat', exact: true })
  // Who had it open before finds it open.
  if ((await toggle.getAttribute('aria-pressed')) !== 'true') await toggle.click()
  const chat = chatOf(page)
  await chat.ask('When is tea?')
  vendor.script = { tokens: ['Tea ', 'is **served**', ' at five.'] }
  // One, two, three.
  await chat.last().getByRole('button', { name: 'Show the run' }).click()
  const panel = page.getByRole('region', { name: 'Run', exact: true })
  await panel.getByRole('button', { name: 'Try another prompt' }).click()
  const bench = page.getByRole('dialog', { name: /^Prompt bench/ })
  await bench.getByRole('textbox', { name: 'Variant 1' }).fill('You serve tea at five.')
  await bench.getByRole('button', { name: /^Run 1 try/ }).click()
  await bench.locator('ins', { hasText: 'five.' }).waitFor()
  await bench.locator('del', { hasText: 'four.' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'tried')

  await bench.getByRole('button', { name: 'Apply and publish' }).click()
  await bench.waitFor({ state: 'detached' })
  const stored = () => product.api<{ flowData: string; liveVersion: number }>('GET', `/chatflows/${id}`)
  await expect.poll(async () => (await stored()).flowData).toContain('You serve tea at five.')
  expect((await stored()).liveVersion).toBe(2)

  // The same from the field itself.
  await panel.getByRole('button', { name: 'Change “Conversation Chain”' }).click()
  const settings = page.getByRole('complementary', { name: 'Node settings' })
  await settings.getByRole('button', { name: 'Try on recent runs' }).click()
  await expect.poll(() => bench.getByRole('textbox', { name: 'Variant 1' }).inputValue()).toBe('You serve tea at five.')
  await page.keyboard.press('Escape')
  expect(faults).toEqual([])
})

test('on a phone the Tab key walks through the run in its sheet, and the chat is as it was behind it', async () => {
  const { id } = await createConversation(product, vendor.url)
  const { page } = await walk.to(`/canvas/${id}`, {}, PHONE)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  const chat = chatOf(page)
  await chat.ask('When is tea?')
  await chat.last().getByRole('button', { name: 'Show the run' }).click()
  const panel = page.getByRole('region', { name: 'Run', exact: true })
  await panel.getByRole('button', { name: /^ChatOpenAI/ }).waitFor()
  const walked = new Set<string>()
  for (let step = 0; step < 24; step += 1) {
    await page.keyboard.press('Tab')
    walked.add(await page.evaluate(() => document.activeElement?.textContent ?? ''))
  }
  expect(walked.size).toBeGreaterThan(6)
  expect([...walked]).toContain('Open the run')
  await panel.getByRole('button', { name: 'Back to the chat' }).click()
  await chat.field.waitFor()
  expect(await chat.text(chat.last())).toContain('served')
})

test('a node beside the flow shows its values, runs on them with other settings by key, and has its answer pinned', async () => {
  const { id } = await createConversation(product, vendor.url)
  await askedRun(id, { question: 'When is tea?', chatId: 'c1' })
  const { page, faults } = await walk.to(`/canvas/${id}`)
  await canvasOf(page).node('conversationChain_0').focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Node settings' })
  await panel.getByRole('group', { name: 'In' }).getByText('When is tea?').waitFor()
  await panel.getByRole('group', { name: 'Out' }).getByText('at four.').waitFor()
  await panel.getByText(/^No new calls|new call/).waitFor()
  await picture(page, 'inspector')
  expect(await accessibilityFaults(page)).toEqual([])

  await page.keyboard.press('i')
  await panel.getByRole('heading', { name: 'Conversation Chain' }).and(page.locator(':focus')).waitFor()
  await panel.getByRole('textbox', { name: /^System message/ }).fill('You serve coffee.')
  vendor.script = { tokens: ['Coffee ', 'instead.'] }
  await page.keyboard.press('Escape')
  await page.locator('.react-flow__node[data-id="conversationChain_0"]:focus').waitFor()
  const asked = vendor.requests.length
  await page.keyboard.press('r')
  await panel.getByRole('region', { name: 'Out, with the current settings' }).getByText('Coffee instead.').waitFor()
  expect(vendor.requests).toHaveLength(asked + 1)
  expect(JSON.stringify(vendor.requests.at(-1)?.body)).toContain('You serve coffee.')
  await picture(page, 'inspector-ran')

  await panel.getByRole('button', { name: 'Pin', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Answer' }).fill('Water.')
  await page.getByRole('dialog').getByRole('button', { name: 'Use' }).click()
  await panel.getByRole('region', { name: 'Your changes' }).getByText('Conversation Chain: pinned answer').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await panel.getByRole('button', { name: 'Try it' }).click()
  const result = panel.getByRole('region', { name: 'Result' })
  await result.getByRole('region', { name: 'With your changes' }).getByText('Water.').waitFor()
  expect(vendor.requests).toHaveLength(asked + 1)
  await picture(page, 'inspector-pinned')
  expect(faults).toEqual([])
})

test('a run is stepped through, changed, tried for a price, and the change is put into the flow', async () => {
  const { id } = await createConversation(product, vendor.url)
  const runId = await askedRun(id, { question: 'When is tea?', chatId: 'c1' })
  const { page, faults } = await walk.to(`/runs/${runId}`)
  const steps = stepsOf(page)
  await page.getByRole('region', { name: 'The flow as it was' }).getByText('ChatOpenAI').first().waitFor()
  await steps.getByRole('button', { name: /^ChatOpenAI/ }).click()
  await steps.getByRole('button', { name: 'Show the recorded call' }).last().click()
  await steps.getByText('Call 1 of 1 · model · asks').waitFor()
  await steps.getByText('Whole request').waitFor()
  await picture(page, 'run')
  expect(await accessibilityFaults(page)).toEqual([])

  await steps
    .getByRole('group', { name: 'Try “ChatOpenAI” again' })
    .getByRole('button', { name: 'Change this node' })
    .click()
  const form = page.getByRole('dialog')
  await form.getByRole('spinbutton', { name: 'Temperature' }).fill('0.1')
  await picture(page, 'change-node')
  await form.getByRole('button', { name: 'Done' }).click()
  const bar = page.getByRole('region', { name: 'Your changes' })
  await bar.getByText(/^1 new call: ChatOpenAI · about \$0\.0000/).waitFor()
  const asked = vendor.requests.length
  vendor.script = { tokens: ['Coffee ', 'instead.'] }
  await bar.getByRole('button', { name: 'Try it' }).click()
  const result = page.getByRole('region', { name: 'Result' })
  await result.getByRole('region', { name: 'With your changes' }).getByText('Coffee instead.').waitFor()
  await result.getByRole('region', { name: 'As it ran' }).getByText('served', { exact: true }).waitFor()
  expect(vendor.requests).toHaveLength(asked + 1)
  expect(vendor.requests.at(-1)?.body).toMatchObject({ temperature: 0.1 })
  await picture(page, 'changed')
  expect(await accessibilityFaults(page)).toEqual([])

  await result.getByRole('button', { name: 'Apply the changes to the flow' }).click()
  await page.waitForURL(`**/canvas/${id}`)
  await page.getByText('Unsaved', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(async () => (await product.api<{ flowData: string }>('GET', `/chatflows/${id}`)).flowData)
    .toContain('"temperature":0.1')
  expect(faults).toEqual([])
})

test('other words for a prompt are tried on recorded runs, side by side, and the better ones go into the flow', async () => {
  const inputs = { conversationChain_0: { systemMessagePrompt: 'You serve tea and nothing else.' } }
  const { id } = await createConversation(product, vendor.url, { inputs })
  await askedRun(id, { question: 'Any cake?', chatId: 'c1' })
  const runId = await askedRun(id, { question: 'When is tea?', chatId: 'c2' })
  const { page, faults } = await walk.to(`/runs/${runId}`)
  const steps = stepsOf(page)
  await steps.getByRole('button', { name: /^ChatOpenAI/ }).click()
  await steps.getByRole('button', { name: 'Show the recorded call' }).last().click()
  await steps.getByRole('button', { name: /^Try another prompt: Conversation Chain/ }).click()
  const bench = page.getByRole('dialog', { name: /^Prompt bench/ })
  const field = (number: number) => bench.getByRole('textbox', { name: `Variant ${number}` })
  await expect.poll(() => field(1).inputValue()).toBe('You serve tea and nothing else.')
  expect(await bench.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true)
  await field(1).fill('You serve tea and cake.')
  await bench.getByRole('button', { name: 'Add a variant' }).click()
  await field(2).fill('You serve coffee.')
  const run = bench.getByRole('button', { name: /^Run 4 tries · about \$0\.000/ })
  await run.waitFor()
  const asked = vendor.requests.length
  vendor.script = { tokens: ['Cake ', 'at five.'] }
  await run.click()
  const cases = bench.getByRole('list', { name: 'Answers by run' }).getByRole('listitem')
  await expect.poll(() => bench.getByText('Cake at five.').count()).toBe(4)
  expect(await cases.getByRole('heading').allTextContents()).toEqual(['When is tea?', 'Any cake?'])
  await cases.last().getByRole('group', { name: 'As it ran' }).getByText('served', { exact: true }).waitFor()
  const told = vendor.requests.slice(asked).map(({ body }) => body.messages.map(({ content }) => content))
  expect(told).toEqual([
    ['You serve tea and cake.', 'When is tea?'],
    ['You serve coffee.', 'When is tea?'],
    ['You serve tea and cake.', 'Any cake?'],
    ['You serve coffee.', 'Any cake?'],
  ])
  await picture(page, 'prompt-bench')
  expect(await accessibilityFaults(page)).toEqual([])
  // What was tried is there, and not paid for a second time.
  await run.click()
  await run.waitFor()
  expect(vendor.requests).toHaveLength(asked + 4)

  await bench.getByRole('group', { name: 'Variant 2' }).getByRole('button', { name: 'Apply', exact: true }).click()
  await page.waitForURL(`**/canvas/${id}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(async () => (await product.api<{ flowData: string }>('GET', `/chatflows/${id}`)).flowData)
    .toContain('You serve coffee.')
  expect(faults).toEqual([])
})

test('what would write is held back with its arguments, and is answered by hand or allowed once', async () => {
  const received: string[] = []
  const outside: Server = createServer((request, response) => {
    received.push(request.method ?? '')
    response.end('{}')
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/orders`
    const nodes = await product.api<Parameters<typeof drawAgentFlow>[0]>('GET', '/nodes')
    const flow = drawAgentFlow(nodes, {
      steps: {
        httpAgentflow_0: { method: 'POST', url, bodyType: 'json', body: '{"item":"{{question}}"}' },
        directReplyAgentflow_0: { directReplyMessage: 'Ordered.' },
      },
      edges: ['startAgentflow_0 > httpAgentflow_0', 'httpAgentflow_0 > directReplyAgentflow_0'],
    })
    const stored = { name: 'Orders', type: 'AGENTFLOW', flowData: JSON.stringify(flow) }
    const { id } = await product.api<{ id: string }>('POST', '/chatflows', stored)
    const runId = await askedRun(id, { question: 'tea', chatId: 'c1' })
    expect(received).toHaveLength(1)
    // A link to a run of an agent flow leads to all of its runs.
    const { page } = await walk.to(`/runs/${runId}`)
    await page.waitForURL('**/runs/**')
    await page.getByRole('button', { name: 'Change the question' }).click()
    await page.getByRole('textbox', { name: 'Question' }).fill('coffee')
    await page.getByRole('button', { name: 'Use' }).click()
    const bar = page.getByRole('region', { name: 'Your changes' })
    await bar.getByText('1 call would write and is held back').waitFor()
    await bar.getByRole('button', { name: 'Try it' }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByText('Nothing was sent. This is the request:').waitFor()
    await result.getByText('“httpAgentflow_0” would change another system.').waitFor()
    await result.getByText('coffee').first().waitFor()
    await picture(page, 'held-back')
    expect(received).toHaveLength(1)
    await result.getByRole('button', { name: 'Enter the answer' }).click()
    await page.getByRole('textbox', { name: 'Answer' }).fill('{"data":{},"status":200,"statusText":"OK","headers":{}}')
    await page.getByRole('button', { name: 'Use' }).click()
    await result.getByText('By hand').waitFor()
    expect(received).toHaveLength(1)
    await bar.getByRole('button', { name: 'Try it' }).click()
    await result.getByRole('button', { name: 'Allow once' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Allow once' }).click()
    await expect.poll(() => received.length).toBe(2)
  } finally {
    outside.close()
  }
})

test('a run is saved as a file and replayed from it, on a phone and in the dark too', async () => {
  const { id } = await createConversation(product, vendor.url)
  const runId = await askedRun(id, { question: 'When is tea?', chatId: 'c1' })
  const { page } = await walk.to(`/runs/${runId}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  expect(text).not.toContain('sk-test')
  const asked = vendor.requests.length
  for (const [name, stored, size] of [
    ['file', {}, DESKTOP],
    ['file-phone', { isDarkMode: 'true' }, PHONE],
  ] as const) {
    await walk.to('/runs', stored, size)
    await page.getByRole('link', { name: 'Open a recorded run' }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a file' }).click(),
    ])
    await chooser.setFiles({ name: 'run.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    await page.getByText('Replayed: the answer is the same as before.').waitFor()
    await stepsOf(page)
      .getByRole('button', { name: /^ChatOpenAI/ })
      .waitFor()
    await picture(page, name)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  }
  expect(vendor.requests).toHaveLength(asked)
  await goInside(page, `/runs/${runId}`)
  await page.getByText('Replayed: the answer is the same as before.').waitFor({ state: 'detached' })
  await stepsOf(page)
    .getByRole('button', { name: /^ChatOpenAI/ })
    .click()
  await stepsOf(page).getByRole('button', { name: 'Run from here' }).last().click()
  await page.getByRole('region', { name: 'Your changes' }).getByText('1 new call: ChatOpenAI').waitFor()
  await picture(page, 'run-phone')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
})

test('where recording is switched off the run says so', async () => {
  const plain = await startProduct({ env: { RECORDING_DAYS: '0' } })
  try {
    const { id } = await createConversation(plain, vendor.url)
    const runId = await askedRun(id, { question: 'When is tea?' }, plain)
    const opened = await visit(browser, plain)
    visits.push(opened)
    const { page } = opened
    await page.goto(`/runs/${runId}`)
    await page.getByText('Recording is off on this server').waitFor()
    expect(await page.getByRole('button', { name: 'Change this node' }).count()).toBe(0)
    await picture(page, 'off')
  } finally {
    await plain.stop()
  }
})
