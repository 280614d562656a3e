import { createJiti } from 'jiti'

interface Service {
  url: string
  stop(): Promise<void>
}

const testing = '../../../packages/server/testing'

/** A PostgreSQL and a Redis for one run, started as the tests start theirs; undefined where they are not installed. */
export async function startServices(): Promise<{ postgres: Service; redis: Service } | undefined> {
  // The tests' own sources: they are no part of the product, so nothing compiles them.
  const sources = createJiti(import.meta.url)
  const { startPostgres } = await sources.import<{ startPostgres(): Promise<Service | undefined> }>(
    `${testing}/own-postgres.ts`,
  )
  const { startRedis, redisProgram } = await sources.import<{
    startRedis(): Promise<Service>
    redisProgram: string | undefined
  }>(`${testing}/own-redis.ts`)
  if (!redisProgram) return undefined
  const postgres = await startPostgres()
  return postgres && { postgres, redis: await startRedis() }
}
