import type { Transaction } from 'kysely'
import type { Schema } from '../../ground/db/schema.ts'
import { newTriggerRow } from './trigger-row.ts'

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
    .insertInto('flow_trigger')
    .values(newTriggerRow({ id, flowId: id, at }))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
