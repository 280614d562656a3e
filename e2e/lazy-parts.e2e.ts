import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'

import { startFakeVendor } from '../packages/server/src/testing/fake-vendor.ts'
import type { FakeVendor } from '../packages/server/src/testing/fake-vendor.ts'
import { createConversation } from './drivers/chat.ts'
import { failParts } from './drivers/failing-parts.ts'
import type { Met } from './drivers/failing-parts.ts'
import { firstWays, germanWays, ways } from './drivers/ways-to-parts.ts'
import type { Way } from './drivers/ways-to-parts.ts'
import { waysToRuns } from './drivers/ways-to-runs.ts'
import { openBrowser, startProduct, visit } from './harness.ts'
import type { Product, Visit } from './harness.ts'

let product: Product
let browser: Browser
let vendor: FakeVendor
let flowId = ''

beforeAll(async () => {
  ;[product, browser, vendor] = await Promise.all([startProduct(), openBrowser(), startFakeVendor()])
  vendor.script = { tokens: ['Coffee is served', ' all day, **every** day.'] }
})

afterAll(async () => {
  await leavePage()
  await browser.close()
  await Promise.all([product.stop(), vendor.close()])
})

const STEP = 120_000
const WAY = 300_000

const met: Met = { files: new Set(), notices: 0 }

/** The page that the way before ended on. */
let walked: (Visit & { stored: string; parts: Awaited<ReturnType<typeof failParts>> }) | undefined

async function pageFor(way: Way) {
  const stored = JSON.stringify(way.stored ?? {})
  if (walked?.stored === stored) return walked
  await leavePage()
  const opened = await visit(browser, product, { stored: way.stored ?? {}, hasOwnClock: true })
  // Every step of a way may meet several failures, each told and tried again.
  opened.page.setDefaultTimeout(STEP)
  walked = { ...opened, stored, parts: await failParts(opened.page, met) }
  return walked
}

async function leavePage(): Promise<void> {
  const left = walked
  walked = undefined
  await left?.close()
}

async function expectToArrive(way: Way): Promise<void> {
  const { page, faults, parts } = await pageFor(way)
  const going = way.go(page, product, flowId)
  const end = going.then(
    () => 'there',
    () => 'lost',
  )
  try {
    // Whatever fails on the way is tried again, until the way ends.
    while ((await Promise.race([end, parts.failureShown()])) === 'failure') await parts.healOnce(way.stays)
    await going
    expect(faults.filter((fault) => fault.startsWith('uncaught'))).toEqual([])
  } catch (error) {
    // Where it got lost, no other begins.
    await leavePage()
    throw error
  }
  if (way.isLast === true) await leavePage()
}

test.each(firstWays)(
  '[NOTE-3] on the way to $to no part that fails takes the page with it, and Retry loads it',
  expectToArrive,
  WAY,
)

// Those in one language after each other, on one page; the long list of flows would make all after it slow.
const german = [...germanWays, ...waysToRuns].filter(({ stored }) => stored !== undefined)
const english = waysToRuns.filter(({ stored }) => stored === undefined)

test.each([...ways.slice(0, -1), ...english, ...german, ...ways.slice(-1)])(
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
  const leftOut = built.filter((file) => !met.files.has(file))
  expect(leftOut, 'Add a way to each of these parts to e2e/drivers/ways-to-parts.ts').toEqual([])
})
