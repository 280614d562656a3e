import { inject } from 'vitest'
import { createMigratedPostgresDatabase, dropPostgresDatabase } from './own-database.ts'
import { redisProgram, startRedis } from './own-redis.ts'

type Cleanups = (() => Promise<unknown> | void)[]

/**
 * The address of a database of a test's own on the run's PostgreSQL, with the schema in it; nothing where PostgreSQL is not
 * installed.
 */
export async function shareDatabase(cleanups: Cleanups): Promise<string | undefined> {
  const postgresUrl = inject('postgresUrl')
  if (postgresUrl === undefined) return undefined
  const url = await createMigratedPostgresDatabase(postgresUrl)
  cleanups.push(() => dropPostgresDatabase(url))
  return url
}

/** With a Redis of the test's own beside it, as the environment of processes that share them. */
export async function startSharedServices(
  cleanups: Cleanups,
): Promise<{ DATABASE_URL: string; REDIS_URL: string } | undefined> {
  const databaseUrl = redisProgram ? await shareDatabase(cleanups) : undefined
  if (databaseUrl === undefined) return undefined
  const redis = await startRedis()
  cleanups.push(() => redis.stop())
  return { DATABASE_URL: databaseUrl, REDIS_URL: redis.url }
}
