import { expect } from 'vitest'
import type { Browser } from 'playwright-core'

import { startFakeVendor } from '../../packages/server/testing/fake-vendor.ts'
import type { FakeVendor } from '../../packages/server/testing/fake-vendor.ts'
import { openBrowser, startProduct, visit } from '../harness.ts'
import type { Product, Visit } from '../harness.ts'
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
  /** The page of the way before, where the next may go on. */
  page?: WalkedPage
  end(): Promise<void>
}

type WalkedPage = Visit & Awaited<ReturnType<typeof failParts>> & { stored: string }

export async function startWalk(): Promise<Walk> {
  const [product, browser, vendor] = await Promise.all([startProduct(), openBrowser(), startFakeVendor()])
  vendor.script = { tokens: ['Coffee is served', ' all day, **every** day.'] }
  let flow: Promise<string> | undefined
  const walk: Walk = {
    browser,
    product,
    met: new Map(),
    flowId: () => (flow ??= createWalked(product, vendor)),
    async end() {
      await leavePage(walk)
      await browser.close()
      await Promise.all([product.stop(), vendor.close()])
    },
  }
  return walk
}

async function createWalked(product: Product, vendor: FakeVendor): Promise<string> {
  return (await createConversation(product, vendor.url, { name: 'Walked', isPublic: true })).id
}

/** Goes a way on a page of its own, and presses Retry for whatever fails on it. */
export async function expectToArrive(walk: Walk, way: Way, flowId?: string): Promise<void> {
  await leavePage(walk)
  await expectToGoOn(walk, way, flowId)
}

/** The same from where the way before has ended, when that was gone with the same things stored. */
export async function expectToGoOn(walk: Walk, way: Way, flowId = ''): Promise<void> {
  const { page, faults, healOnce, failureShown } = await pageFor(walk, way.stored ?? {})
  const going = way.go(page, walk.product, flowId)
  const end = going.then(
    () => 'there',
    () => 'lost',
  )
  // Whatever fails on the way is tried again, until the way ends.
  while ((await Promise.race([end, failureShown()])) === 'failure') await healOnce(way.stays)
  await going
  expect(faults.filter((fault) => fault.startsWith('uncaught'))).toEqual([])
}

async function pageFor(walk: Walk, stored: Record<string, string>): Promise<WalkedPage> {
  const name = JSON.stringify(stored)
  if (walk.page?.stored === name) return walk.page
  await leavePage(walk)
  const visited = await visit(walk.browser, walk.product, { stored, hasOwnClock: true })
  const failing = await failParts(visited.page, walk.met)
  visited.page.setDefaultTimeout(STEP)
  return (walk.page = { ...visited, ...failing, stored: name })
}

export async function leavePage(walk: Walk): Promise<void> {
  const left = walk.page
  delete walk.page
  await left?.close()
}
