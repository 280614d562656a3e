import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { drawAgentFlow } from '../packages/server/testing/agent-flow.ts'
import { startFakeVendor, type FakeVendor } from '../packages/server/testing/fake-vendor.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { createConversation } from './drivers/chat.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser
let vendor: FakeVendor

beforeAll(async () => {
  ;[product, browser, vendor] = await Promise.all([startProduct(), openBrowser(), startFakeVendor()])
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

async function createForm(name: string, inputs: Record<string, unknown>, reply: string): Promise<string> {
  const nodes = await product.api<Parameters<typeof drawAgentFlow>[0]>('GET', '/nodes')
  const flow = drawAgentFlow(nodes, {
    steps: { startAgentflow_0: inputs, directReplyAgentflow_0: { directReplyMessage: reply } },
    edges: ['startAgentflow_0 > directReplyAgentflow_0'],
  })
  const chatbotConfig = JSON.stringify({
    backgroundColor: '#FFF4E5',
    titleBackgroundColor: '#7A1F3D',
    textInput: { sendButtonColor: '#7A1F3D' },
  })
  const stored = { name, type: 'AGENTFLOW', flowData: JSON.stringify(flow), isPublic: true, chatbotConfig }
  return (await product.api<{ id: string }>('POST', '/chatflows', stored)).id
}

test('a flow is filled in as a form, in its owner’s colours, and answers in its place', async () => {
  const id = await createForm(
    'Orders of letters',
    {
      startInputType: 'formInput',
      formTitle: 'Order a letter',
      formDescription: 'We print it today.',
      formInputTypes: [
        { type: 'string', label: 'City', name: 'city' },
        { type: 'number', label: 'Copies', name: 'copies' },
        { type: 'options', label: 'Size', name: 'size', addOptions: [{ option: 'Small' }, { option: 'Large' }] },
        { type: 'boolean', label: 'By night', name: 'night' },
      ],
    },
    '{{$form.copies}} for {{$form.city}}, {{$form.size}}',
  )
  const { page, faults, close } = await visit(browser, product, { viewport: PHONE })
  await page.goto(`/form/${id}`)
  await page.getByRole('heading', { name: 'Order a letter' }).waitFor()
  await page.getByText('We print it today.').waitFor()
  await page.getByRole('textbox', { name: 'City' }).fill('Rome')
  await page.getByRole('textbox', { name: 'Copies' }).fill('two')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Write a number.').waitFor()
  await page.getByRole('textbox', { name: 'Copies' }).fill('2')
  await page.getByRole('combobox', { name: 'Size' }).click()
  await page.getByRole('option', { name: 'Large' }).click()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await picture(page, 'form-phone')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('2 for Rome, Large', { exact: true }).waitFor()
  await page.getByText('City: Rome').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'form-answer-phone')
  await page.reload()
  await page.getByText('2 for Rome, Large', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Fill it in again' }).click()
  expect(await page.getByRole('textbox', { name: 'City' }).inputValue()).toBe('')
  expect(faults).toEqual([])
  await close()

  const asked = await createForm('Questions', { startInputType: 'chatInput' }, 'You asked: {{question}}')
  const desk = await visit(browser, product)
  await desk.page.goto(`/form/${asked}`)
  await desk.page.getByRole('button', { name: 'Send' }).click()
  await desk.page.getByText('This field is required.').waitFor()
  await desk.page.getByRole('textbox', { name: 'Your question' }).fill('When?')
  await picture(desk.page, 'form-question')
  await desk.page.getByRole('button', { name: 'Send' }).click()
  await desk.page.getByText('You asked: When?', { exact: true }).waitFor()
  await desk.close()
})

test('a form takes files on a phone, and its answer is written as it comes', async () => {
  const { id } = await createConversation(product, vendor.url, {
    isPublic: true,
    chatbotConfig: JSON.stringify({ fullFileUpload: { status: true, allowedUploadFileTypes: 'text/plain' } }),
  })
  const { page, faults, close } = await visit(browser, product, { viewport: PHONE })
  await page.goto(`/form/${id}`)
  const attach = async (name: string, mimeType: string, text: string): Promise<void> => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach files' }).click()
    await (await chooser).setFiles({ name, mimeType, buffer: Buffer.from(text) })
  }
  await page.getByRole('textbox', { name: 'Your question' }).fill('How many lamps?')
  await attach('run.exe', 'application/x-msdownload', 'MZ')
  await page
    .getByRole('alert')
    .getByText(/doesn’t accept run\.exe/)
    .waitFor()
  const long = `stock-of-the-cellar-${'and-the-attic-'.repeat(6)}.txt`
  await attach(long, 'text/plain', 'The cellar holds a dozen lamps.')
  await attach('other.txt', 'text/plain', 'Nothing of importance.')
  await page.getByRole('button', { name: 'Remove other.txt' }).click()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await picture(page, 'form-files-phone')

  let goOn: () => void = () => undefined
  const isSeen = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const beforeToken = async (index: number) => (index === 1 ? isSeen : undefined)
  vendor.upcoming.push({ tokens: ['Twelve', ' lamps', ' in all'], beforeToken })
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Twelve', { exact: false }).last().waitFor()
  // Its first words are there, and the rest is not.
  expect(await page.getByText('Twelve lamps in all').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Fill it in again' }).isDisabled()).toBe(true)
  goOn()
  await page.getByText('Twelve lamps in all', { exact: true }).waitFor()
  const asked = JSON.stringify(vendor.requests.at(-1)?.body.messages)
  expect(asked).toContain('The cellar holds a dozen lamps.')
  expect(asked).not.toContain('Nothing of importance.')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await picture(page, 'form-files-answer-phone')
  await page.reload()
  await page.getByText(long).waitFor()
  expect(faults).toEqual([])
  await close()
})
