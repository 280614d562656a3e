import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Keeps what the page ran since it was last asked. */
export type KeepCoverage = () => Promise<void>

/** Where `npm run coverage` wants it; without that nothing is measured. */
const FOLDER = process.env['CHATWRIGHT_COVERAGE']

let files = 0

/** Has the page count what it runs of the product, over all the documents it shows. */
export async function measurePage(page: Page): Promise<KeepCoverage> {
  if (FOLDER === undefined) return async () => undefined
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return async () => {
    // A journey that crashed its page, or closed it, has nothing left to tell.
    const taken = await session.send('Profiler.takePreciseCoverage').catch(() => ({ result: [] }))
    const ours = taken.result.filter(({ url }) => /^https?:\/\/[^/]+\/(?:assets\/|widget).*\.js$/.test(url))
    files += 1
    await writeFile(join(FOLDER, `${process.pid}-${files}.json`), JSON.stringify(ours))
  }
}
