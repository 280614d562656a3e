import type { Browser, Page } from 'playwright-core'

import { mainThreadClock, newVisitor } from './browser-page.ts'
import { summarise } from './figures.ts'

const ROUNDS = 3
const WHEEL_STEPS = 60

export interface Smoothness {
  /** The 95th percentile of the times between frames, in ms; the middle one of some rounds. */
  pan: number
  zoom: number
  drag: number
  /** Processor time of the page's main thread for one step of the wheel, in ms. */
  zoomStepCpu: number
  /** Nodes in the page at 100 %. */
  drawn: number
}

/** Pans, zooms and drags with pointer and wheel. Frames are those of the browser's software drawing: there is no GPU. */
export async function measureFrames(browser: Browser, url: string): Promise<Smoothness> {
  const rounds: Smoothness[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureOnce(browser, url))
  const middle = (read: (round: Smoothness) => number) => summarise(rounds.map(read)).median
  return {
    pan: middle((round) => round.pan),
    zoom: middle((round) => round.zoom),
    drag: middle((round) => round.drag),
    zoomStepCpu: middle((round) => round.zoomStepCpu),
    drawn: middle((round) => round.drawn),
  }
}

async function measureOnce(browser: Browser, url: string): Promise<Smoothness> {
  const visitor = await newVisitor(browser)
  const page = await visitor.newPage()
  const busy = await mainThreadClock(page)
  await page.goto(url)
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
  const before = await busy()
  const zoom = await frameTimes(page, async () => {
    await page.mouse.move(700, 450)
    for (let step = 0; step < WHEEL_STEPS; step += 1) await page.mouse.wheel(0, step < WHEEL_STEPS / 2 ? 40 : -40)
  })
  const zoomStepCpu = ((await busy()) - before) / WHEEL_STEPS
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
  await visitor.close()
  return { pan, zoom, drag, zoomStepCpu, drawn }
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
