import type { Browser, BrowserContext } from 'playwright-core'

import { mainThreadClock, newVisitor } from './browser-page.ts'

const ROUNDS = 5

export interface Opening {
  /** From following the address to the frame after the one that drew the flow, when keys and pointer are answered. */
  ms: number
  /** What the page's main thread worked for it. */
  cpuMs: number
}

/** Opens a flow as somebody who was never here, with nothing cached, and as the same person again. */
export async function openings(browser: Browser, url: string): Promise<{ first: Opening[]; again: Opening[] }> {
  const first: Opening[] = []
  const again: Opening[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const visitor = await newVisitor(browser)
    first.push(await openOnce(visitor, url))
    // The files come from the browser's memory now. Compiled scripts do not: a private window keeps none.
    again.push(await openOnce(visitor, url))
    await visitor.close()
  }
  return { first, again }
}

async function openOnce(visitor: BrowserContext, url: string): Promise<Opening> {
  const page = await visitor.newPage()
  await page.addInitScript(() => {
    const wait = () => {
      if (!document.querySelector('.cw-node')) requestAnimationFrame(wait)
      else requestAnimationFrame(() => requestAnimationFrame(() => Reflect.set(window, 'openMs', performance.now())))
    }
    requestAnimationFrame(wait)
  })
  const busy = await mainThreadClock(page)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => Reflect.has(window, 'openMs'))
  const opening = { ms: await page.evaluate(() => Reflect.get(window, 'openMs') as number), cpuMs: await busy() }
  await page.waitForLoadState('networkidle')
  await page.close()
  return opening
}
