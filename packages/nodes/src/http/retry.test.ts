import { expect, test } from 'vitest'
import { retryAfter } from './retry.ts'

const now = Date.parse('2026-01-01T00:00:00Z')

test.each([
  [{}, undefined],
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '0.25' }, 250],
  [{ 'retry-after-ms': '30', 'retry-after': '9' }, 30],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' }, 5000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 23:59:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
] satisfies [Record<string, string>, number | undefined][])('%j is a wait of %s ms', (headers, wait) => {
  expect(retryAfter(new Headers(headers), now)).toBe(wait)
})
