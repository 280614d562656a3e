import type { Command } from '../command.ts'
import type { FlowNode } from '../document.ts'

/** Puts a node on the canvas; a node whose id is taken is not added. */
export function addNode(node: FlowNode): Command {
  return (flow) =>
    flow.nodes.some((present) => present.id === node.id) ? flow : { ...flow, nodes: [...flow.nodes, node] }
}
