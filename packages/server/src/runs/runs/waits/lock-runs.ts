import type { Transaction } from 'kysely'
import type { DatabaseKind, Schema } from '../../../ground/db/schema.ts'

type RunStatus = Schema['run']['status']

/** Locks the runs of an execution and reads them, newest first. Until the transaction ends nobody ends one of them or begins another. */
export async function lockRuns(
  transaction: Transaction<Schema>,
  { execution, kind }: { execution: string; kind: DatabaseKind },
): Promise<{ id: string; status: RunStatus }[]> {
  const runs = transaction
    .selectFrom('run')
    .select(['id', 'status'])
    .where('execution_id', '=', execution)
    .orderBy('created_date')
    .orderBy('id')
  if (kind === 'sqlite') return (await runs.execute()).toReversed()
  // Locked first and read after: whoever was quicker has a run that the lock alone does not show. Oldest first, so that all
  // who come wait for the same one, and nobody for what another waits for with it.
  await runs.forUpdate().execute()
  return (await runs.forUpdate().execute()).toReversed()
}

export function isUnderWay({ status }: { status: RunStatus }): boolean {
  return status === 'queued' || status === 'running'
}

/** The newest run says it: those before it went on. */
export function isEnded(runs: readonly { status: RunStatus }[]): boolean {
  return runs[0]?.status !== 'waiting' && !runs.some(isUnderWay)
}
