import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { drawAgentFlow } from '../packages/server/testing/agent-flow.ts'
import { farMinute } from '../packages/server/testing/far-minute.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { catalogueOf } from './drivers/flows.ts'
import { walkOf } from './drivers/walk.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser
/** Half an hour from now: no journey comes by the time of a schedule. */
const minute = String(farMinute()).padStart(2, '0')
const MORNING = new RegExp(`^(?:Mon|Tues|Wednes|Thurs|Fri)day, .* 9:${minute}\\sAM$`)
const walk = walkOf((options) => visit(browser, product, options))

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await walk.end()
})

afterAll(async () => {
  await walk.end()
  await browser.close()
  await product.stop()
})

async function createDaily(name: string, inputs: Record<string, unknown> = {}): Promise<void> {
  const nodes = await catalogueOf(product)
  const flow = drawAgentFlow(nodes, {
    steps: {
      startAgentflow_0: {
        startInputType: 'scheduleInput',
        scheduleFrequency: 'daily',
        scheduleOnTime: `09:${minute}`,
        scheduleTimezone: 'Europe/Berlin',
        scheduleDefaultInput: 'What is new?',
        ...inputs,
      },
      directReplyAgentflow_0: { directReplyMessage: 'Nothing' },
    },
    edges: ['startAgentflow_0 > directReplyAgentflow_0'],
  })
  await product.api('POST', '/chatflows', { name, type: 'AGENTFLOW', flowData: JSON.stringify(flow) })
}

async function createReceiver(name: string): Promise<void> {
  const nodes = await catalogueOf(product)
  const flow = drawAgentFlow(nodes, {
    steps: {
      startAgentflow_0: { startInputType: 'webhookTrigger', webhookEnableAuth: true },
      directReplyAgentflow_0: { directReplyMessage: 'Order {{$webhook.body.order}}' },
    },
    edges: ['startAgentflow_0 > directReplyAgentflow_0'],
  })
  await product.api('POST', '/chatflows', { name, type: 'AGENTFLOW', flowData: JSON.stringify(flow) })
}

let created: Promise<unknown> | undefined

/** The flows of all journeys, before a page has read which there are, or is loaded again: it need not ask for a while. */
function createFlows(): Promise<unknown> {
  created ??= Promise.all([
    createDaily('Morning news'),
    createDaily(`A flow ${'with a long name '.repeat(8)}`, { scheduleTimezone: 'Nowhere' }),
    createReceiver('Orders'),
  ])
  return created
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['CHATWRIGHT_LOOK']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('[MENU-1] what runs by itself is listed with its next time, paused and let go on', async () => {
  const { page, faults } = await walk.to('/chatflows')
  await page.getByRole('link', { name: 'Publish' }).click()
  await page.getByRole('heading', { name: 'No flow runs automatically yet' }).waitFor()
  await createFlows()
  await page.reload()
  const row = page.getByRole('row', { name: /Morning news/ })
  await row.getByText(`${Number(minute)} 9 * * *`).waitFor()
  await row.getByText('Europe/Berlin').waitFor()
  await page.getByText('"Nowhere" isn\'t a time zone').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'triggers')
  const onOff = row.getByRole('switch', { name: 'Run Morning news on schedule' })
  expect(await onOff.isChecked()).toBe(true)
  await onOff.click()
  await row.getByText('Paused').waitFor()
  const [paused] = await product
    .api<{ flowName: string; enabled: boolean }[]>('GET', '/schedules')
    .then((all) => all.filter(({ flowName }) => flowName === 'Morning news'))
  expect(paused?.enabled).toBe(false)
  await onOff.click()
  await row.getByText('Paused').waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('a webhook is given a secret, sent something by hand, and shows what came', async () => {
  await createFlows()
  const { page, faults } = await walk.to('/triggers')
  await page.getByText('These addresses work on this machine only').waitFor()
  const row = page.getByRole('row', { name: /Orders/ })
  await row.getByText('has no secret yet').waitFor()
  await row.getByRole('button', { name: 'Details of the webhook of Orders' }).click()
  const dialog = page.getByRole('dialog', { name: 'Orders' })
  await dialog.getByText('No deliveries yet.').waitFor()
  await dialog.getByRole('button', { name: 'Create a secret' }).click()
  const secret = await dialog
    .getByRole('group', { name: 'Secret' })
    .getByText(/^[0-9a-f]{64}$/)
    .textContent()
  const address = await dialog.getByRole('group', { name: 'Address' }).getByText('/api/v1/webhook/').textContent()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'webhook-secret')

  const forged = { 'content-type': 'application/json', 'x-webhook-signature': secret ?? '' }
  const path = new URL(address ?? '').pathname
  const answer = await fetch(new URL(path, product.url), { method: 'POST', headers: forged, body: '{}' })
  expect(answer.status).toBe(401)

  await dialog.getByRole('button', { name: 'Send a delivery' }).click()
  const send = page.getByRole('dialog', { name: 'Send a delivery' })
  await send.getByRole('textbox', { name: 'Payload' }).fill('{"order":7}')
  await send.getByRole('button', { name: 'Send', exact: true }).click()
  await send.getByText('Enter a JSON object with body, query and headers').waitFor()
  await send.getByRole('textbox', { name: 'Payload' }).fill('{"body":{"order":7}}')
  await send.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText('Done', { exact: true }).waitFor()
  await dialog.getByText('Refused', { exact: true }).waitFor()
  await dialog.getByText('Payload').click()
  await dialog.getByText('"order": 7').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'webhook')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog', { name: 'Send again' }).getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText('Done', { exact: true }).nth(1).waitFor()
  await dialog.getByRole('link', { name: 'Open the run' }).first().click()
  await page.waitForURL('**/runs/*')
  await page.getByText('directReplyAgentflow_0').first().waitFor()
  expect(faults).toEqual([])
})

/** Opens the schedule of Letters: its next five times, on workdays after nine in Berlin, and a log without entries. */
async function expectTimes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Details of the schedule of Letters: Every morning' }).click()
  const dialog = page.getByRole('dialog', { name: 'Letters: Every morning' })
  await expect.poll(() => dialog.getByRole('time').count()).toBe(5)
  const times = await dialog.getByRole('time').allTextContents()
  expect(times.filter((time) => MORNING.test(time))).toEqual(times)
  await dialog.getByText('No scheduled runs yet.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, `schedule-${page.viewportSize()?.width}`)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

test('a flow is given a webhook and a schedule where it is shared, tried, and all of it is paused', async () => {
  const nodes = await catalogueOf(product)
  const flow = drawAgentFlow(nodes, {
    steps: { directReplyAgentflow_0: { directReplyMessage: 'Asked: {{question}}' } },
    edges: ['startAgentflow_0 > directReplyAgentflow_0'],
  })
  const stored = { name: 'Letters', type: 'AGENTFLOW', flowData: JSON.stringify(flow) }
  const { id } = await product.api<{ id: string }>('POST', '/chatflows', stored)
  const { page, faults } = await walk.to(`/canvas/${id}`)
  await page.getByRole('button', { name: 'API and share' }).click()
  await page.getByRole('tab', { name: 'Triggers' }).click()
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const webhook = page.getByRole('dialog', { name: 'New webhook' })
  await webhook.getByRole('button', { name: 'Save' }).click()
  await webhook.getByText('Enter a name.').waitFor()
  await webhook.getByRole('textbox', { name: 'Name' }).fill('Shop')
  await webhook.getByRole('textbox', { name: 'Question' }).fill('Order {{$webhook.body.order}}')
  await webhook.getByRole('combobox', { name: 'Who can send' }).click()
  await page.getByRole('option', { name: 'Anyone who can use the flow' }).click()
  await webhook.getByRole('button', { name: 'Add a field' }).click()
  await webhook.getByRole('textbox', { name: 'Field name' }).fill('order')
  await webhook.getByRole('combobox', { name: 'Type' }).last().click()
  await page.getByRole('option', { name: 'Number', exact: true }).click()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'trigger-webhook')
  await webhook.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Add a schedule' }).click()
  const schedule = page.getByRole('dialog', { name: 'New schedule' })
  await schedule.getByRole('textbox', { name: 'Name' }).fill('Every morning')
  await schedule.getByRole('combobox', { name: 'Repeat' }).click()
  await page.getByRole('option', { name: 'Monday to Friday' }).click()
  await schedule.getByLabel('Time', { exact: true }).fill(`09:${minute}`)
  await schedule.getByRole('combobox', { name: 'Time zone' }).fill('Nowhere')
  await schedule.getByRole('textbox', { name: 'Question' }).fill('Any letters?')
  await schedule.getByRole('button', { name: 'Save' }).click()
  await schedule.getByText('"Nowhere" isn\'t a time zone').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'trigger-schedule')
  await schedule.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Berlin')
  // Its list closes, and covers nothing.
  await page.keyboard.press('Tab')
  await schedule.getByRole('button', { name: 'Save' }).click()
  await page
    .getByRole('row', { name: /Every morning/ })
    .getByText(`${Number(minute)} 9 * * 1-5`)
    .waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'triggers-tab')
  await expectTimes(page)

  await page.getByRole('button', { name: 'Details of the webhook of Letters: Shop' }).click()
  const details = page.getByRole('dialog', { name: 'Letters: Shop' })
  await details.getByRole('button', { name: 'Open for 15 minutes' }).click()
  const shown = details.getByRole('group', { name: 'Test address' }).getByText('/api/v1/webhook-test/')
  const path = new URL((await shown.textContent()) ?? '').pathname
  const deliver = async (body: string) => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(new URL(path, product.url), { method: 'POST', headers, body })).json()
  }
  expect(await deliver('{"order":7}')).toMatchObject({ text: 'Asked: Order 7' })
  expect(JSON.stringify(await deliver('{"order":"seven"}'))).toContain('order')
  await details.getByText('test', { exact: true }).first().waitFor()
  await picture(page, 'trigger-details')
  await details.getByRole('button', { name: 'Edit' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit trigger' })
  expect(await edited.getByRole('textbox', { name: 'Question' }).inputValue()).toBe('Order {{$webhook.body.order}}')
  await edited.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Add a notification' }).click()
  const told = page.getByRole('dialog', { name: 'New notification' })
  await told.getByRole('textbox', { name: 'Address' }).fill('https://example.invalid/told')
  await told.getByRole('button', { name: 'Save' }).click()
  const kept = page.getByRole('dialog', { name: 'Notification', exact: true })
  await kept.getByText('Copy the secret now').waitFor()
  await kept.getByText('No notifications sent yet').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'notice')
  await kept.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('row', { name: /example\.invalid/ })
    .getByText('A run fails, A limit is reached')
    .waitFor()
  await picture(page, 'triggers-tab-told')
  await page.getByRole('button', { name: 'Add a notification' }).click()
  await told.getByRole('combobox', { name: 'Send by' }).click()
  await page.getByRole('option', { name: 'Email' }).click()
  await told.getByRole('textbox', { name: 'Recipients' }).fill('ops@example.com, me@example.com')
  await told.getByRole('button', { name: 'Save' }).click()
  await told.getByText('Set SMTP_URL and MAIL_FROM').waitFor()
  await picture(page, 'notice-mail')
  await told.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Pause all' }).click()
  await page.getByRole('button', { name: 'Resume all' }).waitFor()
  await page
    .getByRole('row', { name: /Every morning/ })
    .getByText('Paused')
    .waitFor()
  // The browser notes the refusal of a time zone that is none.
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([])
  await product.api('PATCH', '/triggers', { enabled: true })
})

// Last: it looks at what the journeys before it have left.
test('on a phone and in the dark all of them are listed and read', async () => {
  const { page } = await walk.to('/triggers', { isDarkMode: 'true' }, PHONE)
  const fits = async () => {
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  }
  for (const name of [/Morning news/, /A flow with a long name/, /Orders/, /Every morning/]) {
    await page.getByRole('row', { name }).first().waitFor()
  }
  await fits()
  await picture(page, 'triggers-phone')
  await expectTimes(page)
  await page.getByRole('button', { name: 'Details of the webhook of Orders' }).click()
  await page.getByText('Last deliveries').waitFor()
  await page.getByRole('button', { name: 'Send again' }).first().waitFor()
  await fits()
  await picture(page, 'webhook-phone')
})
