import type { RunEvent } from '@chatwright/core'
import type { PriceBook } from '../../money/prices/price-book.ts'
import { SUGGESTING_MS } from '../runs/suggest-follow-ups.ts'
import { spendOf } from './run-spend.ts'
import type { EndedRun, SpendStore } from './spend-store.ts'
import { every } from '../../ground/every.ts'

export interface ReckonDependencies {
  store: SpendStore
  prices: PriceBook
  now: () => Date
}

const BATCH = 100
const DAY_MS = 86_400_000
/** What ended earlier was asked by a release that did not reckon. */
const LOOKED_BACK_DAYS = 31
const EVERY_MS = 30_000

/** Reckons what runs cost that have ended, many at a time and after their answers: nobody waits for it. At most so many. */
export async function reckonSpend(
  { store, prices, now }: ReckonDependencies,
  { most = 2000, signal }: { most?: number; signal?: AbortSignal } = {},
): Promise<number> {
  await prices.refresh()
  const since = new Date(now().getTime() - LOOKED_BACK_DAYS * DAY_MS).toISOString()
  for (let reckoned = 0; ;) {
    const ended = await store.unpriced(since, BATCH)
    if (ended.length === 0) return reckoned
    const events = await store.events(ended.map(({ id }) => id))
    const whole = ended.filter((run) => isWhole(run, events.get(run.id)?.at(-1), now()))
    await store.keep(whole.map((run) => ({ runId: run.id, ...spendOf(run, events.get(run.id) ?? [], prices) })))
    reckoned += whole.length
    if (ended.length < BATCH || whole.length === 0 || reckoned >= most || signal?.aborted) return reckoned
  }
}

/** An answer is kept before what could be asked next is thought of, and that costs, too; unless its process is gone. */
function isWhole({ ended_date: ended }: EndedRun, last: RunEvent | undefined, now: Date): boolean {
  return last?.type !== 'answered' || now.getTime() - Date.parse(ended) > SUGGESTING_MS
}

/** Keeps it up while the server runs. Returns how to stop. */
export function keepReckoning(dependencies: ReckonDependencies, onFault: (error: unknown) => void): () => void {
  return every(EVERY_MS, (signal) => reckonSpend(dependencies, { signal }), { onFault })
}
