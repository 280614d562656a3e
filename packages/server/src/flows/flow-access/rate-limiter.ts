import { AppError } from '@chatwright/contract'
import { networkOf } from '../../door/http/network-of.ts'
import type { FlowHead } from '../flows/flow-library.ts'

export interface RateLimiter {
  /** Counts a request; throws when this address, or its IPv6 network, did the same with the flow too often. */
  count(flow: Pick<FlowHead, 'id' | 'settings'>, address: string, about?: LimitedWork): Promise<void>
}

/** Each is counted by itself: whoever rates every answer must not run out of questions. */
export type LimitedWork = 'questions' | 'feedback' | 'leads' | 'attachments' | 'loads' | 'speech' | 'webhooks'

const MAX_WINDOWS = 50_000

/** An answer may be rated, commented, and rated otherwise: that many to each question. */
const RATINGS_PER_QUESTION = 4

/** How often something may be done in the time that a flow's limit for questions names. */
export function mostOf(about: LimitedWork, { max }: { max: number }): number {
  return about === 'feedback' ? max * RATINGS_PER_QUESTION : max
}

/** What is counted together: one kind of work, with one flow, by one caller. */
export function countedAs(flowId: string, about: LimitedWork, address: string): string {
  return `${flowId}:${about}:${networkOf(address)}`
}

/** The limit each flow sets for itself, per address, in bounded memory. */
export function createRateLimiter(now: () => number = () => performance.now()): RateLimiter {
  const windows = new Map<string, { count: number; endsAt: number }>()
  return {
    async count({ id, settings: { rateLimit } }, address, about = 'questions') {
      if (!rateLimit) return
      const key = countedAs(id, about, address)
      const at = now()
      let window = windows.get(key)
      if (!window || window.endsAt <= at) {
        if (windows.size >= MAX_WINDOWS) forgetOldest(windows, at)
        window = { count: 0, endsAt: at + rateLimit.durationSeconds * 1000 }
        windows.delete(key)
        windows.set(key, window)
      }
      window.count += 1
      if (window.count <= mostOf(about, rateLimit)) return
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
