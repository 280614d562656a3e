import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { createNode } from '../packages/core/src/index.ts'
import type { NodeDescription } from '../packages/core/src/index.ts'
import { NAMES_ZOOM } from '../packages/ui/src/features/canvas/model/distance.ts'
import { nodeGeometry } from '../packages/ui/src/features/canvas/model/node-geometry.ts'
import { accessibilityFaults } from './drivers/accessibility.ts'
import { canvasOf, settle } from './drivers/canvas.ts'
import { openTab } from './drivers/lent-pages.ts'
import { shellOf } from './drivers/shell.ts'
import { chooseMiddleEdge, smallTargets, zoomTo } from './drivers/targets.ts'
import { walkOf } from './drivers/walk.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product, Visit, VisitOptions } from './harness.ts'

let product: Product
let browser: Browser
let templates: { id: string; templateName: string }[]
const visits: Visit[] = []
const walk = walkOf((options) => visit(browser, product, options))

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
  templates = await product.api('GET', '/marketplaces/templates')
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

const idOf = (template: string) => templates.find(({ templateName }) => templateName === template)?.id

/** A flow of its own for each test: what one leaves unsaved is offered to whoever opens the same. */
async function make(template: string, type: 'CHATFLOW' | 'AGENTFLOW'): Promise<string> {
  const { flowData } = await product.api<{ flowData: string }>('GET', `/marketplaces/templates/${idOf(template)}`)
  return (await product.api<{ id: string }>('POST', '/chatflows', { name: template, type, flowData })).id
}

const sixNodes = async () => `/canvas/${await make('Chat with a document, offline', 'CHATFLOW')}`
const steps = async () => `/agentcanvas/${await make('Draft, review, improve', 'AGENTFLOW')}`

async function open(path: string, options?: VisitOptions) {
  const opened = await visit(browser, product, options)
  visits.push(opened)
  await opened.page.goto(path)
  return { ...opened, canvas: canvasOf(opened.page) }
}

async function walkTo(path: string) {
  const opened = await walk.to(path)
  return { ...opened, canvas: canvasOf(opened.page) }
}

/** Every text on the cards that is smaller on the glass than can be read, with its size there. */
const smallTexts = (page: Page) =>
  page.evaluate(() => {
    const cards = document.querySelector('.react-flow__nodes') ?? document.body
    const walker = document.createTreeWalker(cards, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement
      const width = element?.getBoundingClientRect().width ?? 0
      if (!element || width <= 1 || !element.checkVisibility({ visibilityProperty: true })) continue
      const size = (Number.parseFloat(getComputedStyle(element).fontSize) * width) / element.offsetWidth
      if (size < 11) found.push(`${walker.currentNode.textContent} ${size}`)
    }
    return found
  })

test('an opened flow has the room to itself, and no text on it is under 11 pixels, however far away', async () => {
  const { page, canvas } = await walkTo(await sixNodes())
  await canvas.nodes.first().waitFor()
  await settle(page)
  expect(await canvas.search.count()).toBe(0)
  await expect.poll(() => smallTexts(page)).toEqual([])
  await canvas.focusCanvas()
  for (const key of ['Control+=', 'Control+=', 'Control+-', 'Control+-', 'Control+-', 'Control+-']) {
    await page.keyboard.press(key)
    await settle(page)
    await expect.poll(() => smallTexts(page)).toEqual([])
  }
})

test.each([
  ['nodes', sixNodes, ['Requests Post', 'sticky note']],
  ['steps', steps, ['Iteration', 'sticky note']],
])('whatever the zoom, all that takes the pointer is at least 24 pixels on the glass: %s', async (_, make, added) => {
  const { page, canvas } = await walkTo(await make())
  await canvas.nodes.first().waitFor()
  for (const words of added) await canvas.add(words)
  // A panel beside the drawing would lie over some of it.
  await page.getByRole('button', { name: 'Add nodes' }).click()
  await canvas.search.waitFor({ state: 'detached' })
  await canvas.tidy()
  const zooms = [1, 0.87, 0.75, 0.5, 0.3, 0.2, 0.15]
  const measureAll = async (least: number, which?: string) => {
    const small: [number, string[]][] = []
    for (const zoom of zooms.filter((each) => each >= least)) {
      await zoomTo(page, zoom)
      small.push([zoom, await smallTargets(page, which)])
    }
    return small.filter(([, targets]) => targets.length > 0)
  }
  expect(await measureAll(0.15)).toEqual([])
  // What is open on a connection may lie over what is beside it, but must itself be hit. Where no part of a node is, nothing is open.
  await zoomTo(page, 0.5)
  await chooseMiddleEdge(page)
  expect(await measureAll(0.3, '.cw-edge-button')).toEqual([])
  await zoomTo(page, 0.2)
  await expect.poll(() => page.locator('.cw-edge-button:visible').count()).toBe(0)
})

test('no name of a node that there is is cut on its card, near by and from where names are read', async () => {
  const { page, canvas } = await walkTo(await sixNodes())
  await canvas.nodes.first().waitFor()
  const cards = (await product.api<NodeDescription[]>('GET', '/nodes')).map((description) => {
    const node = createNode(description, { id: 'card_0', position: { x: 0, y: 0 } })
    return { name: description.label, height: nodeGeometry(node).height }
  })
  expect(cards.length).toBeGreaterThan(150)
  expect(cards.map(({ name }) => name)).toContain('Conversational Retrieval QA Chain')
  for (const zoom of [1, NAMES_ZOOM]) {
    await zoomTo(page, zoom)
    // One card wears all the names: drawing hundreds would tell no more.
    const cut = await page
      .locator('.react-flow__node .cw-node:not(.is-outline)')
      .first()
      .evaluate((card, names) => {
        const label = card.querySelector<HTMLElement>('.cw-node-label')!
        return names.flatMap(({ name, height }) => {
          card.classList.toggle('is-low', height < 140)
          ;(card as HTMLElement).style.height = `${height}px`
          label.innerHTML = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '<wbr>')
          const isCut = label.scrollWidth > label.clientWidth || label.scrollHeight > label.clientHeight + 1
          return isCut ? [name] : []
        })
      }, cards)
    expect(cut, `at ${zoom}`).toEqual([])
  }
})

test('from afar a node takes a connection as a whole, one target asks for the port, and a speck leads nearer', async () => {
  const { page, canvas, faults } = await walkTo('/canvas')
  for (const words of ['ChatOpenAI', 'Conversation Chain', 'Conversation Chain']) await canvas.add(words)
  await canvas.node('conversationChain_1').waitFor()
  await expect.poll(() => canvas.edges.count()).toBe(1)
  await canvas.tidy()
  await zoomTo(page, 0.5)
  await canvas.connect(canvas.port('chatOpenAI_0', 'output', 'Chat model'), canvas.node('conversationChain_1'))
  await expect.poll(() => canvas.edges.count()).toBe(2)
  // The panels around it are the same as from near.
  expect(await accessibilityFaults(page, { within: '.react-flow' })).toEqual([])
  await canvas.node('conversationChain_1').getByRole('button', { name: 'Add to an input of' }).click()
  await page.getByRole('menuitem', { name: 'Memory' }).click()
  await page.getByRole('dialog', { name: 'Connect to' }).getByRole('option', { name: 'A new node' }).click()
  await page.getByText('What fits Memory of Conversation Chain').waitFor()
  await page.getByRole('option', { name: 'Buffer Memory' }).first().click()
  await expect.poll(() => canvas.edges.count()).toBe(3)
  await settle(page)
  await zoomTo(page, 0.15)
  const speck = await canvas.node('chatOpenAI_0').boundingBox()
  await page.mouse.click((speck?.x ?? 0) + 8, (speck?.y ?? 0) + 8)
  await page.getByRole('button', { name: '60 %' }).waitFor()
  expect(faults).toEqual([])
})

test('on a phone a larger flow is a list in the order its nodes run; a tap opens the form', async () => {
  const { page, faults } = await open(await sixNodes(), { viewport: PHONE, hasTouch: true, isMobile: true })
  const list = page.getByRole('list', { name: 'Nodes in the order they run' })
  const names = () => list.getByRole('listitem').locator('.cw-outline-label').allTextContents()
  await expect.poll(async () => (await names()).length).toBeGreaterThanOrEqual(5)
  await expect.poll(async () => (await names()).at(-1)).toBe('Conversational Retrieval QA Chain')
  const zoomIn = page.getByRole('toolbar').getByRole('button', { name: 'Zoom in' })
  expect(await zoomIn.count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await list.getByRole('button').last().tap()
  await page.getByRole('dialog', { name: /Conversational Retrieval QA Chain/ }).waitFor()
  await page.getByRole('button', { name: 'Done' }).tap()
  await page.getByRole('button', { name: 'Canvas' }).tap()
  await page.locator('.react-flow__node').first().waitFor()
  await zoomIn.waitFor()
  // What can only be looked at opens near enough to be read.
  await page.goto(`/marketplace/${idOf('Letter with approval')}`)
  await page.locator('.react-flow__node').first().waitFor()
  const view = page.locator('.react-flow__viewport')
  expect(await view.evaluate((drawn) => new DOMMatrix(getComputedStyle(drawn).transform).a)).toBe(NAMES_ZOOM)
  expect(faults).toEqual([])
})

test('the same list is there beside the drawing, for a screen reader', async () => {
  const { page, canvas } = await walkTo(await sixNodes())
  await canvas.nodes.first().waitFor()
  await canvas.focusCanvas()
  await page.keyboard.press('o')
  const dialog = page.getByRole('dialog', { name: 'Nodes in the order they run' })
  await dialog.getByRole('button', { name: /Conversational Retrieval QA Chain/ }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: /Conversational Retrieval QA Chain/ }).click()
  await page.locator('.react-flow__node.selected').waitFor()
})

test('a second tab is told at once that the flow is open, and when it is saved', async () => {
  const path = await sixNodes()
  const { page, canvas } = await walkTo(path)
  await canvas.nodes.first().waitFor()
  const other = await openTab(page)
  await other.goto(path)
  for (const tab of [page, other]) await tab.getByText('This flow is also open in another tab.').waitFor()
  await canvasOf(other).add('Calculator')
  await other.keyboard.press('Control+s')
  await other.locator('.cw-save-word.is-saved').waitFor()
  await page.getByText('This flow was saved in another tab.').waitFor()
  await page.getByRole('button', { name: 'Show it here' }).click()
  await canvas.node('calculator_0').waitFor()
  await expect.poll(() => canvas.saveState.textContent()).toBe('Saved')
  await other.close()
})

test('help stands in the top bar, and the language is chosen by its own name', async () => {
  const { page } = await open('/tools')
  await shellOf(page).topBar.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('dialog', { name: 'Help' }).waitFor()
  await page.keyboard.press('Escape')
  await shellOf(page).openUserMenu()
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de')
  await page.getByRole('heading', { level: 1, name: 'Werkzeuge' }).waitFor()
})
