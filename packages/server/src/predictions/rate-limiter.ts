import { AppError } from '@chatwright/contract'
import type { FlowHead } from '../runs/flow-library.ts'

export interface RateLimiter {
  /** Counts a question; throws when this address asked the flow too often. */
  count(flow: Pick<FlowHead, 'id' | 'settings'>, address: string): Promise<void>
}

const MAX_WINDOWS = 50_000

/** The limit each flow sets for itself, per address, in bounded memory. */
export function createRateLimiter(now: () => number = Date.now): RateLimiter {
  const windows = new Map<string, { count: number; endsAt: number }>()
  return {
    async count({ id, settings: { rateLimit } }, address) {
      if (!rateLimit) return
      const key = `${id}\n${address}`
      const at = now()
      let window = windows.get(key)
      if (!window || window.endsAt <= at) {
        if (windows.size >= MAX_WINDOWS) forgetOldest(windows, at)
        window = { count: 0, endsAt: at + rateLimit.durationSeconds * 1000 }
        windows.delete(key)
        windows.set(key, window)
      }
      window.count += 1
      if (window.count <= rateLimit.max) return
      throw new AppError(
        'too-many-requests',
        { retryAfterSeconds: Math.max(1, Math.ceil((window.endsAt - at) / 1000)) },
        rateLimit.message === undefined ? {} : { message: rateLimit.message },
      )
    },
  }
}

function forgetOldest(windows: Map<string, { endsAt: number }>, at: number): void {
  for (const [key, { endsAt }] of windows) if (endsAt <= at) windows.delete(key)
  const [oldest] = windows.keys()
  if (windows.size >= MAX_WINDOWS && oldest !== undefined) windows.delete(oldest)
}
