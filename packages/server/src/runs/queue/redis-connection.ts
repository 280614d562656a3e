import { Redis, type RedisOptions } from 'ioredis'
import { createHash } from 'node:crypto'

const PING_EVERY_MS = 10_000
const PING_LIMIT_MS = 5000

export interface RedisConnection {
  readonly client: Redis
  close(): void
}

/**
 * A connection that notices a half-open socket: nothing in TCP says that the other side is gone, so a ping asks every
 * ten seconds and a silent connection is dropped and made anew.
 */
export function connectRedis(url: string, options: RedisOptions & { onError(error: Error): void }): RedisConnection {
  const { onError, ...rest } = options
  const client = new Redis(url, {
    keepAlive: 10_000,
    connectTimeout: 5000,
    // Commands wait for Redis to come back instead of failing; what must not wait asks with a limit of its own.
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(50 * attempt, 1000),
    ...rest,
  })
  client.on('error', onError)
  const watchdog = setInterval(() => {
    if (client.status !== 'ready') return
    const silence = setTimeout(() => client.disconnect(true), PING_LIMIT_MS)
    silence.unref()
    client.ping().then(
      () => clearTimeout(silence),
      () => clearTimeout(silence),
    )
  }, PING_EVERY_MS)
  watchdog.unref()
  return {
    client,
    close() {
      clearInterval(watchdog)
      client.disconnect()
    },
  }
}

export type Script = (client: Redis, keys: readonly string[], values: readonly (string | number)[]) => Promise<unknown>

/** A Lua script sent once and called by its digest after. */
export function redisScript(source: string): Script {
  const digest = createHash('sha1').update(source).digest('hex')
  return async (client, keys, values) => {
    try {
      return await client.evalsha(digest, keys.length, ...keys, ...values)
    } catch (error) {
      // A restarted or flushed Redis has forgotten it.
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return client.eval(source, keys.length, ...keys, ...values)
    }
  }
}
