import type { Database } from '../../ground/db/database.ts'
import { changed, deleteExecutions, newestRuns } from './execution-store.ts'
import { every } from '../../ground/every.ts'

const EVERY_MS = 3_600_000
const BATCH = 200
const PAUSE_MS = 20
const DAY_MS = 86_400_000
const EXECUTION = 'run.execution_id as id'

export interface KeptExecutions {
  /** For how many days after their last change. */
  days: number
  /** How many at most. */
  count: number
}

/** Once an hour, deletes executions that are older or more than are to be kept. Returns how to stop. */
export function keepPruning(
  database: Database,
  { kept, now, onFault }: { kept: () => Promise<KeptExecutions>; now: () => Date; onFault: (error: unknown) => void },
): () => void {
  const sweep = async (signal: AbortSignal): Promise<number> =>
    pruneExecutions(database, { kept: await kept(), at: now(), signal })
  return every(EVERY_MS, sweep, { onFault, firstMs: 0 })
}

/** A few at a time: readers and writers go on in between. One that waits or runs is never deleted. Returns how many were. */
export async function pruneExecutions(
  database: Database,
  { kept, at, signal }: { kept: KeptExecutions; at: Date; signal: AbortSignal },
): Promise<number> {
  const before = new Date(at.getTime() - kept.days * DAY_MS)
  let pruned = 0
  while (!signal.aborted) {
    const old = await executionsBefore(database, before)
      .select(EXECUTION)
      .orderBy(changed)
      .orderBy('run.id')
      .limit(BATCH)
      .execute()
    const ids = old.length > 0 ? old : await beyond(database, kept.count)
    if (ids.length === 0) break
    const deleted = await deleteExecutions(
      database,
      ids.map(({ id }) => id ?? ''),
    )
    // They went on meanwhile: the next sweep looks again.
    if (deleted.length === 0) break
    pruned += deleted.length
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return pruned
}

/** Those that have ended, by their newest runs. */
function atRest({ query: db }: Database) {
  return newestRuns(db, { statuses: ['done', 'failed', 'cancelled', 'interrupted'] })
}

/** Those that have ended and were last changed before a time. */
export function executionsBefore(database: Database, before: Date) {
  return atRest(database).where(changed, '<', before.toISOString())
}

/** The oldest of those that are more than are kept. */
async function beyond(database: Database, count: number): Promise<{ id: string | null }[]> {
  const { all } = await newestRuns(database.query, {})
    .select((e) => e.fn.countAll<number | string>().as('all'))
    .executeTakeFirstOrThrow()
  const surplus = Number(all) - count
  if (surplus <= 0) return []
  const oldest = atRest(database).select(EXECUTION).orderBy(changed).orderBy('run.id')
  return oldest.limit(Math.min(surplus, BATCH)).execute()
}
