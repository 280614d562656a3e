import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser, Page, Request } from 'playwright-core'

import { createFlow } from './drivers/flows.ts'
import { startReleasePage } from './drivers/release-page.ts'
import type { ReleasePage } from './drivers/release-page.ts'
import { watchNetwork } from './drivers/quiet-network.ts'
import { shellOf } from './drivers/shell.ts'
import { goInside, walkOf } from './drivers/walk.ts'
import { openBrowser, startProduct, visit } from './harness.ts'
import type { Product, Visit } from './harness.ts'

const SESSION = { username: 'ada', password: 'engine' }

let product: Product
let guarded: Product
let releases: ReleasePage
let browser: Browser
const visits: Visit[] = []
const walk = walkOf((options) => visit(browser, product, options))

beforeAll(async () => {
  releases = await startReleasePage()
  ;[product, guarded, browser] = await Promise.all([
    startProduct({ env: { RELEASES_URL: releases.url } }),
    startProduct({ env: { CHATWRIGHT_USERNAME: SESSION.username, CHATWRIGHT_PASSWORD: SESSION.password } }),
    openBrowser(),
  ])
  await createFlow(product, { name: 'Kept flow' })
})

afterAll(async () => {
  await walk.end()
  await browser.close()
  await Promise.all([product.stop(), guarded.stop(), releases.close()])
})

afterEach(async ({ task }) => {
  for (const opened of visits.splice(0)) await opened.close()
  if (task.result?.state === 'fail') await walk.end()
})

async function open(path: string, stored?: Record<string, string>) {
  const opened = await walk.to(path, stored)
  await shellOf(opened.page).heading.waitFor()
  return opened
}

function userMenuItems(page: Page): Promise<string[]> {
  return page.getByRole('menuitem').allTextContents()
}

test('[USER-1] [USER-5] the username stands above; Logout shows with both stored, removes both and reloads at /', async () => {
  const { page } = await open('/tools', SESSION)
  await shellOf(page).openUserMenu()
  await page.getByRole('menu').getByText('ada', { exact: true }).waitFor()
  expect(await userMenuItems(page)).toEqual(['Load Database', 'Export Database', 'People', 'About', 'Logout'])
  await page.evaluate(() => Object.assign(window, { isOldPage: true }))
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL(`${product.url}/`)
  expect(await page.evaluate(() => 'isOldPage' in window)).toBe(false)
  expect(await page.evaluate(() => [localStorage.getItem('username'), localStorage.getItem('password')])).toEqual([
    null,
    null,
  ])
})

test('[USER-5] without a password there is a heading but no Logout', async () => {
  const { page } = await open('/tools', { username: 'ada' })
  await shellOf(page).openUserMenu()
  await page.getByRole('menu').getByText('ada', { exact: true }).waitFor()
  expect(await userMenuItems(page)).toEqual(['Load Database', 'Export Database', 'People', 'About'])
})

test('[USER-2] Load Database offers .json files only', async () => {
  const { page } = await open('/chatflows')
  const choose = () => shellOf(page).chooseFromUserMenu('Load Database')
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose()])
  expect(await chooser.element().evaluate((input) => (input as HTMLInputElement).accept)).toBe('.json')
  expect(chooser.isMultiple()).toBe(false)
})

test('[USER-3] [CALL-4] Export Database saves the whole answer as DB.json', async () => {
  const { page } = await open('/chatflows')
  const choose = () => shellOf(page).chooseFromUserMenu('Export Database')
  const [download] = await Promise.all([page.waitForEvent('download'), choose()])
  expect(download.suggestedFilename()).toBe('DB.json')
  const saved: unknown = JSON.parse(await readFile(await download.path(), 'utf8'))
  const answer = await product.api<Record<string, unknown>>('GET', '/database/export')
  expect(withoutClock(saved)).toEqual(withoutClock(answer))
  expect(answer).toMatchObject({
    chatmessages: [],
    chatflows: [{ name: 'Kept flow' }],
    apikeys: expect.any(Array),
    tools: expect.any(Array),
    credentials: expect.any(Array),
  })
})

async function openAbout(stored?: Record<string, string>) {
  const { page } = await open('/chatflows', stored)
  await shellOf(page).chooseFromUserMenu('About')
  return { page, dialog: page.getByRole('dialog', { name: 'Chatwright Version' }) }
}

const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000).toISOString()
const RELEASE = { name: 'v9.9.9', html_url: 'https://example.org/release', published_at: threeDaysAgo }

test('[USER-4] [USER-6] About names the latest release, links to it and says how long ago it came', async () => {
  releases.answer = { status: 200, body: JSON.stringify(RELEASE) }
  releases.asked.length = 0
  const { dialog } = await openAbout(SESSION)
  const link = dialog.getByRole('link', { name: 'v9.9.9' })
  await link.waitFor()
  expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([RELEASE.html_url, '_blank'])
  expect(await dialog.getByRole('row').allTextContents()).toEqual(['Latest Versionv9.9.9', 'Published At3 days ago'])
  expect(releases.asked).toEqual([{ path: '/repos/owner/name/releases/latest', authorization: undefined }])
})

test.each([
  ['is not there', 404, '{"message":"Not Found"}', 'The release page responded with 404'],
  ['has no time for us', 403, '{}', 'The release page responded with 403'],
  ['answers with something else', 200, '<html>', 'doesn’t list a release'],
  ['names no release', 200, '{"name":"v1"}', 'doesn’t list a release'],
  ['links to a script', 200, JSON.stringify({ ...RELEASE, html_url: 'javascript:alert(1)' }), 'doesn’t list a release'],
])('[USER-6] About says so when the release page %s', async (_, status, body, words) => {
  releases.answer = { status, body }
  const { dialog } = await openAbout()
  await dialog.getByText(words).waitFor()
  expect(await dialog.getByRole('row').allTextContents()).toEqual(['Latest Versionnot known', 'Published Atnot known'])
  await dialog.getByText(/This server runs version \d/).waitFor()
})

test('[USER-6] About says that the release page is out of reach, and that there is none yet', async () => {
  const { page, dialog } = await openAbout()
  await dialog.waitFor()
  await page.route(releases.url, (route) => route.abort())
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await shellOf(page).chooseFromUserMenu('About')
  await dialog.getByText('Couldn’t reach the release page').waitFor()

  const opened = await visit(browser, guarded, { stored: SESSION })
  visits.push(opened)
  const abroad: string[] = []
  opened.page.on('request', (request) => {
    if (!request.url().startsWith(guarded.url)) abroad.push(request.url())
  })
  await opened.page.goto('/chatflows')
  await shellOf(opened.page).chooseFromUserMenu('About')
  const unpublished = opened.page.getByRole('dialog')
  await unpublished.getByText('There is no public release page yet').waitFor()
  expect(await unpublished.getByRole('row').allTextContents()).toEqual([
    'Latest Versionnot published yet',
    'Published Atnot published yet',
  ])
  expect(abroad).toEqual([])
})

test('[USER-7] [SHELL-6] importing closes the drawer, shows the backdrop, then reloads at /', async () => {
  const { page } = await open('/tools')
  const shell = shellOf(page)
  const database = {
    chatmessages: [],
    chatflows: [{ id: 'brought-1', name: 'Brought flow', flowData: '{"nodes":[],"edges":[]}' }],
    apikeys: [],
  }
  let sent: Request | undefined
  let release = (): void => undefined
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/database/load', async (route) => {
    sent = route.request()
    await isReleased
    await route.continue()
  })
  await page.evaluate(() => Object.assign(window, { isOldPage: true }))
  const choose = () => shell.chooseFromUserMenu('Load Database')
  await shell.chooseFile(choose, { name: 'DB.json', text: JSON.stringify(database, undefined, 2) })
  await page.getByRole('progressbar', { name: 'Loading', exact: true }).waitFor()
  await expect.poll(() => shell.menu.isVisible()).toBe(false)
  await expect.poll(() => sent?.method()).toBe('POST')
  expect(sent?.postDataJSON()).toEqual(database)
  release()
  await page.waitForURL(`${product.url}/`)
  await page.getByRole('link', { name: 'Brought flow' }).waitFor()
  expect(await page.evaluate(() => 'isOldPage' in window)).toBe(false)
})

test('[USER-7] [USER-9] a failed import is only logged, and the backdrop hides', async () => {
  const { page, faults } = await open('/tools')
  await page.evaluate(() => Object.assign(window, { isOldPage: true }))
  await page.route('**/api/v1/database/load', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'The disk is on fire' } }),
  )
  const choose = () => shellOf(page).chooseFromUserMenu('Load Database')
  await shellOf(page).chooseFile(choose, { name: 'DB.json', text: '{"chatmessages":[],"chatflows":[],"apikeys":[]}' })
  await expect.poll(() => faults.some((fault) => fault.includes('The disk is on fire'))).toBe(true)
  await expect.poll(() => page.getByRole('progressbar', { name: 'Loading', exact: true }).count()).toBe(0)
  // The same page goes on, and says nothing.
  await shellOf(page).openUserMenu()
  await page.getByRole('menuitem', { name: 'About' }).waitFor()
  expect(await page.evaluate(() => 'isOldPage' in window)).toBe(true)
  expect(page.url()).toBe(`${product.url}/tools`)
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await page.getByText('The disk is on fire').count()).toBe(0)
})

test('[USER-8] a file without the three lists raises an alert and nothing is sent', async () => {
  const { page } = await open('/tools')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(`${dialog.type()}: ${dialog.message()}`)
    void dialog.accept()
  })
  const choose = () => shellOf(page).chooseFromUserMenu('Load Database')
  await shellOf(page).chooseFile(choose, { name: 'DB.json', text: '{"chatmessages":[],"chatflows":[]}' })
  await expect.poll(() => alerts).toEqual(['alert: Incorrect Chatwright Database Format'])
  expect(requests.filter((address) => address.includes('/database/load'))).toEqual([])
})

test('[USER-9] a failed export is only logged', async () => {
  const { page, faults } = await open('/tools')
  await page.route('**/api/v1/database/export', (route) => route.fulfill({ status: 500, body: 'no' }))
  await shellOf(page).chooseFromUserMenu('Export Database')
  await expect.poll(() => faults.some((fault) => fault.includes('ApiError'))).toBe(true)
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('[CALL-1] [CALL-2] calls go to /api/v1 as JSON, with basic authentication when both are stored', async () => {
  const { page } = await open('/tools', SESSION)
  const isQuiet = watchNetwork(page)
  const calls: Request[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') calls.push(request)
  })
  const [flow] = await product.api<{ id: string }[]>('GET', '/chatflows')
  await page.goto('/chatflows')
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  for (const path of ['/credentials', `/canvas/${flow?.id}`, `/chatbot/${flow?.id}`]) {
    await isQuiet()
    const before = calls.length
    await goInside(page, path)
    await expect.poll(() => calls.length).toBeGreaterThan(before)
  }
  await isQuiet()
  for (const call of calls) {
    expect(call.url().startsWith(`${product.url}/api/v1/`)).toBe(true)
    expect(await call.headerValue('content-type')).toBe('application/json')
    expect(await call.headerValue('authorization')).toBe(`Basic ${btoa('ada:engine')}`)
  }

  const nameOnly = await open('/chatflows', { username: 'ada' })
  const asked = nameOnly.page.waitForRequest('**/api/v1/apikey*')
  await goInside(nameOnly.page, '/apikey')
  expect(await (await asked).headerValue('authorization')).toBeNull()
})

test('a server with a password asks for it, refuses a wrong one, and goes on after the right one', async () => {
  const { page } = await visit(browser, guarded)
  await page.goto('/tools')
  const signIn = page.getByRole('main', { name: 'Sign in' })
  await signIn.getByLabel('Username').fill('ada')
  await signIn.getByLabel('Password').fill('wrong')
  await signIn.getByRole('button', { name: 'Sign in' }).click()
  await signIn.getByText('don’t match').waitFor()
  await signIn.getByLabel('Password').fill('engine')
  await signIn.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => signIn.count()).toBe(0)
  await page.getByRole('button', { name: 'Create tool' }).waitFor()
})

/** Exports carry the moment they were made. */
function withoutClock(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/"exported(At|Date)":"[^"]*",?/g, ''))
}
