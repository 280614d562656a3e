import type { Flow, FlowNode } from '@chatwright/core'

/** The nodes that hold this id as one of their values: as their credential, or inside a nested setting. */
export function nodesHolding(flow: Pick<Flow, 'nodes'>, id: string): FlowNode[] {
  return flow.nodes.filter(({ data }) => data.credential === id || holds(data.inputs, id))
}

function holds(root: unknown, id: string): boolean {
  const waiting: unknown[] = [root]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value === id) return true
    if (typeof value !== 'object' || value === null) continue
    // One by one: a list in an imported flow may be longer than a call has room for arguments.
    for (const each of Object.values(value)) if (each != null) waiting.push(each)
  }
  return false
}
