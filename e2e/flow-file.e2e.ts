import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { flowOf } from './drivers/flows.ts'
import { shellOf } from './drivers/shell.ts'
import { walkOf } from './drivers/walk.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product, Visit, VisitOptions } from './harness.ts'

let product: Product
let browser: Browser
let folder = ''
const visits: Visit[] = []
const walk = walkOf((options) => visit(browser, product, options))

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
  folder = await mkdtemp(join(tmpdir(), 'chatwright-files-'))
  await product.api('POST', '/chatflows', { name: 'Here already', flowData: flowOf(['chatOpenAI']) })
})

afterAll(async () => {
  await walk.end()
  await browser.close()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
})

afterEach(async ({ task }) => {
  for (const opened of visits.splice(0)) await opened.close()
  if (task.result?.state === 'fail') await walk.end()
})

async function open(path: string, options?: VisitOptions): Promise<Page> {
  const opened = await visit(browser, product, options)
  visits.push(opened)
  await opened.page.goto(path)
  return opened.page
}

const ITEM = 'Load a flow from a file'

/** Both ways to the picker. */
const doors = {
  'the side menu': (page: Page) => shellOf(page).menu.getByRole('button', { name: ITEM }).click(),
  'Ctrl+K': async (page: Page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Type a screen, a flow or an action' }).fill('from a file')
    await page.getByRole('option', { name: 'Load a flow from a file' }).click()
  },
}

const row = (name: string) => ({ id: randomUUID(), name, flowData: flowOf(['chatOpenAI']), type: 'CHATFLOW' })

const refusals: [string, string, RegExp][] = [
  ['a text that is no JSON', 'once upon a time', /This is not JSON, or it is cut off/],
  ['a file that was cut off', flowOf(['chatOpenAI']).slice(0, 90), /This is not JSON, or it is cut off/],
  ['an empty file', '', /This is not JSON, or it is cut off/],
  ['a list', '[1, 2]', /This isn't a flow: it contains a list/],
  ['something else', '{"hello":"world"}', /This isn't a flow: nodes is missing/],
  ['a tool', '{"name":"t","func":"return 1","schema":"[]"}', /This is a custom tool, not a flow/],
  ['an empty database', '{"chatmessages":[],"chatflows":[],"apikeys":[]}', /This is a whole database, not one flow/],
]

describe.each(Object.entries(doors))('from %s', (_, door) => {
  test('[MENU-8] a picker for .json opens, and the file is loaded on the canvas', async () => {
    const { page } = await walk.to('/tools')
    await shellOf(page).heading.waitFor()
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), door(page)])
    expect(await chooser.element().getAttribute('accept')).toBe('.json')
    const buffer = Buffer.from(flowOf(['chatOpenAI', 'conversationChain']))
    await chooser.setFiles({ name: 'Picked.json', mimeType: 'application/json', buffer })
    await page.waitForURL('**/canvas')
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(2)
    await expect.poll(() => page.title()).toContain('Picked')
    // Its nodes came without their inputs: that they were completed is told.
    await page.getByRole('dialog', { name: 'The file was loaded' }).waitFor()
  })

  test('[MENU-8] every broken file ends in a sentence, and leads on to another', async () => {
    const { page } = await walk.to('/tools')
    await shellOf(page).heading.waitFor()
    const first = page.waitForEvent('filechooser')
    await door(page)
    let chooser = await first
    const odd = join(folder, 'Odd.json')
    const huge: (typeof refusals)[number] = ['a huge file', ' '.repeat(21_000_000), /larger than 20 MB/]
    for (const [kind, content, sentence] of [...refusals, huge]) {
      await writeFile(odd, content)
      await chooser.setFiles(odd)
      const refusal = page.getByRole('alertdialog', { name: '“Odd.json” wasn’t loaded' })
      await refusal.getByText(sentence).waitFor()
      expect(page.url(), kind).toMatch(/\/tools$/)
      const next = page.waitForEvent('filechooser')
      await refusal.getByRole('button', { name: 'Choose another file' }).click()
      chooser = await next
      await refusal.waitFor({ state: 'hidden' })
    }
    await chooser.setFiles({
      name: 'Good.json',
      mimeType: 'application/json',
      buffer: Buffer.from(flowOf(['chatOpenAI'])),
    })
    await page.waitForURL('**/canvas')
    await page.locator('.react-flow__node').first().waitFor()
  })

  test.each([
    ['an ExportData.json', () => ({ ChatFlow: [row('One'), row('Two')], AgentFlowV2: [], Tool: [{ name: 'tool' }] })],
    ['a DB.json', () => ({ chatmessages: [{}], chatflows: [row('Three'), row('Four')], apikeys: [] })],
  ])('[MENU-8] %s is brought in flow by flow, with a report first', async (_, make) => {
    const content = make()
    const { page } = await walk.to('/tools')
    await shellOf(page).heading.waitFor()
    const file = { name: 'Export.json', text: JSON.stringify(content) }
    await shellOf(page).chooseFile(() => door(page), file)
    const dialog = page.getByRole('dialog', { name: 'Import my Flowise flows' })
    await dialog.getByRole('button', { name: 'Import 2 flows' }).waitFor()
    expect(await product.api<unknown[]>('GET', '/chatflows')).toHaveLength(flows)
    await dialog.getByRole('button', { name: 'Import 2 flows' }).click()
    await page.getByText('Imported 2 flows').waitFor()
    flows += 2
    expect(await product.api<unknown[]>('GET', '/chatflows')).toHaveLength(flows)
  })

  test('what is brought in keeps its id; a second time it is left alone, replaced or copied, as one chooses', async () => {
    const lacking = { ...row('Kept'), flowData: flowOf(['customTool', 'calculator']) }
    const file = { name: 'ExportData.json', text: JSON.stringify({ ChatFlow: [lacking, row('Other')] }) }
    const bring = async () => {
      const { page } = await walk.to('/tools')
      await shellOf(page).heading.waitFor()
      await shellOf(page).chooseFile(() => door(page), file)
      return { page, dialog: page.getByRole('dialog', { name: 'Import my Flowise flows' }) }
    }
    const first = await bring()
    await first.dialog.getByText('needs attention').first().waitFor()
    await first.dialog.getByRole('button', { name: 'Import 2 flows' }).click()
    await first.page.getByText('Imported 2 flows').waitFor()
    flows += 2
    expect(await product.api('GET', `/chatflows/${lacking.id}`)).toMatchObject({ name: 'Kept', version: 1 })

    const second = await bring()
    await second.dialog.getByText('already exists and stays unchanged').first().waitFor()
    expect(await second.dialog.getByRole('button', { name: /^Bring/ }).count()).toBe(0)
    await second.dialog.getByRole('radio', { name: 'Replace it' }).check()
    await second.dialog.getByRole('button', { name: 'Import 2 flows' }).click()
    await second.page.getByText('Imported 2 flows').waitFor()
    expect(await product.api<unknown[]>('GET', '/chatflows')).toHaveLength(flows)
  })
})

let flows = 1

test('[MENU-1] [MENU-8] the item stands apart from the five', async () => {
  const { page } = await walk.to('/chatflows')
  const { menu } = shellOf(page)
  await menu.getByRole('button', { name: ITEM }).waitFor()
  const groups = menu.locator('ul ul')
  expect(await groups.first().getByRole('listitem').allTextContents()).toEqual([
    'Chatflows',
    'Marketplaces',
    'Tools',
    'Credentials',
    'API Keys',
  ])
  expect(await groups.last().getByRole('listitem').allTextContents()).toEqual([ITEM])
})

test('[MENU-8] a broken file costs no unsaved work on the canvas, on a phone neither', async () => {
  const page = await open('/canvas', {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    stored: { isDarkMode: 'true' },
  })
  await page.locator('.cw-thumb-bar').getByRole('button', { name: 'Add' }).click()
  await page.getByRole('combobox', { name: 'Search nodes' }).fill('chat openai')
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('.react-flow__node').count()).toBe(1)
  await shellOf(page).chooseFile(() => doors['Ctrl+K'](page), { name: 'Odd.json', text: '{"nodes":' })
  const refusal = page.getByRole('alertdialog', { name: '“Odd.json” wasn’t loaded' })
  await refusal.getByText('Nothing was changed.').waitFor()
  await refusal.getByRole('button', { name: 'Close' }).last().click()
  expect(await page.locator('.react-flow__node').count()).toBe(1)
  await page
    .locator('.cw-save-word')
    .getByText(/Unsaved|New/)
    .waitFor()
})
