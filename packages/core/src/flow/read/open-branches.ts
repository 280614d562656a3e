import type { FlowNode } from '../document.ts'
import type { Repair } from './repair.ts'

/**
 * Marks the outputs of a branching node as open beside each other. Files written by program may lack the mark; read as
 * a choice among outputs, both branches would be moved to the chosen one.
 */
export const openBranches: Repair = (flow, report, describe) => {
  const nodes = flow.nodes.map((node) => {
    if (!describe(node.data.name)?.traits?.branches || !hasUnmarked(node)) return node
    report({
      kind: 'opened-branches',
      nodeId: node.id,
      message: `The outputs of ${node.data.label} weren't marked as branches. They are branches now, with the same connections.`,
    })
    return withOpenBranches(node)
  })
  return nodes.every((node, index) => node === flow.nodes[index]) ? flow : { ...flow, nodes }
}

function hasUnmarked(node: FlowNode): boolean {
  return node.data.outputAnchors.some((anchor) => anchor.options?.some((option) => option['isAnchor'] !== true))
}

/** A branching node with every output open, whether the document marks them or not. */
export function withOpenBranches(node: FlowNode): FlowNode {
  const outputAnchors = node.data.outputAnchors.map((anchor) =>
    anchor.options ? { ...anchor, options: anchor.options.map((option) => ({ ...option, isAnchor: true })) } : anchor,
  )
  return { ...node, data: { ...node.data, outputAnchors } }
}
