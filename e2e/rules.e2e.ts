import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FlowNode } from '@chatwright/core'
import type { Browser, Page } from 'playwright-core'

import { canvasOf } from './drivers/canvas.ts'
import type { StoredFlow } from './drivers/flows.ts'
import { shellOf } from './drivers/shell.ts'
import { walkOf } from './drivers/walk.ts'
import { openBrowser, startProduct, visit } from './harness.ts'
import type { Product, Visit, VisitOptions } from './harness.ts'

let product: Product
let browser: Browser
const visits: Visit[] = []
const walk = walkOf((options) => visit(browser, product, options))

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
})

afterAll(async () => {
  await walk.end()
  await browser.close()
  await product.stop()
})

afterEach(async ({ task }) => {
  for (const opened of visits.splice(0)) await opened.close()
  if (task.result?.state === 'fail') await walk.end()
})

async function arrive(options: VisitOptions = {}): Promise<Visit> {
  const opened = await visit(browser, product, options)
  visits.push(opened)
  return opened
}

async function openCanvas(path = '/canvas') {
  const { page } = await walk.to(path)
  await page.locator('.cw-canvas').waitFor()
  return { page, canvas: canvasOf(page) }
}

async function storedNodes(url: string): Promise<FlowNode[]> {
  const { flowData } = await product.api<StoredFlow>('GET', `/chatflows/${url.split('/').at(-1)}`)
  return (JSON.parse(flowData) as { nodes: FlowNode[] }).nodes
}

describe('the side menu', () => {
  /** Of every kind that the product's own menu may hold one day. */
  const ENTRIES = [
    { type: 'item', id: 'guides', title: 'Guides', url: '/api/v1/ping', external: true, target: true },
    { type: 'item', id: 'ping', title: 'Ping', url: '/api/v1/ping', external: true },
    {
      type: 'item',
      id: 'later',
      title: 'Later',
      url: '/tools',
      disabled: true,
      caption: 'Soon',
      chip: { label: 'New' },
    },
    {
      type: 'collapse',
      id: 'more',
      title: 'More',
      children: [
        {
          type: 'collapse',
          id: 'deeper',
          title: 'Deeper',
          children: [{ type: 'item', id: 'deep', title: 'Deep', url: '/tools' }],
        },
      ],
    },
    { type: 'riddle', id: 'riddle' },
  ]

  /** The built application, with these entries in its menu. */
  async function withEntries(): Promise<Page> {
    const { page } = await arrive()
    let isChanged = false
    await page.route(/\/assets\/index\.\w+\.js$/, async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      const changed = text.replace('id:"main",children:[', (found) => `${found}...${JSON.stringify(ENTRIES)},`)
      isChanged ||= changed !== text
      await route.fulfill({ contentType: 'text/javascript', body: changed })
    })
    await page.goto('/chatflows')
    await shellOf(page).heading.waitFor()
    expect(isChanged).toBe(true)
    return page
  }

  test('[MENU-2] [MENU-3] [MENU-4] [MENU-5] holds links, disabled rows, groups within groups, and says what it can’t draw', async () => {
    const page = await withEntries()
    const { menu } = shellOf(page)
    // An entry of no known kind costs itself alone.
    await menu.getByText('Menu Items Error', { exact: true }).waitFor()

    const later = menu.locator('[aria-disabled=true]').filter({ hasText: 'Later' })
    expect(await later.innerText()).toMatch(/Later\s+Soon\s+New/)
    await later.click({ force: true })
    expect(new URL(page.url()).pathname).toBe('/chatflows')

    const deep = menu.getByRole('link', { name: 'Deep', exact: true })
    expect(await deep.count()).toBe(0)
    await menu.getByRole('button', { name: 'More' }).click()
    await menu.getByRole('button', { name: 'Deeper' }).click()
    await deep.click()
    await page.waitForURL('**/tools')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await shellOf(page).goTo('Credentials')
    await page.waitForURL('**/credentials')
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

    const [tab] = await Promise.all([page.waitForEvent('popup'), menu.getByRole('link', { name: 'Guides' }).click()])
    await tab.getByText('pong').waitFor()
    await tab.close()
    expect(new URL(page.url()).pathname).toBe('/credentials')
    await menu.getByRole('link', { name: 'Ping' }).click()
    await page.getByText('pong').waitFor()
    expect(new URL(page.url()).pathname).toBe('/api/v1/ping')
  })
})

test('[SHELL-9] the screen follows its settings: chosen rows, font, radius, drawer, direction and theme', async () => {
  const { page } = await walk.to('/tools', { isDarkMode: 'false', isHorizontal: 'true' })
  const shell = shellOf(page)
  await shell.heading.waitFor()
  const chosen = () => shell.menu.locator('[aria-current=page]').allInnerTexts()
  expect(await chosen()).toEqual(['Tools'])
  await shell.goTo('Credentials')
  await expect.poll(chosen).toEqual(['Credentials'])
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Roboto')
  await shell.drawer.waitFor()
  await shell.toggleDrawer()
  await expect.poll(() => shell.menu.isVisible()).toBe(false)
  await shell.toggleDrawer()
  await shell.switchTheme()
  const kept = () => page.evaluate(() => [localStorage.getItem('isDarkMode'), localStorage.getItem('isHorizontal')])
  await expect.poll(kept).toEqual(['true', 'true'])
  await page.getByRole('button', { name: 'Add credential' }).first().click()
  const paper = page.getByRole('dialog')
  await expect.poll(() => paper.evaluate((element) => getComputedStyle(element).borderRadius)).toMatch(/^\d+px$/)
})

test('[FLOW-15] [FLOW-17] tools stand in order whichever was connected first; the canvas knows its flow and what is unsaved', async () => {
  const { page, canvas } = await openCanvas()
  // Connected to the one agent there is, in this order.
  for (const name of ['Tool Agent', 'Calculator', 'Requests Post', 'Requests Get']) await canvas.add(name)
  await canvas.node('requestsGet_0').waitFor()
  await expect.poll(() => canvas.edges.count()).toBe(3)
  expect(await canvas.saveState.textContent()).not.toBe('Saved')
  await canvas.saveAs('In order')
  expect(await canvas.saveState.textContent()).toBe('Saved')
  const agent = (await storedNodes(page.url())).find(({ id }) => id === 'toolAgent_0')
  expect(agent?.data.inputs['tools']).toEqual(
    ['requestsGet_0', 'requestsPost_0', 'calculator_0'].map((id) => `{{${id}.data.instance}}`),
  )
  await page.reload()
  await canvas.node('toolAgent_0').waitFor()
  await expect.poll(() => canvas.saveState.textContent()).toBe('Saved')
  await canvas.header.getByText('In order').waitFor()
})

test('[CALL-3] where a screen can do without what it reads, a failure is written to the console alone', async () => {
  const { page, faults } = await walk.to('/tools')
  await shellOf(page).heading.waitFor()
  await page.route('**/api/v1/version', (route) => route.fulfill({ body: 'no JSON' }))
  await shellOf(page).chooseFromUserMenu('About')
  await page.getByRole('dialog').getByText('Latest Version').waitFor()
  await expect.poll(() => faults.join('\n')).toMatch(/^console: .*JSON/)
  expect(faults.filter((fault) => fault.startsWith('uncaught'))).toEqual([])
  expect(await page.getByRole('alert').count()).toBe(0)
})
