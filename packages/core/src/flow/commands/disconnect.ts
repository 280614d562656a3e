import type { Command } from '../command.ts'
import { removeEdges } from '../remove-edges.ts'

/** Removes edges by id and clears what they wrote. */
export function disconnect(...edgeIds: string[]): Command {
  const removed = new Set(edgeIds)
  return (flow) =>
    removeEdges(
      flow,
      flow.edges.filter(({ id }) => removed.has(id)),
    )
}
