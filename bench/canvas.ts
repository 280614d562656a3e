// How fast flows open on the canvas, how smoothly they move, what the screen weighs, and whether editing leaks. The
// browser and the server share this machine: the load is printed beside what it distorts, and processor time with it.
import type { NodeDescription } from '@chatwright/core'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, machineLoad, newVisitor } from './lib/browser-page.ts'
import { measureFrames } from './lib/canvas-frames.ts'
import { openings, type Opening } from './lib/canvas-open.ts'
import { report, summarise, type Figure } from './lib/figures.ts'
import { largeFlow } from './lib/large-flow.ts'
import { startProduct } from './lib/product.ts'
import { stepFlow, storeStepFlow } from './lib/step-flow.ts'

const CYCLES = 1000

const product = await startProduct()
const browser = await launchBrowser()
try {
  const nodes = await call<NodeDescription[]>('GET', '/nodes')
  const store = async (count: number) =>
    (
      await call<{ id: string }>('POST', '/chatflows', {
        name: `${count} nodes`,
        flowData: JSON.stringify(largeFlow(nodes, count)),
      })
    ).id
  const storeSteps = (count: number) => {
    const speak = { name: 'llmAgentflow', inputs: { llmModel: 'builtInAnswerer' } }
    return storeStepFlow(
      product.url,
      `${count} steps`,
      stepFlow(
        nodes,
        Array.from({ length: count - 1 }, () => speak),
      ),
    )
  }
  const [small, medium, middle, large] = [await store(6), await store(100), await store(300), await store(1000)]

  report([
    {
      name: 'First load of the list, script',
      value: await scriptKilobytes(browser, '/chatflows', 'main'),
      unit: 'KB as sent',
      cap: 250,
    },
    {
      name: 'Canvas, script in all',
      value: await scriptKilobytes(browser, `/canvas/${small}`, '.cw-node'),
      unit: 'KB as sent',
      cap: 450,
    },
  ])
  for (const [id, count, cap] of [
    [medium, '100', 1000],
    [large, '1,000', 3000],
  ] as const) {
    const { first, again } = await openings(browser, `${product.url}/canvas/${id}`)
    report([
      { name: `Open ${count} nodes, first visit, nothing cached`, ...opened(first), cap },
      { name: `Open ${count} nodes again, files cached`, ...opened(again), cap },
    ])
  }
  const frames = await measureFrames(browser, `${product.url}/canvas/${middle}`)
  report([
    { name: 'Panning 300 nodes, p95 frame', value: frames.pan, unit: 'ms', cap: 20 },
    { name: 'Zooming 300 nodes, p95 frame', value: frames.zoom, unit: 'ms', cap: 20 },
    { name: 'Panning 300 nodes, main thread for one step', value: frames.panStepCpu, unit: 'ms CPU' },
    { name: 'Zooming 300 nodes, main thread for one step', value: frames.zoomStepCpu, unit: 'ms CPU' },
    { name: 'Dragging a node of 300, p95 frame', value: frames.drag, unit: 'ms', cap: 20 },
    { name: 'Dragging a node of 300, main thread for one step', value: frames.dragStepCpu, unit: 'ms CPU' },
    { name: 'Nodes in the page of 300 at 100 %', value: frames.drawn, unit: '' },
  ])
  const steps = await measureFrames(browser, `${product.url}/canvas/${await storeSteps(300)}`)
  report([
    { name: 'Panning 300 steps, p95 frame', value: steps.pan, unit: 'ms', cap: 20 },
    { name: 'Zooming 300 steps, p95 frame', value: steps.zoom, unit: 'ms', cap: 20 },
    { name: 'Panning 300 steps, main thread for one step', value: steps.panStepCpu, unit: 'ms CPU' },
    { name: 'Zooming 300 steps, main thread for one step', value: steps.zoomStepCpu, unit: 'ms CPU' },
    { name: 'Dragging a step of 300, p95 frame', value: steps.drag, unit: 'ms', cap: 20 },
    { name: 'Dragging a step of 300, main thread for one step', value: steps.dragStepCpu, unit: 'ms CPU' },
    { name: 'Steps in the page of 300 at 100 %', value: steps.drawn, unit: '' },
  ])
  report([
    {
      name: `Heap grown by ${CYCLES} cycles of add, delete and undo`,
      value: await measureHeap(browser, small),
      unit: 'MB',
      cap: 5,
    },
    { name: 'Load of the machine at the end', value: machineLoad(), unit: '' },
  ])
} finally {
  await browser.close()
  await product.stop()
}

async function measureHeap(browser: Browser, id: string): Promise<number> {
  const page = await newPage(browser)
  await page.goto(`${product.url}/canvas/${id}`)
  await page
    .locator('.cw-node')
    .first()
    .click({ position: { x: 100, y: 10 } })
  const session = await page.context().newCDPSession(page)
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return usedSize / 2 ** 20
  }
  await cycle(page, 100)
  const before = await heap()
  await cycle(page, CYCLES)
  const growth = (await heap()) - before
  await page.context().close()
  return growth
}

/**
 * Duplicates everything, deletes the copies and undoes both, by the keys a person would use. What undo keeps is
 * kept on purpose; going back each time leaves only what leaks.
 */
async function cycle(page: Page, count: number): Promise<void> {
  const added = await page.evaluate(async (count) => {
    const press = (key: string, ctrlKey: boolean) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }))
    const drawn = () => document.querySelectorAll('.react-flow__node').length
    let added = 0
    for (let round = 0; round < count; round += 1) {
      const before = drawn()
      press('a', true)
      press('d', true)
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      added += drawn() - before
      press('Delete', false)
      await new Promise(requestAnimationFrame)
      press('z', true)
      press('z', true)
    }
    return added
  }, count)
  if (added < count)
    throw new Error(`Only ${added} nodes were added in ${count} cycles: the figure would mean nothing.`)
}

/** What the page loads of script, as it travels. */
async function scriptKilobytes(browser: Browser, path: string, ready: string): Promise<number> {
  const page = await newPage(browser)
  await page.goto(product.url + path)
  await page.locator(ready).first().waitFor()
  await page.waitForLoadState('networkidle')
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry.name.endsWith('.js'))
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
  )
  await page.context().close()
  return bytes / 1024
}

async function newPage(browser: Browser): Promise<Page> {
  return (await newVisitor(browser)).newPage()
}

function opened(openings: readonly Opening[]): Pick<Figure, 'value' | 'unit' | 'noise'> {
  const { median, low, high } = summarise(openings.map(({ ms }) => ms))
  const cpu = summarise(openings.map(({ cpuMs }) => cpuMs)).median
  const noise = `${low.toFixed(0)}–${high.toFixed(0)}, main thread ${cpu.toFixed(0)} ms CPU, load ${machineLoad()}`
  return { value: median, unit: 'ms', noise }
}

async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${product.url}/api/v1${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}
