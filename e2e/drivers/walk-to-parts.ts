import { expect } from 'vitest'
import type { Browser } from 'playwright-core'

import { startFakeVendor } from '../../packages/server/src/testing/fake-vendor.ts'
import type { FakeVendor } from '../../packages/server/src/testing/fake-vendor.ts'
import { openBrowser, startProduct, visit } from '../harness.ts'
import type { Product } from '../harness.ts'
import { createConversation } from './chat.ts'
import { failParts } from './failing-parts.ts'
import type { MetParts } from './failing-parts.ts'
import type { Way } from './ways-to-parts.ts'

const STEP = 120_000

/** How long a way may take: every step of it may meet several failures, each told and tried again. */
export const WAY = 300_000

/** Goes ways through a product on which every lazily loaded file fails until Retry has been pressed for it. */
export interface Walk {
  browser: Browser
  product: Product
  met: MetParts
  /** The flow that the ways lead to; without it, the server has none. */
  flowId(): Promise<string>
  end(): Promise<void>
}

export async function startWalk(): Promise<Walk> {
  const [product, browser, vendor] = await Promise.all([startProduct(), openBrowser(), startFakeVendor()])
  vendor.script = { tokens: ['Coffee is served', ' all day, **every** day.'] }
  let flow: Promise<string> | undefined
  return {
    browser,
    product,
    met: new Map(),
    flowId: () => (flow ??= createWalked(product, vendor)),
    async end() {
      await browser.close()
      await Promise.all([product.stop(), vendor.close()])
    },
  }
}

async function createWalked(product: Product, vendor: FakeVendor): Promise<string> {
  return (await createConversation(product, vendor.url, { name: 'Walked', isPublic: true })).id
}

/** Goes a way, and presses Retry for whatever fails on it. */
export async function expectToArrive({ browser, product, met }: Walk, way: Way, flowId = ''): Promise<void> {
  const { page, faults, close } = await visit(browser, product, { stored: way.stored ?? {}, hasOwnClock: true })
  const { healOnce, failureShown } = await failParts(page, met)
  page.setDefaultTimeout(STEP)
  const going = way.go(page, product, flowId)
  const end = going.then(
    () => 'there',
    () => 'lost',
  )
  // Whatever fails on the way is tried again, until the way ends.
  while ((await Promise.race([end, failureShown()])) === 'failure') await healOnce(way.stays)
  await going
  expect(faults.filter((fault) => fault.startsWith('uncaught'))).toEqual([])
  await close()
}
