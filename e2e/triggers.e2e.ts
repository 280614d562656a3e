import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { drawAgentFlow } from '../packages/server/src/testing/agent-flow.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})

afterAll(async () => {
  await browser.close()
  await product.stop()
})

async function createDaily(name: string, inputs: Record<string, unknown> = {}): Promise<void> {
  const nodes = await product.api<Parameters<typeof drawAgentFlow>[0]>('GET', '/nodes')
  const flow = drawAgentFlow(nodes, {
    steps: {
      startAgentflow_0: {
        startInputType: 'scheduleInput',
        scheduleFrequency: 'daily',
        scheduleOnTime: '09:30',
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

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['CHATWRIGHT_LOOK']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('[MENU-1] what runs by itself is listed with its next time, paused and let go on', async () => {
  const { page, faults, close } = await visit(browser, product)
  await page.goto('/chatflows')
  await page.getByRole('link', { name: 'Triggers' }).click()
  await page.getByRole('heading', { name: 'No flow runs by itself yet' }).waitFor()
  await createDaily('Morning news')
  await createDaily(`A flow ${'with a long name '.repeat(8)}`, { scheduleTimezone: 'Nowhere' })
  await page.reload()
  const row = page.getByRole('row', { name: /Morning news/ })
  await row.getByText('30 9 * * *').waitFor()
  await row.getByText('Europe/Berlin').waitFor()
  await page.getByText('"Nowhere" is no time zone').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'triggers')
  const onOff = row.getByRole('switch', { name: 'Run Morning news by its schedule' })
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
  await close()

  const phone = await visit(browser, product, { viewport: PHONE, stored: { isDarkMode: 'true' } })
  await phone.page.goto('/triggers')
  await phone.page.getByRole('row', { name: /Morning news/ }).waitFor()
  expect(await accessibilityFaults(phone.page)).toEqual([])
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await picture(phone.page, 'triggers-phone')
  await phone.close()
})
