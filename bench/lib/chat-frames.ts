import type { Browser, Locator, Page } from 'playwright-core'

import { mainThreadClock, newVisitor } from './browser-page.ts'

export interface ChatSmoothness {
  framesPerSecond: number
  /** Times between frames, in ms. */
  p95: number
  longest: number
  /** Tasks of the main thread longer than 50 ms. */
  longTasks: number
  longestTask: number
  /** Processor time of the page's main thread for a second of the answer, in ms. */
  cpuPerSecond: number
  seconds: number
  /** How much of the page jumped, as browsers measure it. */
  layoutShift: number
}

interface WatchedAnswer {
  open: (page: Page) => Promise<void>
  /** How long the model writes. */
  answerMs: number
  /** What stands near the end of the answer. */
  lastWords: string
  /** Where the answer is read. */
  turn: (page: Page) => Locator
  /** What is there once the answer is whole. */
  end: (page: Page) => Locator
}

/** Asks once and watches the page until the answer is whole. */
export async function watchAnswer(
  browser: Browser,
  { open, answerMs, lastWords, turn, end }: WatchedAnswer,
): Promise<ChatSmoothness> {
  const visitor = await newVisitor(browser)
  try {
    const page = await visitor.newPage()
    const busy = await mainThreadClock(page)
    await open(page)
    const field = page.getByRole('textbox', { name: 'Your question' })
    await field.fill('How are the orders counted?')
    await startWatching(page)
    const before = await busy()
    await field.press('Enter')
    // Looking for the end costs the page time too: only once it must be near.
    await page.waitForTimeout(answerMs)
    await end(page).waitFor({ timeout: 180_000 })
    const cpu = (await busy()) - before
    const watched = await stopWatching(page)
    const text = await turn(page).innerText()
    if (!text.includes(lastWords))
      throw new Error(`The answer did not end with "${lastWords}": the figures mean nothing.`)
    return { ...watched, cpuPerSecond: cpu / watched.seconds }
  } finally {
    await visitor.close()
  }
}

interface Watch {
  frames: number[]
  tasks: number[]
  shift: number
  isOver: boolean
}

async function startWatching(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watch: Watch = { frames: [], tasks: [], shift: 0, isOver: false }
    new PerformanceObserver((list) => watch.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      entryTypes: ['longtask'],
    })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) watch.shift += entry.value
      }
    }).observe({ type: 'layout-shift' })
    let last = performance.now()
    const tick = (now: number) => {
      watch.frames.push(now - last)
      last = now
      if (!watch.isOver) requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
    Reflect.set(window, 'watch', watch)
  })
}

async function stopWatching(page: Page): Promise<Omit<ChatSmoothness, 'cpuPerSecond'>> {
  const { frames, tasks, shift } = await page.evaluate(() => {
    const watch = Reflect.get(window, 'watch') as Watch
    watch.isOver = true
    return watch
  })
  const sorted = frames.slice(2).toSorted((a, b) => a - b)
  const seconds = sorted.reduce((sum, time) => sum + time, 0) / 1000
  return {
    seconds,
    framesPerSecond: sorted.length / seconds,
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    longest: sorted.at(-1) ?? 0,
    longTasks: tasks.length,
    longestTask: Math.max(0, ...tasks),
    layoutShift: shift,
  }
}
