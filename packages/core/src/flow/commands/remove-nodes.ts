import type { Command } from '../command.ts'
import { flowGraph } from '../graph.ts'
import { edgesAt, removeEdges, without } from '../remove-edges.ts'
import { withInside } from '../steps/containers.ts'

/** Removes nodes, what stands inside them and their edges, and clears every input that an edge wrote into. */
export function removeNodes(...nodeIds: string[]): Command {
  const wanted = new Set(nodeIds)
  return (flow) => {
    if (!flow.nodes.some((node) => wanted.has(node.id))) return flow
    const removed = withInside(flow, wanted)
    const left = removeEdges(flow, edgesAt(flow, removed))
    const { nodes: known } = flowGraph(left)
    const nodes = [...removed].flatMap((id) => known.get(id) ?? [])
    return { ...left, nodes: without(left.nodes, nodes) }
  }
}
