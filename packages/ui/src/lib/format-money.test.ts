import { expect, test } from 'vitest'

import { formatMoney } from './format-money.ts'

test.each([
  [0, '$0.00'],
  [4, '$0.000004'],
  [1234, '$0.0012'],
  [10_000, '$0.01'],
  [1_234_567, '$1.23'],
])('%d millionths of a dollar are %s', (micro, words) => {
  expect(formatMoney(micro, 'en')).toBe(words)
})
