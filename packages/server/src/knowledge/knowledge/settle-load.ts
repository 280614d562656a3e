import type { DocumentFailure } from '@chatwright/core'
import { sql, type Transaction } from 'kysely'
import type { KnowledgePassageTable } from '../../ground/db/knowledge-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { addToTotals } from './passage-totals.ts'

/** What becomes of a source when its load is whole. */
export interface Settled {
  sourceId: string
  /** What could not be read of it. */
  failures: readonly DocumentFailure[]
  /** Passages that are not there any more. */
  gone: readonly string[]
  /** Passages that stand elsewhere in their document now. */
  moved: readonly Pick<KnowledgePassageTable, 'id' | 'document' | 'seq'>[]
}

export interface SettledHow {
  storeId: string
  at: string
  index?: NewIndex
  /** Sources of which nothing could be read, and why: what they gave before stays. */
  unread?: readonly { sourceId: string; failures: readonly DocumentFailure[] }[]
}

export interface NewIndex {
  built: string
  generation: number
}

const BATCH = 500

/** In characters, as databases count them. */
const characters = sql<number | string>`length(content)`.as('characters')

/** Lets what a load brought be found, and nothing of what it replaces. */
export async function settleLoad(
  transaction: Transaction<Schema>,
  settled: readonly Settled[],
  { storeId, at, index, unread = [] }: SettledHow,
): Promise<void> {
  for (const { sourceId, failures } of unread) {
    await transaction
      .updateTable('knowledge_source')
      .set({ failures: JSON.stringify(failures) })
      .where('id', '=', sourceId)
      .execute()
  }
  for (const { sourceId, gone, moved, failures } of settled) {
    for (let start = 0; start < gone.length; start += BATCH) {
      const rows = await transaction
        .updateTable('knowledge_passage')
        .set({ state: 'going' })
        .where('id', 'in', gone.slice(start, start + BATCH))
        .where('state', '=', 'live')
        .returning(characters)
        .execute()
      await addToTotals(transaction, sourceId, { count: -rows.length, characters: -sum(rows) })
    }
    for (const { id, document, seq } of moved) {
      await transaction.updateTable('knowledge_passage').set({ document, seq }).where('id', '=', id).execute()
    }
    for (let isLeft = true; isLeft;) {
      const rows = await transaction
        .updateTable('knowledge_passage')
        .set({ state: 'live' })
        .where('id', 'in', (e) =>
          e
            .selectFrom('knowledge_passage')
            .select('id')
            .where('store_id', '=', storeId)
            .where('state', '=', 'coming')
            .where('source_id', '=', sourceId)
            .limit(BATCH),
        )
        .returning(characters)
        .execute()
      await addToTotals(transaction, sourceId, { count: rows.length, characters: sum(rows) })
      isLeft = rows.length === BATCH
    }
    await transaction
      .updateTable('knowledge_source')
      .set({ failures: JSON.stringify(failures), loaded_date: at })
      .where('id', '=', sourceId)
      .execute()
  }
  if (!index) return
  await transaction
    .updateTable('knowledge_store')
    .set({ index_built: index.built, generation: index.generation, index_next: null })
    .where('id', '=', storeId)
    .execute()
}

function sum(rows: readonly { characters: number | string }[]): number {
  return rows.reduce((total, row) => total + Number(row.characters), 0)
}
