import { flowGraph, isStepNode } from '@chatwright/core'
import type { Flow, FlowGraph, FlowNode } from '@chatwright/core'

/**
 * The nodes as they take their turns: what feeds or leads to a node comes before it, and of those that could come next the
 * one that stands higher. What goes round in a circle follows where it was entered; notes take no turn.
 */
export function runOrder(flow: Flow): FlowNode[] {
  const { nodes, incoming, outgoing } = flowGraph(flow)
  const waiting = new Map(
    flow.nodes
      .filter((node) => node.type !== 'stickyNote')
      .map((node) => [node.id, incoming.get(node.id)?.length ?? 0]),
  )
  const ready = [...waiting].filter(([, count]) => count === 0).map(([id]) => id)
  const order: FlowNode[] = []
  while (waiting.size > 0) {
    // In a circle nobody is ready: it is entered at its first node.
    const id = takeHighest(ready, nodes) ?? waiting.keys().next().value
    if (id === undefined) break
    const node = nodes.get(id)
    if (!waiting.delete(id) || !node) continue
    order.push(node)
    for (const { target } of outgoing.get(id) ?? []) {
      const left = waiting.get(target)
      if (left === undefined) continue
      waiting.set(target, left - 1)
      if (left === 1) ready.push(target)
    }
  }
  return order
}

function takeHighest(ready: string[], nodes: FlowGraph['nodes']): string | undefined {
  let best = 0
  for (const [index, id] of ready.entries()) {
    const [here, there] = [nodes.get(id), nodes.get(ready[best] ?? '')]
    if (here && there && comesBefore(here, there)) best = index
  }
  return ready.splice(best, 1)[0]
}

/** Where a run begins comes before everything. */
function comesBefore(a: FlowNode, b: FlowNode): boolean {
  const isStart = (node: FlowNode) => isStepNode(node) && node.data['hideInput'] === true
  if (isStart(a) !== isStart(b)) return isStart(a)
  return a.position.y < b.position.y
}
