import type { Page } from 'playwright-core'

/** Adds up how much of the page jumps, from its first paint on: the browser's own measure, without what follows a key or a click. */
export async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Reflect.set(window, 'layoutShift', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (entry.hadRecentInput) continue
        Reflect.set(window, 'layoutShift', (Reflect.get(window, 'layoutShift') as number) + entry.value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'layoutShift') as number)
}
