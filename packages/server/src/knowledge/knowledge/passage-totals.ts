import type { Transaction } from 'kysely'
import type { Schema } from '../../ground/db/schema.ts'

/** How many passages there are, and how long they are together. */
export interface Totals {
  count: number
  characters: number
}

/** Changes what a source counts, in the transaction that changes its passages: nobody has to count them again. */
export async function addToTotals(
  transaction: Transaction<Schema>,
  sourceId: string,
  { count, characters }: Totals,
): Promise<void> {
  if (count === 0 && characters === 0) return
  await transaction
    .updateTable('knowledge_source')
    .set((e) => ({ passages: e('passages', '+', count), characters: e('characters', '+', characters) }))
    .where('id', '=', sourceId)
    .execute()
}
