import type { Browser, Page } from 'playwright-core'

import { mainThreadClock, newVisitor } from './browser-page.ts'
import { summarise } from './figures.ts'

const ROUNDS = 3
const WHEEL_STEPS = 60
const PULL_STEPS = 90

export interface Smoothness {
  /** The 95th percentile of the times between frames, in ms; the middle one of some rounds. */
  pan: number
  zoom: number
  drag: number
  /** Processor time of the page's main thread for one step of the pointer or the wheel, in ms. */
  panStepCpu: number
  zoomStepCpu: number
  dragStepCpu: number
  /** Nodes in the page at 100 %. */
  drawn: number
}

/** Pans, zooms and drags with pointer and wheel. Frames are those of the browser's software drawing: there is no GPU. */
export async function measureFrames(browser: Browser, url: string): Promise<Smoothness> {
  const rounds: Smoothness[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureOnce(browser, url))
  return middleOf(rounds)
}

/** The middle one of each figure. */
export function middleOf(rounds: readonly Smoothness[]): Smoothness {
  const middle = (read: (round: Smoothness) => number) => summarise(rounds.map(read)).median
  return {
    pan: middle((round) => round.pan),
    zoom: middle((round) => round.zoom),
    drag: middle((round) => round.drag),
    panStepCpu: middle((round) => round.panStepCpu),
    zoomStepCpu: middle((round) => round.zoomStepCpu),
    dragStepCpu: middle((round) => round.dragStepCpu),
    drawn: middle((round) => round.drawn),
  }
}

export async function measureOnce(browser: Browser, url: string): Promise<Smoothness> {
  const visitor = await newVisitor(browser)
  const page = await visitor.newPage()
  const busy = await mainThreadClock(page)
  await page.goto(url)
  await page.locator('.cw-node').first().waitFor()
  await zoomToFull(page)
  const drawn = await page.locator('.react-flow__node').count()
  const cpuOf = async (act: () => Promise<number>, steps: number) => {
    const before = await busy()
    const frame = await act()
    return [frame, ((await busy()) - before) / steps] as const
  }
  const bare = await barePlace(page)
  const [pan, panStepCpu] = await cpuOf(
    () => frameTimes(page, () => pull(page, bare, (step) => ({ x: bare.x + step * 12, y: bare.y + (step % 30) * 8 }))),
    PULL_STEPS,
  )
  const [zoom, zoomStepCpu] = await cpuOf(
    () =>
      frameTimes(page, async () => {
        await page.mouse.move(700, 450)
        for (let step = 0; step < WHEEL_STEPS; step += 1) await page.mouse.wheel(0, step < WHEEL_STEPS / 2 ? 40 : -40)
      }),
    WHEEL_STEPS,
  )
  await zoomToFull(page)
  const head = await headPlace(page)
  const [drag, dragStepCpu] = await cpuOf(
    () => frameTimes(page, () => pull(page, head, (step) => ({ x: head.x + step * 3, y: head.y + (step % 40) * 3 }))),
    PULL_STEPS,
  )
  await visitor.close()
  return { pan, zoom, drag, panStepCpu, zoomStepCpu, dragStepCpu, drawn }
}

interface Place {
  x: number
  y: number
}

async function pull(page: Page, from: Place, at: (step: number) => Place): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (let step = 0; step < PULL_STEPS; step += 1) {
    const { x, y } = at(step)
    await page.mouse.move(x, y)
  }
  await page.mouse.up()
}

/** Where the canvas is bare: pulling a node about is another figure. */
function barePlace(page: Page): Promise<Place> {
  return placeOf(page, { within: '.react-flow__pane', left: 8, right: 300 })
}

/** Where the head of a node can be taken hold of. */
function headPlace(page: Page): Promise<Place> {
  return placeOf(page, { within: '.cw-node-label', left: 200, right: 1100 })
}

/** The first place in a strip of the window where the topmost element is of a kind; nothing is hit until a zoom rests. */
async function placeOf(page: Page, wanted: { within: string; left: number; right: number }): Promise<Place> {
  const found = await page.waitForFunction(({ within, left, right }) => {
    for (let y = 100; y < 760; y += 4)
      for (let x = left; x < right; x += 4) if (document.elementFromPoint(x, y)?.matches(within)) return { x, y }
    return undefined
  }, wanted)
  const place = await found.jsonValue()
  if (!place) throw new Error(`No ${wanted.within} lies open.`)
  return place
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
