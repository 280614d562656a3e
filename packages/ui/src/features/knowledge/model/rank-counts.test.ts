import { expect, test } from 'vitest'

import { rankCounts } from './rank-counts.ts'

test('places are counted one by one, and what was not found beside them', () => {
  const results = [{ rank: 1 }, { rank: 3 }, { rank: 1 }, { rank: null }]
  expect(rankCounts(results, 3)).toEqual({ ranks: [2, 0, 1], missed: 1 })
})
