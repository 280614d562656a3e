import { sql, type RawBuilder } from 'kysely'
import type { DatabaseKind } from './schema.ts'

/**
 * A time by the database's own clock, so that processes whose clocks differ agree on when a lease ends. It is written as all dates
 * are; no time gives none.
 */
export function databaseTime(kind: DatabaseKind, fromNow: string | null = inMs(0)): RawBuilder<string> {
  return kind === 'sqlite'
    ? sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${fromNow})`
    : sql<string>`to_char((clock_timestamp() at time zone 'utc') + cast(${fromNow} as interval), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** How both databases write a time from now on. */
export function inMs(ms: number): string {
  return `${ms / 1000} seconds`
}
