import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { accessibilityFaults } from './drivers/accessibility.ts'
import { shellOf } from './drivers/shell.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product, Visit, VisitOptions } from './harness.ts'

const OPERATOR = { username: 'root', password: 'the operator' }
const PASSWORD = 'correct horse'

let product: Product
let browser: Browser
const visits: Visit[] = []

beforeAll(async () => {
  ;[product, browser] = await Promise.all([
    startProduct({ env: { CHATWRIGHT_USERNAME: OPERATOR.username, CHATWRIGHT_PASSWORD: OPERATOR.password } }),
    openBrowser(),
  ])
})
afterAll(async () => {
  await browser.close()
  await product.stop()
})
afterEach(async () => {
  for (const opened of visits.splice(0)) await opened.close()
})

async function open(path: string, options: VisitOptions = {}): Promise<Page> {
  const opened = await visit(browser, product, options)
  visits.push(opened)
  await opened.page.goto(path)
  return opened.page
}

/** Invites from the operator's screen, and answers where the link leads. */
async function invite(
  page: Page,
  { name, login, role }: { name: string; login: string; role: string },
): Promise<string> {
  await page.getByRole('button', { name: 'Invite a person' }).first().click()
  const form = page.getByRole('dialog', { name: 'Invite a person' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await form.getByRole('textbox', { name: 'Email or username' }).fill(login)
  await form.getByRole('combobox', { name: /^Role/ }).click()
  await page.getByRole('option', { name: new RegExp(`^${role}`) }).click()
  await form.getByRole('button', { name: 'Invite a person' }).click()
  const shown = page.getByRole('dialog', { name: `Invitation for ${name}` })
  const link = (await shown.getByText(/\/join#/).textContent()) ?? ''
  expect(await accessibilityFaults(page)).toEqual([])
  await shown.getByRole('button', { name: 'Done' }).click()
  await shown.waitFor({ state: 'detached' })
  return new URL(link.trim()).pathname + new URL(link.trim()).hash
}

async function join(path: string, options?: VisitOptions): Promise<Page> {
  const page = await open(path, options)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await page.waitForURL(`${product.url}/`)
  return page
}

test('two people are invited, sign in with their own names, and can do what their roles allow', async () => {
  const operator = await open('/people', { stored: OPERATOR })
  const links = {
    ana: await invite(operator, { name: 'Ana', login: 'ana@example.com', role: 'Admin' }),
    bo: await invite(operator, { name: 'Bo', login: 'bo', role: 'Reviewer' }),
  }

  const ana = await join(links.ana)
  await shellOf(ana).openUserMenu()
  await ana.getByRole('menuitem', { name: 'Profile' }).waitFor()
  await ana.getByRole('menu').getByText('ana@example.com', { exact: true }).waitFor()
  await expect.poll(() => ana.getByRole('menuitem', { name: 'Load Database' }).count()).toBe(0)
  await ana.getByRole('menuitem', { name: 'Profile' }).click()
  await ana.getByRole('heading', { name: 'Profile' }).waitFor()
  await ana.getByText('ana@example.com', { exact: true }).waitFor()
  expect(await accessibilityFaults(ana)).toEqual([])

  const bo = await join(links.bo, { viewport: PHONE })
  await bo.goto('/waiting')
  await bo.getByRole('heading', { level: 1 }).waitFor()
  await bo.goto('/people')
  await bo.getByText(/role doesn't have the permission "member\.edit"/).waitFor()

  const again = await open(links.bo)
  await again.getByRole('heading', { name: 'This link no longer works' }).waitFor()
})
