import { connect, createNode, findInput, inputHandleOf, openOutputs } from '@chatwright/core'
import type { Flow, NodeDescription } from '@chatwright/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Locator } from 'playwright-core'

import { canvasOf, dialogsGone, settle } from './drivers/canvas.ts'
import { openBrowser, startProduct, visit } from './harness.ts'
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

const BRANCH = 'ifElseFunction_0'
const PROMPT = 'promptTemplate_0'

/** An if-else node whose edge leaves from a handle with this suffix. */
async function forkOf(suffix: string): Promise<Flow> {
  const describe = (name: string) => product.api<NodeDescription>('GET', `/nodes/${name}`)
  const source = createNode(await describe('ifElseFunction'), { id: BRANCH, position: { x: 0, y: 0 } })
  const target = createNode(await describe('promptTemplate'), { id: PROMPT, position: { x: 500, y: 0 } })
  const input = findInput(target, 'promptValues')
  const output = openOutputs(source).at(-1)
  if (!input || !output) throw new Error('The nodes have no ports to connect.')
  const ends = {
    source: BRANCH,
    sourceHandle: output.handle,
    target: PROMPT,
    targetHandle: inputHandleOf(PROMPT, input),
  }
  const { nodes, edges } = connect(ends)({ nodes: [source, target], edges: [] })
  return { nodes, edges: edges.map((edge) => ({ ...edge, sourceHandle: `${BRANCH}-output-${suffix}` })) }
}

/** How far the beginning of an edge is from a port, in pixels. */
async function distance(edge: Locator, port: Locator): Promise<number> {
  const begins = await edge
    .locator('path')
    .first()
    .evaluate((path: SVGPathElement) => {
      const { x, y } = path.getPointAtLength(0).matrixTransform(path.getScreenCTM() ?? undefined)
      return { x, y }
    })
  const box = await port.boundingBox()
  if (!box) throw new Error('The port is not on the screen.')
  return Math.hypot(begins.x - (box.x + box.width / 2), begins.y - (box.y + box.height / 2))
}

test.each([
  ['0', 'True', 'False', undefined],
  ['1', 'False', 'True', undefined],
  ['17', 'False', 'True', "starts at “17”, an output that doesn't exist. “False” is used instead."],
])(
  '[FLOW-13] an edge from the suffix %s is drawn from %s, and stored as it came when the flow is saved',
  async (suffix, drawnFrom, otherwise, problem) => {
    const drawn = await forkOf(suffix)
    const { id } = await product.api<{ id: string }>('POST', '/chatflows', {
      name: `Fork ${suffix}`,
      flowData: JSON.stringify(drawn),
    })
    const { page, close } = await visit(browser, product)
    await page.goto(`/canvas/${id}`)
    const canvas = canvasOf(page)
    await expect.poll(() => canvas.edges.count()).toBe(1)
    await settle(page)
    const from = (name: string) => distance(canvas.edges.first(), canvas.port(BRANCH, 'output', name))
    expect(await from(drawnFrom)).toBeLessThan(await from(otherwise))
    // Counted a moment after the flow is open.
    await page.getByRole('button', { name: /^\d+ problems?$/ }).click()
    const told = page.getByRole('dialog', { name: 'Problems' })
    await told.waitFor()
    expect((await told.innerText()).includes("an output that doesn't exist")).toBe(problem !== undefined)
    if (problem !== undefined) expect(await told.innerText()).toContain(problem)
    await page.keyboard.press('Escape')
    await dialogsGone(page)

    await canvas.node(BRANCH).getByLabel('IfElse Name').fill('Renamed')
    await page.keyboard.press('Control+s')
    await page.locator('.cw-save-word.is-saved').waitFor()
    const stored = await product.api<{ flowData: string }>('GET', `/chatflows/${id}`)
    const kept = JSON.parse(stored.flowData) as Flow
    expect(kept.edges.map(({ sourceHandle }) => sourceHandle)).toEqual([`${BRANCH}-output-${suffix}`])
    expect(kept.nodes[0]?.data.inputs['functionName']).toBe('Renamed')
    await close()
  },
)
