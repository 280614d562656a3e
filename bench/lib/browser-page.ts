import { readFileSync } from 'node:fs'

import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      // The browser draws its own address bar anew for every visitor, a second of processor time that is not ours.
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
    ],
  })
}

/** A visitor of their own: nothing cached, nothing stored. */
export async function newVisitor(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  // The tour of a first visit is not what is measured.
  await context.addInitScript(() => localStorage.setItem('canvas.tour', 'done'))
  return context
}

/** Reads how long the page's main thread has been busy, in ms of processor time: other programs do not count. */
export async function mainThreadClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
}

/** How many programs wanted a processor during the last minute. */
export function machineLoad(): number {
  return Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0])
}
