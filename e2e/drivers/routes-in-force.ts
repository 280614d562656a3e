import { expect } from 'vitest'
import type { Page } from 'playwright-core'

/** Where a page of nobody stands. */
export const EMPTY_PATH = '/an-empty-page'

/** There whether it is caught or not: a miss is no fault of the page. */
const PROBE = '/favicon.svg?is-caught'
const IS_PROBE = /\/favicon\.svg\?is-caught$/
const CAUGHT = 'caught'

/**
 * Lets `route` answer only when the open page can no longer ask past it. The browser says that requests are caught while
 * a busy page has yet to hear of it, and a key pressed meanwhile is served first: what it loads would slip through.
 */
export function waitForRoutes(page: Page, baseURL: string): void {
  const route = page.route.bind(page)
  page.route = async (...given) => {
    const taken = await route(...given)
    const { origin, pathname } = new URL(page.url())
    // What is opened from here on is caught from its first request.
    const isLeaving = typeof given[0] === 'string' && given[0].endsWith(EMPTY_PATH)
    if (isLeaving || pathname === EMPTY_PATH || origin !== new URL(baseURL).origin) return taken
    await route(IS_PROBE, (probe) => probe.fulfill({ body: CAUGHT }))
    const ask = (address: string) => fetch(address, { cache: 'no-store' }).then((answer) => answer.text())
    await expect.poll(() => page.evaluate(ask, PROBE)).toBe(CAUGHT)
    await page.unroute(IS_PROBE)
    return taken
  }
}
