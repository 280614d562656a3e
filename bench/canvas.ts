// How fast flows open on the canvas, how smoothly they move, what the screen weighs, and whether editing leaks.
import type { NodeDescription } from '@chatwright/core'
import { chromium, type Browser, type Page } from 'playwright-core'
import { report, summarise } from './lib/figures.ts'
import { largeFlow } from './lib/large-flow.ts'
import { startProduct } from './lib/product.ts'

const CYCLES = 1000

const product = await startProduct()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
})
try {
  const nodes = await call<NodeDescription[]>('GET', '/nodes')
  const store = async (count: number) =>
    (
      await call<{ id: string }>('POST', '/chatflows', {
        name: `${count} nodes`,
        flowData: JSON.stringify(largeFlow(nodes, count)),
      })
    ).id
  const [small, medium, middle, large] = [await store(6), await store(100), await store(300), await store(1000)]

  report([
    {
      name: 'First load of the list, script',
      value: await scriptKilobytes(browser, '/chatflows', 'main'),
      unit: 'KB gzip',
      cap: 250,
    },
    {
      name: 'Canvas, script in all',
      value: await scriptKilobytes(browser, `/canvas/${small}`, '.cw-node'),
      unit: 'KB gzip',
      cap: 450,
    },
  ])
  const open100 = await openTimes(browser, medium)
  const open1000 = await openTimes(browser, large)
  report([
    { name: 'Open 100 nodes to interactive', value: open100.median, unit: 'ms', cap: 1000, noise: spread(open100) },
    { name: 'Open 1,000 nodes to interactive', value: open1000.median, unit: 'ms', cap: 3000, noise: spread(open1000) },
  ])
  const frames = await measureFrames(browser, middle)
  report([
    { name: 'Panning 300 nodes, p95 frame', value: frames.pan, unit: 'ms', cap: 20 },
    { name: 'Zooming 300 nodes, p95 frame', value: frames.zoom, unit: 'ms', cap: 20 },
    { name: 'Dragging a node of 300, p95 frame', value: frames.drag, unit: 'ms', cap: 20 },
    { name: 'Nodes in the page of 300 at 100 %', value: frames.drawn, unit: '' },
  ])
  report([
    {
      name: `Heap grown by ${CYCLES} cycles of add, delete and undo`,
      value: await measureHeap(browser, small),
      unit: 'MB',
      cap: 5,
    },
  ])
} finally {
  await browser.close()
  await product.stop()
}

async function openTimes(browser: Browser, id: string) {
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const page = await newPage(browser)
    await page.goto(`${product.url}/canvas/${id}`)
    times.push(
      await page.evaluate(async () => {
        while (!document.querySelector('.cw-node')) await new Promise(requestAnimationFrame)
        // Interactive: the frame after the one that drew it, when keys and pointer are answered.
        await new Promise(requestAnimationFrame)
        await new Promise(requestAnimationFrame)
        return performance.now()
      }),
    )
    await page.context().close()
  }
  return summarise(times)
}

async function measureFrames(browser: Browser, id: string) {
  const page = await newPage(browser)
  await page.goto(`${product.url}/canvas/${id}`)
  await page.locator('.cw-node').first().waitFor()
  await page.getByRole('button', { name: 'Close the palette' }).click()
  await zoomToFull(page)
  const drawn = await page.locator('.react-flow__node').count()
  const pan = await frameTimes(page, async () => {
    await page.mouse.move(20, 500)
    await page.mouse.down()
    for (let step = 0; step < 90; step += 1) await page.mouse.move(20 + step * 12, 500 + (step % 30) * 8)
    await page.mouse.up()
  })
  const zoom = await frameTimes(page, async () => {
    await page.mouse.move(700, 450)
    for (let step = 0; step < 60; step += 1) await page.mouse.wheel(0, step < 30 ? 40 : -40)
  })
  await zoomToFull(page)
  const box = await page.locator('.cw-node-head').first().boundingBox()
  const drag = await frameTimes(page, async () => {
    await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 20)
    await page.mouse.down()
    for (let step = 0; step < 90; step += 1) {
      await page.mouse.move((box?.x ?? 0) + 100 + step * 3, (box?.y ?? 0) + 20 + (step % 40) * 3)
    }
    await page.mouse.up()
  })
  await page.context().close()
  return { pan, zoom, drag, drawn }
}

/** Wheel events still on their way would zoom on after one press of the key. */
async function zoomToFull(page: Page): Promise<void> {
  const shown = page.locator('.cw-zoom')
  for (let tries = 0; tries < 20 && (await shown.textContent()) !== '100 %'; tries += 1) {
    await page.keyboard.press('Control+0')
    await page.waitForTimeout(500)
  }
}

/** The 95th percentile of the times between frames while something happens. */
async function frameTimes(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const tick = (now: number) => {
      frames.push(now - last)
      last = now
      if (Reflect.get(window, 'isMeasuring') === true) requestAnimationFrame(tick)
    }
    Reflect.set(window, 'isMeasuring', true)
    Reflect.set(window, 'measuredFrames', frames)
    requestAnimationFrame(tick)
  })
  await act()
  const frames = await page.evaluate(() => {
    Reflect.set(window, 'isMeasuring', false)
    return Reflect.get(window, 'measuredFrames') as number[]
  })
  const sorted = frames.slice(2).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0
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
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  // The tour of a first visit is not what is measured.
  await context.addInitScript(() => localStorage.setItem('canvas.tour', 'done'))
  return context.newPage()
}

function spread({ low, high }: { low: number; high: number }): string {
  return `${low.toFixed(0)}–${high.toFixed(0)}`
}

async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${product.url}/api/v1${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}
