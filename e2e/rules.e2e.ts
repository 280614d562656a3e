import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FlowNode } from '@chatwright/core'
import type { Browser, Page } from 'playwright-core'

import { canvasOf } from './drivers/canvas.ts'
import { drawOlderFlow } from '../packages/server/testing/older-flow.ts'
import { catalogueOf, createFlow, flowOf } from './drivers/flows.ts'
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

test('[FLOW-3] [FLOW-5] a node with several outputs holds the first one until another is chosen, and ids count up', async () => {
  const { page, canvas } = await openCanvas()
  for (const name of ['LLM Chain', 'LLM Chain', 'Calculator']) await canvas.add(name)
  await canvas.node('calculator_0').waitFor()
  await canvas.saveAs('With outputs')
  const nodes = await storedNodes(page.url())
  expect(nodes.map(({ id }) => id)).toEqual(['llmChain_0', 'llmChain_1', 'calculator_0'])
  const [{ data } = {} as FlowNode] = nodes
  expect(data.outputAnchors).toMatchObject([{ name: 'output', type: 'options', default: 'llmChain' }])
  expect(data.outputAnchors[0]?.options?.map(({ name }) => name)).toEqual(['llmChain', 'outputPrediction'])
  expect(data.outputs).toEqual({ output: 'llmChain' })
})

test('[FLOW-7] [FLOW-8] a taken input takes no second edge; what is deleted leaves lists and texts that spoke of it', async () => {
  const drawn = drawOlderFlow(await catalogueOf(product), {
    nodes: {
      llmChain_0: {},
      promptTemplate_0: { template: '{a}', promptValues: '{"a":"{{llmChain_0.data.instance}}, really"}' },
      chatOpenAI_0: {},
      chatOpenAI_1: {},
      calculator_0: {},
      requestsGet_0: {},
      toolAgent_0: {},
    },
    edges: [
      'calculator_0 > toolAgent_0.tools',
      'requestsGet_0 > toolAgent_0.tools',
      'chatOpenAI_0 > toolAgent_0.model',
    ],
  })
  drawn.edges.push({
    id: 'text',
    type: 'buttonedge',
    source: 'llmChain_0',
    sourceHandle: 'llmChain_0-output-outputPrediction-string|json',
    target: 'promptTemplate_0',
    targetHandle: 'promptTemplate_0-input-promptValues-json',
  })
  const { id } = await createFlow(product, { name: 'Referring', flowData: JSON.stringify(drawn) })
  const { page, canvas } = await openCanvas(`/canvas/${id}`)
  await expect.poll(() => canvas.edges.count()).toBe(4)
  await canvas.tidy()
  await canvas.connect(
    canvas.port('chatOpenAI_1', 'output', /, an output /),
    canvas.port('toolAgent_0', 'input', /^Tool Calling Chat Model, an input /),
  )
  expect(await page.locator('.cw-pointer-note').textContent()).toContain('only one connection')
  expect(await canvas.edges.count()).toBe(4)
  for (const gone of ['llmChain_0', 'calculator_0']) {
    await canvas.node(gone).locator('.cw-node-head').click()
    await page.keyboard.press('Delete')
    await canvas.node(gone).waitFor({ state: 'detached' })
  }
  await page.keyboard.press('Control+s')
  await page.locator('.cw-save-word.is-saved').waitFor()
  const inputs = new Map((await storedNodes(page.url())).map((node) => [node.id, node.data.inputs]))
  expect(inputs.get('toolAgent_0')?.['tools']).toEqual(['{{requestsGet_0.data.instance}}'])
  expect(inputs.get('promptTemplate_0')?.['promptValues']).toBe('{"a":", really"}')
})

test('[FLOW-14] a card names a chosen model by the last part of what is stored', async () => {
  const chosen = {
    'openrouter:openai:gpt-4o': 'gpt-4o',
    'provider:first,provider:second': 'second',
    '["provider:one","provider:sub:two"]': 'one, two',
  }
  const drawn = JSON.parse(flowOf(Object.keys(chosen).map(() => 'chatOpenAICustom'))) as { nodes: FlowNode[] }
  for (const [index, modelName] of Object.keys(chosen).entries()) {
    const data = drawn.nodes[index]?.data
    if (data) data.inputs = { modelName }
  }
  const { id } = await createFlow(product, { name: 'Models', flowData: JSON.stringify(drawn) })
  const { canvas } = await openCanvas(`/canvas/${id}`)
  for (const [index, name] of Object.values(chosen).entries())
    await expect.poll(() => canvas.node(`chatOpenAICustom_${index}`).locator('.cw-node-note').textContent()).toBe(name)
})

test('[NOTE-1] three notifications show at once; each is closed by hand, or hides after 5000 ms', async () => {
  const { page } = await arrive({ hasOwnClock: true })
  // Over a drawn flow the palette is closed, and takes no keys.
  const { id } = await createFlow(product, { name: 'Notes', nodes: ['calculator'] })
  await page.goto(`/canvas/${id}`)
  await canvasOf(page).nodes.first().waitFor()
  await canvasOf(page).focusCanvas()
  await page.evaluate(() => {
    const seen = new Set<Element>()
    const count = { most: 0, all: 0 }
    new MutationObserver(() => {
      const shown = [...document.querySelectorAll('.notistack-Snackbar')]
      for (const note of shown) seen.add(note)
      Object.assign(count, { most: Math.max(count.most, shown.length), all: seen.size })
    }).observe(document.body, { childList: true, subtree: true })
    Object.assign(window, { count })
  })
  const notes = page.locator('.notistack-Snackbar')
  const steps = { nodes: [{ id: 'a_0', type: 'agentFlow', data: { id: 'a_0', name: 'llmAgentflow' } }], edges: [] }
  await page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(steps))
  // Each time, the canvas says that it has no place for these.
  const paste = () => page.keyboard.press('Control+v')
  for (let time = 0; time < 4; time += 1) await paste()
  const count = () => page.evaluate(() => ({ ...(window as unknown as { count: object }).count }))
  await expect.poll(count).toEqual({ most: 3, all: 4 })
  while ((await notes.count()) > 0) {
    const before = await notes.count()
    await notes.first().getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => notes.count()).toBeLessThan(before)
  }

  await page.mouse.move(700, 300)
  const now = () => page.evaluate(() => Date.now())
  await page.clock.pauseAt((await now()) + 10_000)
  const start = await now()
  await paste()
  await expect.poll(() => notes.count()).toBe(1)
  await page.clock.runFor(4900)
  expect(await notes.count()).toBe(1)
  const pass = async () => {
    await page.clock.runFor(20)
    return notes.count()
  }
  await expect.poll(pass).toBe(0)
  expect((await now()) - start).toBeLessThan(6000)
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
