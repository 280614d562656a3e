import { sql, type ExpressionBuilder, type Selectable } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { SpendTable } from '../db/run-tables.ts'

export type SpendRow = Selectable<SpendTable>

export interface EndedRun {
  id: string
  chatflow_id: string | null
  request: string
  input_tokens: number
  output_tokens: number
  ended_date: string
}

export type SpendGroup = 'day' | 'chatflow_id' | 'node_id' | 'model' | 'key_id'

export interface SpendStore {
  /** Runs that ended and were not reckoned yet, the oldest first. */
  unpriced(since: string, limit: number): Promise<EndedRun[]>
  /** Keeps what a run cost. False when another process was faster. */
  keep(runId: string, priceMicro: number, rows: readonly SpendRow[]): Promise<boolean>
  /** Sums from a day on, what cost most first. */
  sums(
    groups: readonly SpendGroup[],
    of: { from: string; flowId?: string | undefined; limit: number },
  ): Promise<SpendSumRow[]>
  names(): Promise<{ flows: ReadonlyMap<string, string>; keys: ReadonlyMap<string, string> }>
}

export type SpendSumRow = Partial<Record<SpendGroup | 'label', string>> & {
  calls: number
  unpriced_calls: number
  input_tokens: number
  output_tokens: number
  price_micro: number
}

export function createSpendStore(database: Database): SpendStore {
  const { query: db } = database
  return {
    unpriced: (since, limit) =>
      db
        .selectFrom('run')
        .select(['id', 'chatflow_id', 'request', 'input_tokens', 'output_tokens', 'ended_date'])
        .where('price_micro', 'is', null)
        .where('ended_date', '>=', since)
        .orderBy('ended_date')
        .limit(limit)
        .$narrowType<{ ended_date: string }>()
        .execute(),

    keep: (runId, priceMicro, rows) =>
      database.transact(async (transaction) => {
        const reckoned = await transaction
          .updateTable('run')
          .set({ price_micro: priceMicro })
          .where('id', '=', runId)
          .where('price_micro', 'is', null)
          .executeTakeFirst()
        if (reckoned.numUpdatedRows === 0n) return false
        for (const row of rows) {
          await transaction
            .insertInto('spend')
            .values(row)
            .onConflict((conflict) =>
              conflict.columns(['day', 'chatflow_id', 'node_id', 'model', 'key_id']).doUpdateSet({
                label: row.label,
                calls: sql`spend.calls + excluded.calls`,
                unpriced_calls: sql`spend.unpriced_calls + excluded.unpriced_calls`,
                input_tokens: sql`spend.input_tokens + excluded.input_tokens`,
                output_tokens: sql`spend.output_tokens + excluded.output_tokens`,
                price_micro: sql`spend.price_micro + excluded.price_micro`,
              }),
            )
            .execute()
        }
        return true
      }),

    sums: (groups, { from, flowId, limit }) =>
      db
        .selectFrom('spend')
        .select([...groups])
        .select((e) => [
          e.fn.max<string>('label').as('label'),
          total(e, 'calls'),
          total(e, 'unpriced_calls'),
          total(e, 'input_tokens'),
          total(e, 'output_tokens'),
          total(e, 'price_micro'),
        ])
        .where('day', '>=', from)
        .$if(flowId !== undefined, (q) => q.where('chatflow_id', '=', flowId ?? ''))
        .groupBy([...groups])
        .orderBy('price_micro', 'desc')
        .orderBy('input_tokens', 'desc')
        .limit(limit)
        .execute(),

    async names() {
      const [flows, keys] = await Promise.all([
        db.selectFrom('chat_flow').select(['id', 'name']).execute(),
        db.selectFrom('api_key').select(['id', 'key_name']).execute(),
      ])
      return {
        flows: new Map(flows.map(({ id, name }) => [id, name])),
        keys: new Map(keys.map(({ id, key_name: name }) => [id, name])),
      }
    },
  }
}

type Summed = 'calls' | 'unpriced_calls' | 'input_tokens' | 'output_tokens' | 'price_micro'

function total<Column extends Summed>(e: ExpressionBuilder<Schema, 'spend'>, column: Column) {
  return e.fn.sum<number>(column).as(column)
}
