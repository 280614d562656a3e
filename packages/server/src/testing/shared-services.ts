import { startPostgres } from './own-postgres.ts'
import { redisProgram, startRedis } from './own-redis.ts'

/**
 * PostgreSQL and Redis of a test's own, as the environment of processes that share them; nothing where they are not
 * installed.
 */
export async function startSharedServices(
  cleanups: (() => Promise<unknown> | void)[],
): Promise<{ DATABASE_URL: string; REDIS_URL: string } | undefined> {
  const postgres = redisProgram ? await startPostgres() : undefined
  if (!postgres) return undefined
  cleanups.push(() => postgres.stop())
  const redis = await startRedis()
  cleanups.push(() => redis.stop())
  return { DATABASE_URL: postgres.url, REDIS_URL: redis.url }
}
