import { expect, test } from 'vitest'

import { formatDuration } from './format-duration.ts'

test.each([
  [0.4, '0 ms'],
  [640, '640 ms'],
  [2947, '2.9 s'],
  [32_400, '32 s'],
  [59_400, '59 s'],
  [59_700, '1 min 0 s'],
  [119_700, '2 min 0 s'],
  [125_000, '2 min 5 s'],
])('%d ms is said as %s', (milliseconds, words) => {
  expect(formatDuration(milliseconds, 'en')).toBe(words)
})
