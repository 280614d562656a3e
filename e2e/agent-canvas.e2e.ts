import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { accessibilityFaults } from './drivers/accessibility.ts'
import { canvasOf, settle } from './drivers/canvas.ts'
import { goInside, walkOf } from './drivers/walk.ts'
import { openBrowser, PHONE, startProduct, visit } from './harness.ts'
import type { Product, Visit, VisitOptions } from './harness.ts'

interface Stored {
  id: string
  type: string
  flowData: string
}

interface Graph {
  nodes: { id: string; type: string; parentNode?: string; data: { inputs: Record<string, unknown> } }[]
  edges: { source: string; sourceHandle: string; target: string; type: string }[]
}

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

async function open(path: string, options?: VisitOptions) {
  const opened = await visit(browser, product, options)
  visits.push(opened)
  await opened.page.goto(path)
  const canvas = canvasOf(opened.page)
  return { ...opened, canvas }
}

async function stored(url: string): Promise<{ type: string; graph: Graph }> {
  const flow = await product.api<Stored>('GET', `/chatflows/${url.split('/').at(-1)}`)
  return { type: flow.type, graph: JSON.parse(flow.flowData) as Graph }
}

/** The way into a step, and the ways out of it by what they are called. */
const into = (page: Page, id: string, label: string) =>
  canvasOf(page)
    .node(id)
    .getByRole('button', { name: new RegExp(`^The step before ${label}`) })
const outBy = (page: Page, id: string, branch: string) =>
  canvasOf(page)
    .node(id)
    .getByRole('button', { name: new RegExp(`^Continues through “${branch}”`) })

async function begin() {
  const opened = await walk.to('/agentcanvas')
  const canvas = canvasOf(opened.page)
  await canvas.node('startAgentflow_0').waitFor()
  return { ...opened, canvas }
}

/** Start, a condition and two answers, drawn by mouse and keyboard. */
async function drawDecision() {
  const opened = await begin()
  const { page, canvas } = opened
  for (const label of ['Condition', 'Direct Reply', 'Direct Reply']) await canvas.add(label)
  await canvas.node('directReplyAgentflow_1').waitFor()
  await canvas.tidy()
  await canvas.connect(outBy(page, 'startAgentflow_0', 'Next'), into(page, 'conditionAgentflow_0', 'Condition 0'))
  await page.locator('.react-flow__edge').nth(0).waitFor({ state: 'attached' })
  await canvas.connect(
    outBy(page, 'conditionAgentflow_0', 'Row 1'),
    into(page, 'directReplyAgentflow_0', 'Direct Reply 0'),
  )
  await page.locator('.react-flow__edge').nth(1).waitFor({ state: 'attached' })
  await connectLast(page)
  return opened
}

async function connectLast(page: Page): Promise<void> {
  await canvasOf(page).connect(
    outBy(page, 'conditionAgentflow_0', 'Otherwise'),
    into(page, 'directReplyAgentflow_1', 'Direct Reply 1'),
  )
  await page.locator('.react-flow__edge').nth(2).waitFor({ state: 'attached' })
}

/** As it was drawn by the first journey. */
let decision: Graph | undefined

/** Such a flow, saved, with the first so many of its edges. */
async function openDecision(name: string, edges: number) {
  if (!decision) {
    const drawn = await drawDecision()
    await drawn.canvas.saveAs('Drawn once')
    decision = (await stored(drawn.page.url())).graph
  }
  const flowData = JSON.stringify({ ...decision, edges: decision.edges.slice(0, edges) })
  const { id } = await product.api<Stored>('POST', '/chatflows', { name, type: 'AGENTFLOW', flowData })
  const opened = await walk.to(`/canvas/${id}`)
  const canvas = canvasOf(opened.page)
  await expect.poll(() => canvas.edges.count()).toBe(edges)
  await settle(opened.page)
  return { ...opened, canvas, id }
}

describe('a flow of agents', () => {
  test('is drawn from steps, filled in, saved as what it is, and stands in the list with its chip', async () => {
    const { page, canvas } = await drawDecision()
    const form = await canvas.openForm('conditionAgentflow_0')
    await form.getByRole('button', { name: 'Add: Conditions' }).click()
    const second = form.getByRole('group', { name: 'Conditions 2' })
    await second.getByRole('textbox', { name: /^Value 1/ }).pressSequentially('{{que')
    await page.getByRole('listbox', { name: 'Available values' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => second.getByRole('textbox', { name: /^Value 1/ }).inputValue()).toBe('{{question}}')
    await form.getByRole('button', { name: 'Move Conditions 1 down' }).click()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await canvas.saveAs('Decides')

    const { type, graph } = await stored(page.url())
    decision = graph
    expect(type).toBe('AGENTFLOW')
    expect(graph.nodes[0]).toMatchObject({ type: 'agentFlow', data: { inputs: { startParallel: true } } })
    expect(graph.edges.map(({ sourceHandle, target }) => `${sourceHandle} > ${target}`)).toEqual([
      'startAgentflow_0-output-startAgentflow > conditionAgentflow_0',
      'conditionAgentflow_0-output-1 > directReplyAgentflow_0',
      'conditionAgentflow_0-output-2 > directReplyAgentflow_1',
    ])

    await goInside(page, '/chatflows?kind=agents')
    const card = page.getByRole('article').filter({ hasText: 'Decides' })
    await card.getByText('Agents', { exact: true }).waitFor()
    await goInside(page, '/chatflows?kind=chat')
    await page.getByText('No results for these filters').waitFor()
    expect(await page.getByText('Decides').count()).toBe(0)
  })

  test('keeps what was drawn through undo, and through the older addresses', async () => {
    const { page, canvas, id } = await openDecision('Kept', 2)
    await connectLast(page)
    await canvas.focusCanvas()
    await page.keyboard.press('Control+z')
    await expect.poll(() => canvas.edges.count()).toBe(2)
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(() => canvas.edges.count()).toBe(3)
    await page.keyboard.press('Control+s')
    await page.locator('.cw-save-word.is-saved').waitFor()
    for (const path of [`/agentcanvas/${id}`, `/v2/agentcanvas/${id}`]) {
      await page.goto(path)
      await canvas.node('conditionAgentflow_0').waitFor()
      await expect.poll(() => canvas.edges.count()).toBe(3)
    }
  })

  test('holds steps in a container: dropped in, they go with it', async () => {
    const { page, canvas } = await begin()
    await canvas.add('Iteration')
    await canvas.add('Direct Reply')
    await canvas.node('directReplyAgentflow_0').waitFor()
    await settle(page)
    const around = await canvas.node('iterationAgentflow_0').boundingBox()
    const step = await canvas.node('directReplyAgentflow_0').boundingBox()
    if (!around || !step) throw new Error('A node is not on the glass.')
    await page.mouse.move(step.x + step.width / 2, step.y + 16)
    await page.mouse.down()
    await page.mouse.move(around.x + around.width / 2, around.y + around.height / 2, { steps: 8 })
    await page.mouse.up()
    await canvas.saveAs('Contained')
    const { graph } = await stored(page.url())
    const inside = graph.nodes.find(({ id }) => id === 'directReplyAgentflow_0')
    expect(inside?.parentNode).toBe('iterationAgentflow_0')
  })

  test('has no fault of accessibility, on its canvas, in its forms and on a phone', async () => {
    const { page, canvas } = await openDecision('Accessible', 3)
    expect(await accessibilityFaults(page)).toEqual([])
    const form = await canvas.openForm('conditionAgentflow_0')
    await form
      .getByRole('textbox', { name: /^Value 1/ })
      .last()
      .fill('{{')
    await page.getByRole('listbox', { name: 'Available values' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('listbox', { name: 'Available values' }).waitFor({ state: 'detached' })
    const phone = await open(new URL(page.url()).pathname, { viewport: PHONE, hasTouch: true, isMobile: true })
    await phone.canvas.node('conditionAgentflow_0').waitFor()
    expect(await accessibilityFaults(phone.page)).toEqual([])
    await phone.canvas.node('conditionAgentflow_0').tap()
    await phone.canvas.node('conditionAgentflow_0').tap()
    await phone.page.getByRole('dialog', { name: 'Settings of Condition 0' }).waitFor()
    expect(await accessibilityFaults(phone.page)).toEqual([])
  })
})
