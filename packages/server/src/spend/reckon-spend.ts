import type { PriceBook } from '../prices/price-book.ts'
import type { RunStore } from '../runs/run-store.ts'
import { spendOf } from './run-spend.ts'
import type { SpendStore } from './spend-store.ts'

export interface ReckonDependencies {
  store: SpendStore
  runs: Pick<RunStore, 'events'>
  prices: PriceBook
  now: () => Date
}

const BATCH = 100
const DAY_MS = 86_400_000
/** What ended earlier was asked by a release that did not reckon. */
const LOOKED_BACK_DAYS = 31
const EVERY_MS = 30_000

/** Reckons what runs cost that have ended, after their answers: asking costs nothing more for it. At most so many. */
export async function reckonSpend(
  { store, runs, prices, now }: ReckonDependencies,
  { most = 2000, signal }: { most?: number; signal?: AbortSignal } = {},
): Promise<number> {
  await prices.refresh()
  const since = new Date(now().getTime() - LOOKED_BACK_DAYS * DAY_MS).toISOString()
  for (let reckoned = 0; ;) {
    const ended = await store.unpriced(since, BATCH)
    for (const run of ended) {
      const { priceMicro, rows } = spendOf(run, await runs.events(run.id), prices)
      await store.keep(run.id, priceMicro, rows)
    }
    reckoned += ended.length
    if (ended.length < BATCH || reckoned >= most || signal?.aborted) return reckoned
  }
}

/** Keeps it up while the server runs. Returns how to stop. */
export function keepReckoning(dependencies: ReckonDependencies, onFault: (error: unknown) => void): () => void {
  const stopped = new AbortController()
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    reckonSpend(dependencies, { signal: stopped.signal })
      .catch(onFault)
      .finally(() => {
        isBusy = false
      })
  }, EVERY_MS)
  timer.unref()
  return () => {
    stopped.abort()
    clearInterval(timer)
  }
}
