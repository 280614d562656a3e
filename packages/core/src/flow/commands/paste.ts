import type { Command } from '../command.ts'
import { copyNodes } from '../copy-nodes.ts'
import type { Flow, Position } from '../document.ts'

/** Adds a copied selection, with ids of its own; `at` is where its top left corner goes. */
export function paste(selection: Pick<Flow, 'nodes' | 'edges'>, at?: Position): Command {
  return (flow) => {
    if (selection.nodes.length === 0) return flow
    const corner = {
      x: Math.min(...selection.nodes.map((node) => node.position.x)),
      y: Math.min(...selection.nodes.map((node) => node.position.y)),
    }
    const offset = at ? { x: at.x - corner.x, y: at.y - corner.y } : { x: 0, y: 0 }
    const copy = copyNodes(selection, { taken: new Set(flow.nodes.map((node) => node.id)), offset })
    return { ...flow, nodes: [...flow.nodes, ...copy.nodes], edges: [...flow.edges, ...copy.edges] }
  }
}
