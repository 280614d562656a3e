import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { accessibilityFaults } from './drivers/accessibility.ts'
import { canvasOf } from './drivers/canvas.ts'
import { chatOf } from './drivers/chat.ts'
import { shellOf } from './drivers/shell.ts'
import { openBrowser, startProduct, visit } from './harness.ts'
import type { Product, Visit } from './harness.ts'

const OWNER = { username: 'ada', password: 'analytical engine' }
const TOKEN = /^cws_[\w-]{43}$/

let product: Product
let browser: Browser
const visits: Visit[] = []

beforeAll(async () => {
  ;[product, browser] = await Promise.all([
    startProduct({ env: { CHATWRIGHT_USERNAME: OWNER.username, CHATWRIGHT_PASSWORD: OWNER.password } }),
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

async function open(path: string, stored: Record<string, string> = {}): Promise<Page> {
  const opened = await visit(browser, product, { stored })
  visits.push(opened)
  await opened.page.goto(path)
  return opened.page
}

async function signIn(page: Page): Promise<void> {
  const form = page.getByRole('main', { name: 'Sign in' })
  await form.getByLabel('Username').fill(OWNER.username)
  await form.getByLabel('Password').fill(OWNER.password)
  await form.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => form.count()).toBe(0)
}

const kept = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name)
const everythingKept = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]))
const statusWith = async (password: string) => {
  const authorization = `Basic ${btoa(`${OWNER.username}:${password}`)}`
  return (await fetch(`${product.url}/api/v1/chatflows`, { headers: { authorization } })).status
}

test('[BOT-1] a flow that is not public is refused to strangers and opened to its owner', async () => {
  const authorization = `Basic ${btoa(`${OWNER.username}:${OWNER.password}`)}`
  const created = await fetch(`${product.url}/api/v1/chatflows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ name: 'Secret', flowData: '{"nodes":[],"edges":[]}' }),
  })
  const { id } = (await created.json()) as { id: string }
  const stranger = await open(`/chatbot/${id}`)
  await stranger.getByRole('heading', { name: 'This chat is private' }).waitFor()
  await stranger.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await chatOf(stranger).field.count()).toBe(0)
  const owner = await open(`/chatbot/${id}`, OWNER)
  await owner.getByRole('heading', { name: 'Secret' }).waitFor()
})

test('[USER-1] [USER-5] [CALL-2] signing in keeps a token where the password was, and Logout ends it on the server', async () => {
  const page = await open('/tools')
  await signIn(page)
  await page.getByRole('button', { name: 'Create tool' }).waitFor()
  const token = (await kept(page, 'password')) ?? ''
  expect([await kept(page, 'username'), token]).toEqual([OWNER.username, expect.stringMatching(TOKEN)])
  expect(await everythingKept(page)).not.toContain(OWNER.password)
  expect(await statusWith(token)).toBe(200)

  const asked = page.waitForRequest('**/api/v1/tools*')
  await page.reload()
  expect(await (await asked).headerValue('authorization')).toBe(`Basic ${btoa(`${OWNER.username}:${token}`)}`)
  await shellOf(page).openUserMenu()
  await page.getByRole('menu').getByText(OWNER.username, { exact: true }).waitFor()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('main', { name: 'Sign in' }).waitFor()
  expect([await kept(page, 'username'), await kept(page, 'password')]).toEqual([null, null])
  await expect.poll(() => statusWith(token)).toBe(401)
})

test('signing in is a page of its own at the address one wanted, and leads there', async () => {
  const address = '/credentials?tab=variables'
  const page = await open(address)
  await page.getByRole('main', { name: 'Sign in' }).waitFor()
  await expect.poll(() => page.title()).toBe('Sign in · Chatwright')
  expect([await page.getByRole('main').count(), await page.getByRole('dialog').count()]).toEqual([1, 0])
  // Nothing of what lies behind is reached, by keys or by eye.
  for (const key of ['Escape', 'Control+k']) await page.keyboard.press(key)
  expect(await page.getByRole('textbox').count()).toBe(2)
  expect(await accessibilityFaults(page)).toEqual([])
  await signIn(page)
  await page.getByRole('button', { name: 'Add variable' }).first().waitFor()
  expect(page.url()).toBe(`${product.url}${address}`)
})

test('a sign-in that ends while somebody draws loses nothing of the drawing', async () => {
  const page = await open('/canvas')
  await signIn(page)
  const canvas = canvasOf(page)
  await canvas.add('Calculator')
  const token = (await kept(page, 'password')) ?? ''
  await page.evaluate(() => localStorage.setItem('password', `cws_${'x'.repeat(43)}`))
  await page.keyboard.press('Control+s')
  await page.getByRole('dialog', { name: 'Save new flow' }).getByLabel('Name').fill('Kept')
  await page.keyboard.press('Enter')
  await page.getByRole('main', { name: 'Sign in' }).waitFor()
  await signIn(page)
  expect(await kept(page, 'password')).not.toBe(token)
  await page.getByRole('button', { name: 'Back to your flows' }).waitFor()
  await expect.poll(() => canvas.nodes.count()).toBe(1)
})

test('a browser that still holds the password exchanges it in silence', async () => {
  const page = await open('/tools', OWNER)
  await page.getByRole('button', { name: 'Create tool' }).waitFor()
  await expect.poll(() => kept(page, 'password')).toMatch(TOKEN)
  expect(await page.getByRole('main', { name: 'Sign in' }).count()).toBe(0)
  expect(await everythingKept(page)).not.toContain(OWNER.password)
})

test('the owner sees which browsers are signed in, and signs out everywhere', async () => {
  const other = await open('/tools')
  await signIn(other)
  await other.getByRole('button', { name: 'Create tool' }).waitFor()
  const page = await open('/apikey')
  await signIn(page)
  const browsers = page.getByRole('table', { name: 'Signed-in browsers' })
  await browsers.getByText('This browser').waitFor()
  expect(await browsers.getByText('Chrome on Linux').count()).toBeGreaterThanOrEqual(2)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('main', { name: 'Sign in' }).getByText('You were signed out').waitFor()
  // Remembered for seconds where it was used last; then the other browser is asked, too.
  await expect.poll(async () => statusWith((await kept(other, 'password')) ?? '')).toBe(401)
  await other.reload()
  await other.getByRole('main', { name: 'Sign in' }).getByText('You were signed out').waitFor()
})
