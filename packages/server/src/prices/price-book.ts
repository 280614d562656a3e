import type { TokenUsage } from '@chatwright/core'
import { builtInPrices, type Rates } from './built-in-prices.ts'
import { costOf, namesOf } from './cost-of.ts'

/** Tells what calls cost. */
export interface PriceBook {
  /** In millionths of a dollar; nothing where the price of the model is not known. */
  cost(model: string, usage: TokenUsage): number | undefined
}

export const builtInPriceBook: PriceBook = {
  cost(model, usage) {
    const rates = builtInRates(model)
    return rates && costOf(rates, usage)
  },
}

export function builtInRates(model: string): Rates | undefined {
  for (const name of namesOf(model)) {
    if (Object.hasOwn(builtInPrices, name)) return builtInPrices[name]
  }
  return undefined
}
