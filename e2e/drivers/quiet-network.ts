import { expect } from 'vitest'
import type { Page, Request } from 'playwright-core'

/**
 * From now on, the answer tells when a page has what it asked for: where one screen follows another without a page load,
 * the browser itself calls it idle ever since the first.
 */
export function watchNetwork(page: Page): () => Promise<void> {
  const asked = new Set<Request>()
  let heard = 0
  const hear = (request: Request, isOver: boolean): void => {
    heard += 1
    if (isOver) asked.delete(request)
    else asked.add(request)
  }
  page.on('request', (request) => hear(request, false))
  page.on('requestfinished', (request) => hear(request, true))
  page.on('requestfailed', (request) => hear(request, true))
  return async () => {
    const isQuiet = async () => {
      const before = heard
      await page.evaluate(drawWhatCame)
      return asked.size === 0 && heard === before
    }
    await expect.poll(isQuiet).toBe(true)
  }
}

/** Whoever asks for more, having got an answer, does so while it is drawn or right after. */
async function drawWhatCame(): Promise<void> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  await new Promise((done) => requestIdleCallback(done))
}
