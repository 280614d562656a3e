import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { drawAgentFlow } from '../packages/server/testing/agent-flow.ts'
import { startChatVendor, type ChatVendor } from '../packages/server/testing/chat-vendor.ts'
import { accessibilityFaults, faultsInBothThemes } from './drivers/accessibility.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser
let vendor: ChatVendor

beforeAll(async () => {
  const env = { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }
  ;[product, browser, vendor] = await Promise.all([startProduct({ env }), openBrowser(), startChatVendor()])
})

afterAll(async () => {
  await browser.close()
  await product.stop()
  await vendor.close()
})

async function createFlow(name: string): Promise<string> {
  const nodes = await product.api<Parameters<typeof drawAgentFlow>[0]>('GET', '/nodes')
  const flow = drawAgentFlow(nodes, {
    steps: { directReplyAgentflow_0: { directReplyMessage: 'You said {{question}}' } },
    edges: ['startAgentflow_0 > directReplyAgentflow_0'],
  })
  const stored = { name, type: 'AGENTFLOW', flowData: JSON.stringify(flow) }
  return (await product.api<{ id: string }>('POST', '/chatflows', stored)).id
}

/** A bot that is connected and was written to. */
async function createBot(flowId: string, name: string): Promise<void> {
  const plainDataObj = { telegramBotToken: '110201543:AAHdqTcv', telegramApiAddress: vendor.url }
  const credential = { name, credentialName: 'telegramApi', plainDataObj }
  const { id: credentialId } = await product.api<{ id: string }>('POST', '/credentials', credential)
  const { id } = await product.api<{ id: string }>('POST', '/channels', {
    kind: 'telegram',
    name,
    flowId,
    credentialId,
  })
  await product.api('POST', `/channels/${id}/connect`)
  const from = { id: 1111, is_bot: false, first_name: 'Ann', username: 'ann' }
  const message = { message_id: 1, from, chat: { id: 1111, type: 'private' }, date: 1, text: 'Is the lamp in stock?' }
  await fetch(`${product.url}/api/v1/channels/${id}/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-telegram-bot-api-secret-token': vendor.sent('setWebhook').at(-1).secret_token,
    },
    body: JSON.stringify({ update_id: 1, message }),
  })
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['CHATWRIGHT_LOOK']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
}

test('a channel is added, set up step by step with what to paste where, and paused', async () => {
  await createFlow('Lamp shop')
  const { page, faults, close } = await visit(browser, product)
  await page.goto('/chatflows')
  await page.getByRole('link', { name: 'Publish' }).click()
  await page.getByRole('link', { name: 'Channels' }).click()
  await page.getByRole('heading', { name: 'Put a flow in Telegram, Slack or WhatsApp' }).waitFor()
  await page.getByRole('button', { name: 'Add channel' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Choose a flow.').waitFor()
  await page.getByRole('combobox', { name: /Channel/ }).click()
  await page.getByRole('option', { name: /Slack/ }).click()
  await page.getByRole('combobox', { name: /Flow/ }).click()
  await page.getByRole('option', { name: 'Lamp shop' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lamp shop · Slack' })
  const manifest = await dialog.getByRole('group', { name: 'Slack app manifest' }).innerText()
  const [channel] = (await product.api<{ data: { id: string; address: string }[] }>('GET', '/channels')).data
  expect(JSON.parse(manifest)).toMatchObject({
    settings: { event_subscriptions: { request_url: channel?.address }, interactivity: { is_enabled: true } },
  })
  await dialog.getByText('Set a login and PUBLIC_URL').waitFor()
  expect(await dialog.getByRole('button', { name: 'Connect' }).isDisabled()).toBe(true)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'channel-slack')
  await dialog.getByRole('tab', { name: 'Settings' }).click()
  await dialog.getByRole('textbox', { name: /Who can write/ }).fill('U061F7AUR, U2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Channel saved.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  const onOff = page.getByRole('switch', { name: 'Answer in Lamp shop' })
  await onOff.click()
  await page.getByText('Lamp shop is paused.').waitFor()
  const { data } = await product.api<{ data: { enabled: boolean; allowedSenders: string[] }[] }>('GET', '/channels')
  expect(data).toMatchObject([{ enabled: false, allowedSenders: ['U061F7AUR', 'U2'] }])
  expect(faults).toEqual([])
  await close()
})

test('what people wrote is listed with its run, in light and dark, on a laptop and a phone', async () => {
  await createBot(await createFlow(`A shop ${'with a long name '.repeat(4)}`), 'Helper')
  const look = async (name: string, how: Parameters<typeof visit>[2]): Promise<void> => {
    const { page, faults, close } = await visit(browser, product, how)
    await page.goto('/channels')
    const row = page.getByRole('row', { name: /Helper/ })
    await row.waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
    expect(width[0]).toBeLessThanOrEqual(width[1] ?? 0)
    await picture(page, `channels-${name}`)
    await row.getByRole('button', { name: 'Open the channel Helper' }).click()
    const dialog = page.getByRole('dialog', { name: 'Helper · Telegram' })
    await dialog.getByText('Is the lamp in stock?').waitFor()
    await dialog.getByText('Answered').waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture(page, `channel-messages-${name}`)
    await dialog.getByRole('tab', { name: 'Set up' }).click()
    await dialog.getByRole('link', { name: 't.me/helper_bot' }).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    await picture(page, `channel-setup-${name}`)
    expect(faults).toEqual([])
    await close()
  }
  await look('laptop', {})
  await look('phone', { viewport: PHONE })
})
