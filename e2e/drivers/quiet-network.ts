import { expect } from 'vitest'
import type { Page, Request } from 'playwright-core'

/** So long after its last answer a page has nothing more to ask for. */
const QUIET_MS = 300

/**
 * From now on, the answer tells when a page has what it asked for: where one screen follows another without a page load,
 * the browser itself calls it idle ever since the first.
 */
export function watchNetwork(page: Page): () => Promise<void> {
  const asked = new Set<Request>()
  let lastHeard = performance.now()
  const hear = (request: Request, isOver: boolean): void => {
    lastHeard = performance.now()
    if (isOver) asked.delete(request)
    else asked.add(request)
  }
  page.on('request', (request) => hear(request, false))
  page.on('requestfinished', (request) => hear(request, true))
  page.on('requestfailed', (request) => hear(request, true))
  return async () => {
    await expect.poll(() => asked.size === 0 && performance.now() - lastHeard > QUIET_MS).toBe(true)
  }
}
