import { expect, test } from 'vitest'

import { dotGap } from './dot-gap.ts'

test('dots stand on the grid, and on fewer of its lines the farther the view', () => {
  expect([2, 1, 0.75, 0.5, 0.3, 0.1].map(dotGap)).toEqual([32, 16, 12, 16, 19.2, 12.8])
})
