import type { CanvasProblem } from './problems.ts'

/** The node with the next problem after the one that is selected, round and round. */
export function nextProblem(problems: readonly CanvasProblem[], selected: string | undefined): string | undefined {
  const ids = [...new Set(problems.flatMap(({ nodeId }) => (nodeId === undefined ? [] : [nodeId])))]
  return ids[(ids.indexOf(selected ?? '') + 1) % Math.max(ids.length, 1)]
}
