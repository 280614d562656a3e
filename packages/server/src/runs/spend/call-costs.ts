/** Costs that differ less are counted as one: a node has few of them, and what is told is right within two hundredths. */
const STEP = 1.02
/** Below it, one more millionth of a dollar is more than a step. */
const EXACT_BELOW = 100

/** How many calls cost about as much, by cost. */
export type CallCosts = Map<number, number>

/** About what a call cost, in millionths of a dollar. */
export function costStep(micro: number): number {
  if (micro < EXACT_BELOW) return micro
  return Math.round(STEP ** Math.round(Math.log(micro) / Math.log(STEP)))
}

export function noteCost(costs: CallCosts, micro: number): void {
  const step = costStep(micro)
  costs.set(step, (costs.get(step) ?? 0) + 1)
}

/** The cost that so great a share of the calls does not go beyond; nothing where none has a price. */
export function costWithin(costs: ReadonlyMap<number, number>, share: number): number | null {
  const steps = [...costs].toSorted(([one], [other]) => one - other)
  const calls = steps.reduce((sum, [, count]) => sum + count, 0)
  let counted = 0
  for (const [cost, count] of steps) {
    counted += count
    if (counted >= calls * share) return cost
  }
  return null
}
