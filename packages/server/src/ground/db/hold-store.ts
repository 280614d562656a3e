import { AppError } from '@chatwright/contract'
import type { Transaction } from 'kysely'
import type { Database } from './database.ts'
import type { DatabaseKind, Schema } from './schema.ts'

/**
 * Holds a store of documents until the transaction ends: no load of it begins meanwhile. Throws when it is gone, or a load of
 * it is under way. Returns which load was its last.
 */
export async function holdStore(
  transaction: Transaction<Schema>,
  { storeId, kind }: { storeId: string; kind: DatabaseKind },
): Promise<string | null> {
  const store = transaction.selectFrom('knowledge_store').select('load_job').where('id', '=', storeId)
  // Locked first and read after: one statement would judge by runs as they were before it waited for the lock.
  const row = await (kind === 'postgres' ? store.forUpdate() : store).executeTakeFirst()
  if (!row) throw new AppError('knowledge-not-found', { id: storeId })
  const held = await transaction
    .selectFrom('run')
    .select('id')
    .where('id', '=', row.load_job ?? '')
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  if (held) throw new AppError('knowledge-loading', { jobId: held.id })
  return row.load_job
}

/**
 * Work on a store that no load comes between. False, and nothing is done, where another load than the last one known was here;
 * false, too, where the work says so.
 */
export function workAlone(
  database: Pick<Database, 'kind' | 'transactDurably'>,
  { storeId, lastLoad }: { storeId: string; lastLoad: string | null },
  work: (transaction: Transaction<Schema>) => Promise<boolean>,
): Promise<boolean> {
  return database.transactDurably(async (transaction) => {
    const last = await holdStore(transaction, { storeId, kind: database.kind })
    return last === lastLoad && work(transaction)
  })
}
