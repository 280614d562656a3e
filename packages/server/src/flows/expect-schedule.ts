import type { Transaction } from 'kysely'
import type { Schema } from '../db/schema.ts'

/**
 * Notes that somebody saved an agent flow here: its schedule, should it have one, may run. One that only came with a file is
 * read too, and rests until the owner lets it go on.
 */
export async function expectSchedule(
  transaction: Transaction<Schema>,
  { id, type }: { id: string; type: string },
  at: string,
): Promise<void> {
  if (type !== 'AGENTFLOW') return
  await transaction
    .insertInto('flow_schedule')
    .values({
      chatflow_id: id,
      flow_version: NOT_READ,
      flow_date: '',
      node_id: null,
      cron: null,
      timezone: null,
      end_date: null,
      settings: '{}',
      problem: null,
      is_enabled: 1,
      next_due: null,
      last_due: null,
      begins_with: null,
      created_date: at,
      updated_date: at,
    })
    .onConflict((conflict) => conflict.column('chatflow_id').doNothing())
    .execute()
}

/** Before the first version. */
const NOT_READ = 0
