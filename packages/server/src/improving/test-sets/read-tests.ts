import type { TestSet } from '@chatwright/contract'
import { toTurn, type TurnOfCase } from './case-turn.ts'
import type { TestCaseRow, TestSetRow, TestSetStore } from './test-set-store.ts'

export type TestReader = ReturnType<typeof createTestReader>

const PAGE = 50

/** Sets of tests as they are kept, for whoever runs them. */
export function createTestReader(store: Pick<TestSetStore, 'sets' | 'cases' | 'turns'>) {
  return {
    async list({
      flowId,
      limit = PAGE,
      cursor,
    }: {
      flowId?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }) {
      const page = await store.sets(flowId, { limit, cursor })
      return { ...page, items: page.items.map(toSet) }
    },

    /** All cases of a set, one after the other. */
    async *eachCase(setId: string): AsyncGenerator<{ row: TestCaseRow; turns: TurnOfCase[] }> {
      for (let cursor: string | undefined; ;) {
        const page = await store.cases(setId, { limit: PAGE, cursor })
        for (const row of page.items) yield { row, turns: (await store.turns(row.id)).map(toTurn) }
        if (page.nextCursor === null) return
        cursor = page.nextCursor
      }
    },
  }
}

export function toSet(row: TestSetRow): TestSet {
  const { id, chatflow_id: flowId, flow_name: flowName, name, cases, passed, failed, unproved } = row
  return { id, flowId, flowName, name, cases, passed, failed, unproved, createdDate: row.created_date }
}
