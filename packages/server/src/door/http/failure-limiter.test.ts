import { expect, test } from 'vitest'
import { createFailureLimiter } from './failure-limiter.ts'

const isRefused = (limiter: ReturnType<typeof createFailureLimiter>, address: string): boolean => {
  try {
    limiter.check(address)
    return false
  } catch {
    return true
  }
}

test('a whole IPv6 network counts as one caller, an IPv4 address for itself', () => {
  const limiter = createFailureLimiter()
  for (let i = 0; i < 20; i += 1) limiter.count(`2001:db8:1:2::${i.toString(16)}`)
  expect(isRefused(limiter, '2001:db8:1:2:ffff::1')).toBe(true)
  expect(isRefused(limiter, '2001:db8:1:3::1')).toBe(false)
  for (let i = 0; i < 20; i += 1) limiter.count('203.0.113.7')
  expect(isRefused(limiter, '203.0.113.7')).toBe(true)
  expect(isRefused(limiter, '203.0.113.8')).toBe(false)
})

test('the wait ends', () => {
  let now = 0
  const limiter = createFailureLimiter({ now: () => now })
  for (let i = 0; i < 20; i += 1) limiter.count('a')
  expect(isRefused(limiter, 'a')).toBe(true)
  now = 60_001
  expect(isRefused(limiter, 'a')).toBe(false)
})

test('a flood of addresses takes bounded memory, and the newest are still counted', () => {
  const limiter = createFailureLimiter()
  for (let i = 0; i < 50_000; i += 1) limiter.count(`10.0.${i >> 8}.${i & 255}`)
  for (let i = 0; i < 20; i += 1) limiter.count('203.0.113.7')
  expect(isRefused(limiter, '203.0.113.7')).toBe(true)
})
