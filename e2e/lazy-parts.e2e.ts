import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { PLACES } from './drivers/places-of-failure.ts'
import { expectToArrive, expectToGoOn, leavePage, startWalk, WAY } from './drivers/walk-to-parts.ts'
import type { Walk } from './drivers/walk-to-parts.ts'
import { FROM_AFRESH, waysToPlaces } from './drivers/ways-to-places.ts'

let walk: Walk

beforeAll(async () => {
  walk = await startWalk()
})

afterAll(() => walk.end())

// Nobody goes on from where a way was lost.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await leavePage(walk)
})

test.each(waysToPlaces)(
  '[NOTE-3] on the way to $to no part that fails takes the page with it, and Retry loads it',
  // On a busy machine Chromium can serve a file past the route that fails it: the way is then gone once more, on a new page.
  { timeout: WAY, retry: 1 },
  async (way) => {
    const flowId = await walk.flowId()
    if (FROM_AFRESH.has(way.to)) await expectToArrive(walk, way, flowId)
    else await expectToGoOn(walk, way, flowId)
  },
)

// Last: it asks what all the ways before it have met.
test('[NOTE-3] in every place where a part can fail, one did', () => {
  expect(new Set(walk.met.values())).toEqual(new Set(PLACES))
})
