import type { PriceBook } from '../../money/prices/price-book.ts'
import { dayOf } from '../../money/prices/price-book.ts'
import { rowsOf, type UsedCall } from './run-spend.ts'
import { TESTS, type SpendStore } from './spend-store.ts'

/** Counts what is asked of models beside answers: by tests, comparisons, and trying a change. */
export type CountTests = (flowId: string, calls: readonly UsedCall[]) => Promise<void>

export function createCountTests({
  store,
  prices,
  now,
}: {
  store: Pick<SpendStore, 'add'>
  prices: PriceBook
  now: () => Date
}): CountTests {
  return async (flowId, calls) => {
    if (calls.length === 0) return
    await prices.refresh()
    await store.add(rowsOf(calls, { day: dayOf(now().getTime()), flowId, keyId: TESTS }, prices))
  }
}
