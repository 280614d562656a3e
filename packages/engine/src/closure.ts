import type { Step } from './plan.ts'

/** Everything a step needs, itself included, dependencies first. */
export function closure(steps: readonly Step[], target: number): number[] {
  const seen = new Set([target])
  // A set is walked in insertion order, also over what is added meanwhile.
  for (const index of seen) for (const source of steps[index]?.dependencies ?? []) seen.add(source)
  // Steps are in order already, so their numbers are.
  return [...seen].sort((a, b) => a - b)
}
