import type { ComparedCase, ComparisonSummary } from '@chatwright/contract'
import { parseJson, type RunFault } from '@chatwright/core'
import type { Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { ComparisonCaseTable, ComparisonTable } from '../../ground/db/flow-tables.ts'
import { pageAfter, type Page } from '../../ground/db/keyset.ts'
import type { ComparisonJob } from '../../runs/runs/kinds/comparison-job.ts'
import type { CaseOutcome } from './compare-case.ts'

export interface ComparisonRow extends Selectable<ComparisonTable> {
  flow_name: string
  /** It is done as a run: one of before was not. */
  has_run: boolean
}
type ComparisonCaseRow = Selectable<ComparisonCaseTable>

/** What came of a case: nothing where it was left out, and why where it broke off. */
export interface Came {
  outcome: CaseOutcome | undefined
  fault: string | undefined
}

export interface ComparisonStore {
  page(
    filter: { chatflowId?: string | undefined },
    at: { limit: number; cursor?: string | undefined },
  ): Promise<Page<ComparisonRow>>
  find(id: string): Promise<ComparisonRow | undefined>
  cases(id: string): Promise<ComparisonCaseRow[]>
  /** What the runs of its cases came to that have ended, in the order of these ids. */
  came(runIds: readonly string[]): Promise<Came[]>
  /** Notes how far it is, with cases as they stand now. */
  note(id: string, summary: ComparisonSummary, cases: readonly ComparedCase[]): Promise<void>
  delete(id: string): Promise<boolean>
  /** Deletes what did it. */
  deleteRuns(of: { id: string; flowId: string }): Promise<void>
}

/** The runs of its cases, in their order. */
export function comparedIds({ runId, cases }: Pick<ComparisonJob, 'runId' | 'cases'>): string[] {
  return cases.map((_, index) => `${runId}.${index + 1}`)
}

const LEFT = 'Its question is no longer available.'

export function createComparisonStore(database: Database): ComparisonStore {
  const { query: db } = database
  const named = async (rows: Selectable<ComparisonTable>[]): Promise<ComparisonRow[]> => {
    if (rows.length === 0) return []
    const flowIds = [...new Set(rows.map((row) => row.chatflow_id))]
    const flows = await db.selectFrom('chat_flow').select(['id', 'name']).where('id', 'in', flowIds).execute()
    const ids = rows.map(({ id }) => id)
    const runs = new Set((await db.selectFrom('run').select('id').where('id', 'in', ids).execute()).map(({ id }) => id))
    const names = new Map(flows.map(({ id, name }) => [id, name]))
    return rows.map((row) => ({ ...row, flow_name: names.get(row.chatflow_id) ?? '', has_run: runs.has(row.id) }))
  }
  return {
    async page({ chatflowId }, { limit, cursor }) {
      const { items, nextCursor } = await pageAfter(
        db
          .selectFrom('comparison')
          .selectAll()
          .$if(chatflowId !== undefined, (q) => q.where('chatflow_id', '=', chatflowId ?? '')),
        { columns: ['created_date'], direction: 'desc', limit, cursor },
      )
      return { items: await named(items), nextCursor }
    },

    async find(id) {
      const rows = await db.selectFrom('comparison').selectAll().where('id', '=', id).execute()
      return (await named(rows))[0]
    },

    cases: (id) =>
      db.selectFrom('comparison_case').selectAll().where('comparison_id', '=', id).orderBy('number').execute(),

    async came(runIds) {
      if (runIds.length === 0) return []
      const rows = await db
        .selectFrom('run')
        .select(['id', 'status', 'answer', 'fault'])
        .where('id', 'in', [...runIds])
        .where('status', 'not in', ['queued', 'running'])
        .execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      return runIds.flatMap((id): Came[] => {
        const row = byId.get(id)
        if (!row) return []
        const { status, answer, fault } = row
        if (status === 'done') return [{ outcome: readOutcome(answer ?? ''), fault: undefined }]
        return [{ outcome: undefined, fault: fault === null ? LEFT : (parseJson(fault) as RunFault).message }]
      })
    },

    note: (id, summary, cases) =>
      database.transact(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('comparison')
          .set({ summary: JSON.stringify(summary) })
          .where('id', '=', id)
          .executeTakeFirst()
        // Deleted meanwhile.
        if (numUpdatedRows === 0n) return
        for (const each of cases) {
          const { number, verdict } = each
          const report = JSON.stringify(each)
          await transaction
            .insertInto('comparison_case')
            .values({ comparison_id: id, number, verdict, report })
            .onConflict((conflict) => conflict.columns(['comparison_id', 'number']).doUpdateSet({ verdict, report }))
            .execute()
        }
      }),

    async delete(id) {
      const { numDeletedRows } = await db.deleteFrom('comparison').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },

    async deleteRuns({ id, flowId }) {
      // A case that ends locks its own row and then the comparison's. Locked the other way round, the two would wait for each other.
      for (const kind of ['compared', 'comparison'] as const) {
        await db
          .deleteFrom('run')
          .where('chatflow_id', '=', flowId)
          .where('chat_id', '=', id)
          .where('kind', '=', kind)
          .execute()
      }
    },
  }
}

/** Evidence of a case that nothing is known of is left out of JSON, as it stands there. */
function readOutcome(answer: string): CaseOutcome | undefined {
  const outcome = parseJson(answer) as CaseOutcome | null
  return outcome === null ? undefined : { ...outcome, proved: outcome.proved, evidence: outcome.evidence }
}
