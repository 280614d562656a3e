import type { Command } from '../command.ts'
import { removeEdges } from '../remove-edges.ts'

/** Removes nodes with their edges, and clears every input that spoke of them. */
export function removeNodes(...nodeIds: string[]): Command {
  const removed = new Set(nodeIds)
  return (flow) => {
    if (!flow.nodes.some((node) => removed.has(node.id))) return flow
    const left = removeEdges(flow, (edge) => removed.has(edge.source) || removed.has(edge.target))
    return { ...left, nodes: left.nodes.filter((node) => !removed.has(node.id)) }
  }
}
