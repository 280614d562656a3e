import type { TokenUsage } from '@chatwright/core'
import { builtInPrices, type Rates } from './built-in-prices.ts'
import { costOf, namesOf } from './cost-of.ts'
import type { PriceRow, PriceStore } from './price-store.ts'

/** Tells what calls cost. */
export interface PriceBook {
  /** In millionths of a dollar; nothing where the price of the model is not known. */
  cost(model: string, usage: TokenUsage): number | undefined
  /** Reads what was set on this server, where that may have changed. */
  refresh(): Promise<void>
  /** This process has set a price: known from here on. */
  changed(): Promise<void>
}

/** How long a price that was set by another process may go unnoticed. */
const FRESH_MS = 5000

/** The prices that come with the product, and above them those that were set here. */
export function createPriceBook(store: Pick<PriceStore, 'list'>, now: () => number = Date.now): PriceBook {
  let own = new Map<string, PriceRow[]>()
  let readAt = -Infinity
  let reading: Promise<void> | undefined
  const read = async (): Promise<void> => {
    const set = new Map<string, PriceRow[]>()
    for (const row of await store.list()) {
      const rows = set.get(row.model)
      if (rows) rows.push(row)
      else set.set(row.model, [row])
    }
    own = set
  }
  /** One after another: an older list must not take the place of a newer one. */
  const readNext = (): Promise<void> => {
    // Not by the clock on the wall: set back, it would be waited for.
    readAt = performance.now()
    reading = (reading ?? Promise.resolve())
      .catch(() => {})
      .then(read)
      .catch((error: unknown) => {
        readAt = -Infinity
        throw error
      })
    return reading
  }
  return {
    cost(model, usage) {
      const rates = ratesOf(model, { own, day: dayOf(now()) })
      return rates && costOf(rates, usage)
    },
    async refresh() {
      await (performance.now() - readAt < FRESH_MS ? reading : readNext())
    },
    changed: readNext,
  }
}

function ratesOf(
  model: string,
  { own, day }: { own: ReadonlyMap<string, readonly PriceRow[]>; day: string },
): Rates | undefined {
  for (const name of namesOf(model)) {
    // By date, the newest last.
    const row = own.get(name)?.findLast(({ since }) => since <= day)
    if (row) return [row.input, row.output, row.cached_input]
    if (Object.hasOwn(builtInPrices, name)) return builtInPrices[name]
  }
  return undefined
}

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
