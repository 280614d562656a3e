import { AppError } from '@chatwright/contract'
import { timesOf } from '../../asking/schedules/times.ts'
import type { KnowledgeJobs } from './knowledge-jobs.ts'
import type { KnowledgeStore, StoreRow } from './knowledge-store.ts'
import { every } from '../../ground/every.ts'

interface FreshDependencies {
  stores: Pick<KnowledgeStore, 'dueForRefresh' | 'moveRefresh' | 'sources'>
  jobs: Pick<KnowledgeJobs, 'start'>
  now: () => Date
  onFault: (error: unknown) => void
}

const EVERY_MS = 5000
const AT_ONCE = 10

/** Reads the sources of stores again at the times they name. */
export function keepFresh({
  everyMs = EVERY_MS,
  ...dependencies
}: FreshDependencies & { everyMs?: number | undefined }): () => void {
  return every(everyMs, () => refreshDue(dependencies), dependencies)
}

/**
 * Begins the load before the next time is written: who dies in between has it done again, which changes nothing that is
 * there. Any number of processes may look, because a store is loaded once at a time.
 */
export async function refreshDue({ stores, jobs, now, onFault }: FreshDependencies): Promise<void> {
  for (const store of await stores.dueForRefresh(AT_ONCE)) {
    try {
      const sources = (await stores.sources(store.id)).map(({ id }) => id)
      if (sources.length > 0) await jobs.start(store, { sources, isIndexing: true })
    } catch (error) {
      // Somebody loads it right now.
      if (!(error instanceof AppError && error.code === 'knowledge-loading')) onFault(error)
    }
    const passed = new Date(Math.max(now().getTime(), Date.parse(store.next_refresh)))
    await stores.moveRefresh(store, nextRefresh(store, passed))
  }
}

export function nextRefresh(
  { refresh_cron: cron, refresh_timezone: timezone }: Pick<StoreRow, 'refresh_cron' | 'refresh_timezone'>,
  after: Date,
): string | null {
  if (cron === null) return null
  return (
    timesOf({ cron, timezone: timezone ?? 'UTC', endDate: null })
      .next(after)
      ?.toISOString() ?? null
  )
}
