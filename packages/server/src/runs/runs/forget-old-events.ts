import { sql } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import { idBefore } from '../../ground/db/new-id.ts'
import { every } from '../../ground/every.ts'

const EVERY_MS = 3_600_000
const BATCH = 200
const PAUSE_MS = 20
const DAY_MS = 86_400_000

/** Deletes what was told of runs older than so many days; what was said stays in the conversation. Returns how to stop. */
export function forgetOldEvents(
  database: Database,
  { days, now, onFault }: { days: () => Promise<number>; now: () => Date; onFault: (error: unknown) => void },
): () => void {
  const sweep = async (signal: AbortSignal): Promise<number> =>
    deleteEventsBefore(database, new Date(now().getTime() - (await days()) * DAY_MS), signal)
  return every(EVERY_MS, sweep, { onFault, firstMs: 0 })
}

/** A few runs at a time: readers and writers go on in between. Returns of how many. */
export async function deleteEventsBefore(database: Database, before: Date, signal: AbortSignal): Promise<number> {
  const { query: db } = database
  for (let forgotten = 0; ;) {
    const runs = await runsToldBefore(database, before).orderBy('run_id').limit(BATCH).execute()
    if (runs.length === 0 || signal.aborted) return forgotten
    await db
      .deleteFrom('run_event')
      .where(
        'run_id',
        'in',
        runs.map(({ run_id: id }) => id),
      )
      .execute()
    forgotten += runs.length
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** Runs that events are stored of from before a time. Of those that wait for somebody they stay. */
export function runsToldBefore({ query: db }: Pick<Database, 'query'>, before: Date) {
  return (
    db
      .selectFrom('run_event')
      .select('run_id')
      .distinct()
      // Ids begin with their time, so the oldest rows lie together and nothing else is looked at.
      .where('run_id', '<', idBefore(before))
      // Whoever decides after so long goes on from what was told.
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('run')
              .innerJoin('run_wait', 'run_wait.execution_id', 'run.execution_id')
              .select(sql`1`.as('one'))
              .whereRef('run.id', '=', 'run_event.run_id')
              .where('run_wait.decided_run', 'is', null),
          ),
        ),
      )
  )
}
