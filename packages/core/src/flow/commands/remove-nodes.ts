import type { Command } from '../command.ts'
import { removeEdges } from '../remove-edges.ts'
import { withInside } from '../steps/containers.ts'

/** Removes nodes, what stands inside them and their edges, and clears every input that an edge wrote into. */
export function removeNodes(...nodeIds: string[]): Command {
  const wanted = new Set(nodeIds)
  return (flow) => {
    if (!flow.nodes.some((node) => wanted.has(node.id))) return flow
    const removed = withInside(flow, wanted)
    const left = removeEdges(flow, (edge) => removed.has(edge.source) || removed.has(edge.target))
    return { ...left, nodes: left.nodes.filter((node) => !removed.has(node.id)) }
  }
}
