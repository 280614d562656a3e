import { laterUsage, type TokenUsage } from '@chatwright/core'
import type { KeptModelEvent } from '../../runs/recordings/model-events.ts'
import type { Outcome } from '../../runs/recordings/recorder.ts'
import type { PriceBook } from '../../money/prices/price-book.ts'

/** What several calls cost together, and the models whose price nobody knows. */
export interface RunPrice {
  add(model: string | undefined, usage: TokenUsage | undefined): number | undefined
  readonly micro: number
  readonly unpriced: string[]
}

export function createRunPrice(prices: PriceBook): RunPrice {
  const unpriced = new Set<string>()
  let micro = 0
  return {
    add(model, usage) {
      if (model === undefined || !usage) return undefined
      const cost = prices.cost(model, usage)
      if (cost === undefined) unpriced.add(model)
      else micro += cost
      return cost
    },
    get micro() {
      return micro
    },
    get unpriced() {
      return [...unpriced]
    },
  }
}

/** What a call used, as its vendor counted. */
export function usageIn({ said = [], usage: counted }: Pick<Outcome, 'said' | 'usage'> = {}): TokenUsage | undefined {
  let usage = counted
  for (const event of said) if (event.type === 'usage') usage = laterUsage(usage, event.usage)
  return usage
}

/** The model that answered in place of the one that was to be asked. */
export function modelIn(said: readonly KeptModelEvent[] | undefined): string | undefined {
  const [first] = said ?? []
  return first?.type === 'instead' ? first.model : undefined
}
