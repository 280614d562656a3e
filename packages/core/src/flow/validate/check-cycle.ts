import type { Flow } from '../document.ts'
import { flowGraph } from '../graph.ts'
import { topologicalOrder } from '../topological-order.ts'
import type { Problem } from './problem.ts'

/** Nodes that wait for each other never run. */
export function checkCycle(flow: Flow): Problem[] {
  const { cycle } = topologicalOrder(flow)
  const [first] = cycle ?? []
  if (!cycle || first === undefined) return []
  const { nodes, outgoing } = flowGraph(flow)
  const closing = outgoing.get(cycle.at(-1) ?? '')?.find((edge) => edge.target === first)
  const labels = [...cycle.slice(0, 8), ...(cycle.length > 8 ? ['…'] : []), first].map(
    (id) => nodes.get(id)?.data.label ?? id,
  )
  return [
    {
      code: 'cycle',
      severity: 'error',
      nodeId: first,
      ...(closing && { edgeId: closing.id, action: { type: 'remove-edge', edgeId: closing.id } }),
      message: `These nodes form a circle: ${labels.join(' → ')}.`,
      fix: 'Remove one of the connections between them.',
      phrase: { id: 'cycle', values: { nodes: labels.join(' → ') } },
    },
  ]
}
