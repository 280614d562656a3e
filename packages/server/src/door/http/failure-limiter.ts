import { AppError } from '@chatwright/contract'
import { networkOf } from './network-of.ts'

export interface FailureLimiter {
  /** Throws when this address failed too often of late. */
  check(address: string): void
  count(address: string): void
}

/** Counts what was shown and is wrong; throws when there was too much of it from this address of late. */
export type CountForgery = (address: string) => void

const WINDOW_MS = 60_000
const ALLOWED = 20
const MAX_ADDRESSES = 10_000

/**
 * For secrets that nobody can guess. It can be asked of wrong ones alone, so that a true one never waits, whatever others send from
 * its address: behind a proxy that may be everybody's.
 */
export function createForgeryLimiter(): CountForgery {
  const failures = createFailureLimiter()
  return (address) => {
    failures.check(address)
    failures.count(address)
  }
}

/** Slows down guessing of passwords and keys, and reads without end, per network and minute, in bounded memory. */
export function createFailureLimiter({
  allowed = ALLOWED,
  now = () => performance.now(),
}: { allowed?: number; now?: () => number } = {}): FailureLimiter {
  const failures = new Map<string, { count: number; until: number }>()
  return {
    check(address) {
      const entry = failures.get(networkOf(address))
      if (!entry || entry.count < allowed) return
      const waitMs = entry.until - now()
      if (waitMs <= 0) failures.delete(networkOf(address))
      else throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
    },
    count(address) {
      const network = networkOf(address)
      const entry = failures.get(network)
      if (entry && entry.until > now()) {
        entry.count += 1
        return
      }
      if (failures.size >= MAX_ADDRESSES) {
        const [oldest] = failures.keys()
        if (oldest !== undefined) failures.delete(oldest)
      }
      failures.set(network, { count: 1, until: now() + WINDOW_MS })
    },
  }
}
