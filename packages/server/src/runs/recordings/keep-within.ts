import type { Database } from '../../ground/db/database.ts'
import { dayOf, firstDayWithin, forgetValuesBefore } from './value-store.ts'
import { every } from '../../ground/every.ts'

const EVERY_MS = 3_600_000
/** What a list goes on from is older than the list, by the longest chain of them at most. */
export const CHAIN_DAYS = 3

/** Keeps recordings within their days and bytes, while the server runs. Returns how to stop. */
export function keepRecordingsWithin(
  database: Pick<Database, 'query'>,
  {
    days,
    bytes,
    now,
    onFault,
  }: { days: () => Promise<number>; bytes: number; now: () => Date; onFault: (error: unknown) => void },
): () => void {
  const sweep = async (signal: AbortSignal): Promise<number> =>
    pruneRecordings(database, { days: await days(), bytes, now: now(), signal })
  return every(EVERY_MS, sweep, { onFault, firstMs: 0 })
}

export async function pruneRecordings(
  database: Pick<Database, 'query'>,
  { days, bytes, now, signal }: { days: number; bytes: number; now: Date; signal: AbortSignal },
): Promise<number> {
  const today = dayOf(now.getTime())
  const kept = days + CHAIN_DAYS
  const first = Math.max(today - kept, await firstDayWithin(database, { bytes, today, days: kept }))
  return forgetValuesBefore(database, first, signal)
}
