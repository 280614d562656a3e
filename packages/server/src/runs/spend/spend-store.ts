import type { RunEvent } from '@chatwright/core'
import { sql, type ExpressionBuilder, type Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'
import type { SpendTable } from '../../ground/db/run-tables.ts'
import { preparedCondition, type WriteStep } from '../../ground/db/write-step.ts'
import { readEventRows } from '../runs/event-rows.ts'
import type { CallCosts } from './call-costs.ts'

export type SpendRow = Selectable<SpendTable>

/** What was spent, with what the single calls cost. */
export interface SpentRow extends SpendRow {
  costs: CallCosts
}

export interface EndedRun {
  id: string
  chatflow_id: string | null
  request: string
  input_tokens: number
  output_tokens: number
  ended_date: string
}

export interface ReckonedRun {
  runId: string
  priceMicro: number
  rows: readonly SpentRow[]
}

/** Stands in the place of a key where nobody outside asked, but a test or a comparison did. */
export const TESTS = 'tests'

/** Stand in the place of a node for speech, which is counted in seconds heard and characters spoken, not in tokens. */
export const HEARING = 'speech-to-text'
export const SPEAKING = 'text-to-speech'

export type SpendGroup = 'day' | 'chatflow_id' | 'node_id' | 'model' | 'key_id'

export interface SpendStore {
  /** Runs that ended and were not reckoned yet, the oldest first. */
  unpriced(since: string, limit: number): Promise<EndedRun[]>
  /** What was told of these runs. */
  events(runIds: readonly string[]): Promise<ReadonlyMap<string, RunEvent[]>>
  /** Keeps what runs cost, in one commit; nothing of those where another process was faster. */
  keep(reckoned: readonly ReckonedRun[]): Promise<void>
  /** Adds what was spent beside runs. */
  add(rows: readonly SpentRow[]): Promise<void>
  /** Sums from a day on, what cost most first. */
  sums(
    groups: readonly SpendGroup[],
    of: { from: string; flowId?: string | undefined; keyId?: string; limit: number },
  ): Promise<SpendSumRow[]>
  /** What single calls of nodes cost from a day on, by flow and node. */
  callCosts(of: { from: string; flowId?: string | undefined }): Promise<ReadonlyMap<string, CallCosts>>
  names(): Promise<{ flows: ReadonlyMap<string, string>; keys: ReadonlyMap<string, string> }>
}

export type SpendSumRow = Partial<Record<SpendGroup | 'label', string>> & {
  calls: number
  unpriced_calls: number
  input_tokens: number
  output_tokens: number
  seconds: number
  characters: number
  price_micro: number
}

const columns = [
  'day',
  'chatflow_id',
  'node_id',
  'model',
  'key_id',
  'label',
  'calls',
  'unpriced_calls',
  'input_tokens',
  'output_tokens',
  'price_micro',
] as const

const costColumns = ['day', 'chatflow_id', 'node_id', 'price_micro', 'calls'] as const

/** A node of a flow, among those of all. */
export function nodeKey(flowId: string, nodeId: string): string {
  return `${flowId}\n${nodeId}`
}

export function createSpendStore(database: Database): SpendStore {
  const { query: db } = database
  const price = preparedCondition(
    db.updateTable('run').set({ price_micro: 0 }).where('id', '=', '').where('price_micro', 'is', null),
  )
  const { sql: addUp } = db
    .insertInto('spend')
    .columns([...columns])
    .values(Object.fromEntries(columns.map((column) => [column, ''])) as unknown as SpendRow)
    .onConflict((conflict) =>
      conflict.columns(['day', 'chatflow_id', 'node_id', 'model', 'key_id']).doUpdateSet({
        label: sql`excluded.label`,
        calls: sql`spend.calls + excluded.calls`,
        unpriced_calls: sql`spend.unpriced_calls + excluded.unpriced_calls`,
        input_tokens: sql`spend.input_tokens + excluded.input_tokens`,
        output_tokens: sql`spend.output_tokens + excluded.output_tokens`,
        price_micro: sql`spend.price_micro + excluded.price_micro`,
      }),
    )
    .compile()
  const { sql: addCost } = db
    .insertInto('call_cost')
    .columns([...costColumns])
    .values({ day: '', chatflow_id: '', node_id: '', price_micro: 0, calls: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'chatflow_id', 'node_id', 'price_micro'])
        .doUpdateSet({ calls: sql`call_cost.calls + excluded.calls` }),
    )
    .compile()
  const stepsOf = (rows: readonly SpentRow[]): WriteStep[] =>
    rows.flatMap((row) => [
      { sql: addUp, values: columns.map((column) => row[column]) },
      ...[...row.costs].map(([cost, calls]) => ({
        sql: addCost,
        values: [row.day, row.chatflow_id, row.node_id, cost, calls],
      })),
    ])
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

    async events(runIds) {
      const rows = await db
        .selectFrom('run_event')
        .select(['run_id', 'event'])
        .where('run_id', 'in', [...runIds])
        .orderBy('run_id')
        .orderBy('seq')
        .execute()
      const byRun = new Map<string, typeof rows>()
      for (const row of rows) {
        const told = byRun.get(row.run_id)
        if (told) told.push(row)
        else byRun.set(row.run_id, [row])
      }
      return new Map([...byRun].map(([id, told]) => [id, readEventRows(told)]))
    },

    async keep(reckoned) {
      await database.writeSteps(
        reckoned.map(({ runId, priceMicro, rows }) => [price([priceMicro, runId]), ...stepsOf(rows)]),
      )
    },

    async add(rows) {
      await database.writeSteps([stepsOf(rows)])
    },

    sums: (groups, { from, flowId, keyId, limit }) =>
      db
        .selectFrom('spend')
        .select([...groups])
        .select((e) => [
          e.fn.max<string>('label').as('label'),
          total(e, 'calls'),
          total(e, 'unpriced_calls'),
          sql<number>`sum(case when node_id in (${HEARING}, ${SPEAKING}) then 0 else input_tokens end)`.as(
            'input_tokens',
          ),
          total(e, 'output_tokens'),
          sql<number>`sum(case when node_id = ${HEARING} then input_tokens else 0 end)`.as('seconds'),
          sql<number>`sum(case when node_id = ${SPEAKING} then input_tokens else 0 end)`.as('characters'),
          total(e, 'price_micro'),
        ])
        .where('day', '>=', from)
        .$if(flowId !== undefined, (q) => q.where('chatflow_id', '=', flowId ?? ''))
        .$if(keyId !== undefined, (q) => q.where('key_id', '=', keyId ?? ''))
        .groupBy([...groups])
        .orderBy('price_micro', 'desc')
        .orderBy('input_tokens', 'desc')
        .limit(limit)
        .execute(),

    async callCosts({ from, flowId }) {
      const rows = await db
        .selectFrom('call_cost')
        .select((e) => ['chatflow_id', 'node_id', 'price_micro', e.fn.sum<number>('calls').as('calls')])
        .where('day', '>=', from)
        .$if(flowId !== undefined, (q) => q.where('chatflow_id', '=', flowId ?? ''))
        .groupBy(['chatflow_id', 'node_id', 'price_micro'])
        .execute()
      const nodes = new Map<string, CallCosts>()
      for (const { chatflow_id: flow, node_id: node, price_micro: cost, calls } of rows) {
        const costs = nodes.get(nodeKey(flow, node)) ?? new Map<number, number>()
        nodes.set(nodeKey(flow, node), costs.set(cost, calls))
      }
      return nodes
    },

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

type Summed = 'calls' | 'unpriced_calls' | 'output_tokens' | 'price_micro'

function total<Column extends Summed>(e: ExpressionBuilder<Schema, 'spend'>, column: Column) {
  return e.fn.sum<number>(column).as(column)
}
