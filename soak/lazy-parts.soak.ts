import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { expectToArrive, startWalk, WAY } from '../e2e/drivers/walk-to-parts.ts'
import type { Walk } from '../e2e/drivers/walk-to-parts.ts'
import { firstWays, germanWays, ways } from '../e2e/drivers/ways-to-parts.ts'
import { waysToRuns } from '../e2e/drivers/ways-to-runs.ts'

let walk: Walk

beforeAll(async () => {
  walk = await startWalk()
})

afterAll(() => walk.end())

test.each(firstWays)(
  '[NOTE-3] on the way to $to no part that fails takes the page with it, and Retry loads it',
  (way) => expectToArrive(walk, way),
  WAY,
)

test.each([...ways.slice(0, -1), ...germanWays, ...waysToRuns, ...ways.slice(-1)])(
  '[NOTE-3] on the way to $to no part that fails takes the page with it, and Retry loads it',
  async (way) => expectToArrive(walk, way, await walk.flowId()),
  WAY,
)

const PARTS = join(import.meta.dirname, '../packages/ui/dist/app/assets/async')

// Last: it asks what all the ways before it have met.
test('[NOTE-3] no lazily loaded file of the build was left out of the walk', () => {
  const built = readdirSync(PARTS).filter((file) => /\.(js|css)$/.test(file))
  expect(built.length).toBeGreaterThan(0)
  const leftOut = built.filter((file) => !walk.met.has(file))
  expect(leftOut, 'Add a way to each of these parts to e2e/drivers/ways-to-parts.ts').toEqual([])
})
