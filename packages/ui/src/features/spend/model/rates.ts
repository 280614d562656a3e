import type { PriceList } from '@chatwright/contract'

export type Unit = PriceList['units'][string] | 'tokens'

/** Prices are kept for a million of what is counted; vendors tell those of recordings for a minute. */
const MINUTES_A_MILLION_SECONDS = 1_000_000 / 60
/** Enough for the cheapest; the rest is what dividing left. */
const DIGITS = 6

export function shownRate(rate: number, unit: Unit): number {
  return unit === 'seconds' ? Number((rate / MINUTES_A_MILLION_SECONDS).toFixed(DIGITS)) : rate
}

export function keptRate(typed: number, unit: Unit): number {
  return unit === 'seconds' ? typed * MINUTES_A_MILLION_SECONDS : typed
}
