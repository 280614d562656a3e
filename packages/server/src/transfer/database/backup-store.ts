import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import { withWholeGraphs } from '../../parts/graphs/shared-graphs.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { insertOrder, type Row } from './backup-file.ts'
import { closeBroughtKeys, type BroughtKey } from './brought-keys.ts'

export type TransferTable = (typeof insertOrder)[number]

export interface BackupStore {
  /** All rows of a table in a stable order, a page at a time. */
  rows(table: TransferTable): AsyncIterable<object[]>
  /** Replaces the given tables' rows in one transaction, with what else is written, and says which keys it closed. */
  replace(
    tables: ReadonlyMap<TransferTable, readonly Row[]>,
    writeMore: (transaction: Transaction<Schema>) => Promise<void>,
  ): Promise<BroughtKey[]>
  letIn(keyIds: readonly string[]): Promise<void>
}

const PAGE = 500

/** The columns that order a table and tell its rows apart. */
const keys: Partial<Record<TransferTable, readonly string[]>> = { chat_flow_version: ['chatflow_id', 'version'] }

/** Both databases limit how many values one statement may bind. */
const MAX_BOUND_VALUES = 8000

export function createBackupStore(database: Database): BackupStore {
  return {
    async *rows(table) {
      const [first = 'id', second] = keys[table] ?? ['id']
      let after: [unknown, unknown] | undefined
      for (;;) {
        const page = await untyped(database.query)
          .selectFrom(table)
          .selectAll()
          .$if(after !== undefined, (q) =>
            second === undefined
              ? q.where(first, '>', after?.[0])
              : q.where((e) => e(e.refTuple(first, second), '>', e.tuple(after?.[0], after?.[1]))),
          )
          .orderBy(first)
          .$if(second !== undefined, (q) => q.orderBy(second ?? first))
          .limit(PAGE)
          .execute()
        if (page.length > 0)
          yield table === 'chat_flow_version' || table === 'chat_flow'
            ? await withGraphs(database.query, page as Row[])
            : page
        const last = page.at(-1)
        if (!last || page.length < PAGE) return
        after = [last[first], second && last[second]]
      }
    },

    replace: (tables, writeMore) =>
      database.transactDurably(async (transaction) => {
        const open = await transaction
          .selectFrom('api_key')
          .select(['digest', 'permissions', 'flows', 'networks'])
          .where('is_closed', '=', 0)
          .execute()
        const keys = closeBroughtKeys(tables.get('api_key') ?? [], open)
        for (const table of insertOrder.toReversed()) {
          if (tables.has(table)) await transaction.deleteFrom(table).execute()
        }
        for (const table of insertOrder) {
          await insertAll(transaction, table, table === 'api_key' ? keys.rows : (tables.get(table) ?? []))
        }
        await writeMore(transaction)
        return keys.closed
      }),

    letIn: (keyIds) =>
      database.transactDurably(async (transaction) => {
        for (const id of keyIds) {
          await transaction.updateTable('api_key').set({ is_closed: 0 }).where('id', '=', id).execute()
        }
      }),
  }
}

/** A file holds each flow and each version whole: it does not know where graphs are kept. */
async function withGraphs(db: Kysely<Schema>, page: readonly Row[]): Promise<Row[]> {
  const hashes = page.flatMap(({ graph }) => (typeof graph === 'string' ? graph : []))
  const graphs =
    hashes.length === 0
      ? []
      : await withWholeGraphs(db, await db.selectFrom('graph').selectAll().where('hash', 'in', hashes).execute())
  const texts = new Map(graphs.map(({ hash, flow_data: text }) => [hash, text]))
  return page.map(({ graph, ...row }) => ({ ...row, flow_data: row['flow_data'] || (texts.get(String(graph)) ?? '') }))
}

/** Inserts any number of rows; those whose id is taken can be passed over. */
export async function insertAll(
  transaction: Transaction<Schema>,
  table: TransferTable,
  rows: readonly Row[],
  { isTakenSkipped = false } = {},
): Promise<void> {
  const [first] = rows
  if (!first) return
  const perStatement = Math.max(1, Math.floor(MAX_BOUND_VALUES / Object.keys(first).length))
  for (let start = 0; start < rows.length; start += perStatement) {
    await untyped(transaction)
      .insertInto(table)
      .values(rows.slice(start, start + perStatement))
      .$if(isTakenSkipped, (q) => q.onConflict((conflict) => conflict.doNothing()))
      .execute()
  }
}

/** Tables are chosen at run time here; their names come from the list above, never from a file. */
function untyped(db: Kysely<Schema>): Kysely<Record<string, Record<string, unknown>>> {
  return db as unknown as Kysely<Record<string, Record<string, unknown>>>
}
