import type { Flow, NodeData } from './document.ts'

/**
 * An edit. What it does not touch stays the same object, so that a canvas redraws only what changed; an edit that does
 * not apply (its node is gone, its connection is refused) returns the very same flow.
 */
export type Command = (flow: Flow) => Flow

/** Changes one node's data; the same flow when the node is missing or the change changes nothing. */
export function changeData(flow: Flow, nodeId: string, change: (data: NodeData) => NodeData): Flow {
  const index = flow.nodes.findIndex((node) => node.id === nodeId)
  const node = flow.nodes[index]
  if (!node) return flow
  const data = change(node.data)
  return data === node.data ? flow : { ...flow, nodes: flow.nodes.with(index, { ...node, data }) }
}
