import type { Flow, FlowNode, NodeData } from './document.ts'

/**
 * An edit. What it does not touch stays the same object, so that a canvas redraws only what changed; an edit that does
 * not apply (its node is gone, its connection is refused) returns the very same flow.
 */
export type Command = (flow: Flow) => Flow

/** Changes one node; the same flow when the node is missing or the change changes nothing. */
export function changeNode(flow: Flow, nodeId: string, change: (node: FlowNode) => FlowNode): Flow {
  const index = flow.nodes.findIndex((node) => node.id === nodeId)
  const node = flow.nodes[index]
  if (!node) return flow
  const changed = change(node)
  return changed === node ? flow : { ...flow, nodes: flow.nodes.with(index, changed) }
}

/** Changes one node's data. */
export function changeData(flow: Flow, nodeId: string, change: (data: NodeData) => NodeData): Flow {
  return changeNode(flow, nodeId, (node) => {
    const data = change(node.data)
    return data === node.data ? node : { ...node, data }
  })
}
