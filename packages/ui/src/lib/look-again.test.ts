import { afterEach, expect, test, vi } from 'vitest'

import { lookAgainMs } from './look-again.ts'

const begun = '2026-01-02T03:04:05.000Z'

afterEach(() => void vi.useRealTimers())

test.each([
  ['what has just begun is looked at soon', 100, 200],
  ['a while later less often', 2000, 500],
  ['what takes long no more often than it must', 60_000, 1000],
  ['and so is what a clock that is slow calls the future', -60_000, 1000],
])('%s', (_, ageMs, expected) => {
  vi.useFakeTimers({ now: Date.parse(begun) + ageMs })
  expect(lookAgainMs(begun, 1000)).toBe(expected)
})
