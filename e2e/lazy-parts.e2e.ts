import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { startFakeVendor } from '../packages/server/src/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/src/testing/fake-vendor.ts'
import { createConversation } from './drivers/chat.ts'
import { failParts } from './drivers/failing-parts.ts'
import { firstWays, germanWays, ways } from './drivers/ways-to-parts.ts'
import type { Way } from './drivers/ways-to-parts.ts'
import { waysToRuns } from './drivers/ways-to-runs.ts'
import { openBrowser, startProduct, visit } from './harness.ts'
import type { Product } from './harness.ts'

let product: Product
let browser: Browser
let vendor: FakeVendor
let flowId = ''

beforeAll(async () => {
  ;[product, browser, vendor] = await Promise.all([startProduct(), openBrowser(), startFakeVendor()])
  vendor.script = { tokens: ['Coffee is served', ' all day, **every** day.'] }
})

afterAll(async () => {
  await browser.close()
  await Promise.all([product.stop(), vendor.close()])
})

const STEP = 120_000
const WAY = 300_000

/** Every lazily loaded file that was made to fail, was named, and arrived with Retry. */
const met = new Set<string>()

async function expectToArrive(way: Way): Promise<void> {
  const { page, faults, close } = await visit(browser, product, { stored: way.stored ?? {}, hasOwnClock: true })
  const { healOnce, failureShown } = await failParts(page, met)
  // Every step of a way may meet several failures, each told and tried again.
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

test.each(firstWays)(
  '[NOTE-3] on the way to $to no part that fails takes the page with it, and Retry loads it',
  expectToArrive,
  WAY,
)

test.each([...ways.slice(0, -1), ...germanWays, ...waysToRuns, ...ways.slice(-1)])(
  '[NOTE-3] on the way to $to no part that fails takes the page with it, and Retry loads it',
  async (way) => {
    flowId ||= (await createConversation(product, vendor.url, { name: 'Walked', isPublic: true })).id
    await expectToArrive(way)
  },
  WAY,
)

const PARTS = join(import.meta.dirname, '../packages/ui/dist/app/assets/async')

// Last: it asks what all the ways before it have met.
test('[NOTE-3] no lazily loaded file of the build was left out of the walk', () => {
  const built = readdirSync(PARTS).filter((file) => /\.(js|css)$/.test(file))
  expect(built.length).toBeGreaterThan(0)
  const leftOut = built.filter((file) => !met.has(file))
  expect(leftOut, 'Add a way to each of these parts to e2e/drivers/ways-to-parts.ts').toEqual([])
})
