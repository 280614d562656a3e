import type { Command } from '../command.ts'
import { copyNodes } from '../copy-nodes.ts'

/** How far to the right a duplicate stands. */
const DUPLICATE_OFFSET = 400

/** Copies nodes, and the edges among them, to the right; edges to nodes outside are not copied. */
export function duplicateNodes(...nodeIds: string[]): Command {
  const wanted = new Set(nodeIds)
  return (flow) => {
    const nodes = flow.nodes.filter((node) => wanted.has(node.id))
    if (nodes.length === 0) return flow
    const taken = new Set(flow.nodes.map((node) => node.id))
    const copy = copyNodes({ nodes, edges: flow.edges }, { taken, offset: { x: DUPLICATE_OFFSET, y: 0 } })
    return { ...flow, nodes: [...flow.nodes, ...copy.nodes], edges: [...flow.edges, ...copy.edges] }
  }
}
