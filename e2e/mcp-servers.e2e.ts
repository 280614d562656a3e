import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { startGuardedMcpServer, type GuardedMcpServer } from '../packages/server/testing/guarded-mcp-server.ts'
import { accessibilityFaults, faultsInBothThemes } from './drivers/accessibility.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser
let guarded: GuardedMcpServer

beforeAll(async () => {
  const env = { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }
  ;[product, browser, guarded] = await Promise.all([startProduct({ env }), openBrowser(), startGuardedMcpServer()])
})

afterAll(async () => {
  await browser.close()
  await product.stop()
  await guarded.close()
})

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['CHATWRIGHT_LOOK']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
}

test('an MCP server is added, allowed on a page of the other side, and comes back with its tools', async () => {
  const { page, faults, close } = await visit(browser, product)
  await page.goto('/tools')
  await page.getByRole('tab', { name: 'MCP servers' }).click()
  await page.getByRole('heading', { name: 'Give flows the tools of other products' }).waitFor()
  await page.getByRole('button', { name: 'Add MCP server' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add MCP server' })
  await dialog.getByRole('button', { name: 'Save and connect' }).click()
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Stock')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(guarded.url)
  await dialog.getByRole('combobox', { name: /Authentication/ }).click()
  await page.getByRole('option', { name: /Browser sign-in/ }).click()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'mcp-server-dialog')
  // Stays here instead of following to the other side, whose page has nothing to see.
  await page.route(`${new URL(guarded.url).origin}/authorize*`, (route) => route.fulfill({ body: 'Allow?' }))
  await dialog.getByRole('button', { name: 'Save and connect' }).click()
  await page.getByText('Allow?').waitFor()
  const authorizationUrl = page.url()
  expect(authorizationUrl).toContain('code_challenge_method=S256')
  const back = await fetch(authorizationUrl, { redirect: 'manual' })
  const { pathname, search } = new URL(back.headers.get('location') ?? '')
  await page.goto(`${pathname}${search}`)
  await page.getByText('Connected. Flows can use its tools now.').waitFor()
  await page.getByRole('row', { name: /Stock/ }).getByText('1 tool').first().waitFor()
  expect(await product.api('GET', '/custom-mcp-servers')).toMatchObject([{ status: 'AUTHORIZED', toolCount: 1 }])
  expect(await accessibilityFaults(page)).toEqual([])
  expect(faults).toEqual([])
  await close()
})

test('the list reads well in light and dark, on a laptop and a phone', async () => {
  await product.api('POST', '/custom-mcp-servers', {
    name: `A server ${'with a long name '.repeat(4)}`,
    serverUrl: 'https://mcp.example.com/a/very/long/path/that/goes/on/and/on',
  })
  const look = async (name: string, how: Parameters<typeof visit>[2]): Promise<void> => {
    const { page, faults, close } = await visit(browser, product, how)
    await page.goto('/tools?tab=mcp')
    await page.getByRole('row', { name: /Stock/ }).waitFor()
    expect(await faultsInBothThemes(page)).toEqual([])
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
    expect(width[0]).toBeLessThanOrEqual(width[1] ?? 0)
    await picture(page, `mcp-servers-${name}`)
    expect(faults).toEqual([])
    await close()
  }
  await look('laptop', {})
  await look('phone', { viewport: PHONE })
})
