import { AppError } from '@chatwright/contract'
import type { Redis } from 'ioredis'
import { countedAs, mostOf, type RateLimiter } from '../../flows/flow-access/rate-limiter.ts'
import { redisScript } from './redis-connection.ts'
import { inTime, REDIS_LIMIT_MS } from './in-time.ts'
import { runKeys } from './run-keys.ts'

/** Counts within a window that starts with its first request; answers the count and what is left of the window. */
const count = redisScript(`
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('TTL', KEYS[1]) }
`)

/** The limit each flow sets for itself, per address, over all web processes together. */
export function createSharedRateLimiter(client: Redis, limitMs = REDIS_LIMIT_MS): RateLimiter {
  return {
    async count({ id, settings: { rateLimit } }, address, about = 'questions') {
      if (!rateLimit) return
      const key = runKeys.rateLimit(countedAs(id, about, address))
      const [done, seconds] = (await inTime(count(client, [key], [rateLimit.durationSeconds]), limitMs)) as [
        number,
        number,
      ]
      if (done <= mostOf(about, rateLimit)) return
      throw new AppError(
        'too-many-requests',
        { retryAfterSeconds: Math.max(1, seconds) },
        rateLimit.message === undefined ? {} : { message: rateLimit.message },
      )
    },
  }
}
