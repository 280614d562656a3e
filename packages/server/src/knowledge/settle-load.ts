import type { DocumentFailure } from '@chatwright/core'
import { sql, type Transaction } from 'kysely'
import type { KnowledgePassageTable } from '../db/knowledge-tables.ts'
import type { Schema } from '../db/schema.ts'

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

const BATCH = 200

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
      await transaction
        .updateTable('knowledge_passage')
        .set({ state: 'going' })
        .where('id', 'in', gone.slice(start, start + BATCH))
        .execute()
    }
    for (const { id, document, seq } of moved) {
      await transaction.updateTable('knowledge_passage').set({ document, seq }).where('id', '=', id).execute()
    }
    await transaction
      .updateTable('knowledge_passage')
      .set({ state: 'live' })
      .where('source_id', '=', sourceId)
      .where('state', '=', 'coming')
      .execute()
    // Counted as they are now: also what was edited, and what could not be read again today.
    const { passages, characters } = await transaction
      .selectFrom('knowledge_passage')
      .select((e) => [
        e.fn.countAll<number | string>().as('passages'),
        sql<number | string>`coalesce(sum(length(content)), 0)`.as('characters'),
      ])
      .where('source_id', '=', sourceId)
      .where('state', '=', 'live')
      .executeTakeFirstOrThrow()
    await transaction
      .updateTable('knowledge_source')
      .set({
        passages: Number(passages),
        characters: Number(characters),
        failures: JSON.stringify(failures),
        loaded_date: at,
      })
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
