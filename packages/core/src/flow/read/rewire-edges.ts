import { reconnectEdge } from '../create-edge.ts'
import { inputHandleOf } from '../node-inputs.ts'
import { isReadBySuffix, resolveEdge } from '../resolve-edge.ts'
import type { Repair } from './repair.ts'

/** Moves edges whose handles went stale to the handles their nodes have. Edges that join nothing stay, to be shown. */
export const rewireEdges: Repair = (flow, report) => {
  const edges = flow.edges.map((edge) => {
    const ends = resolveEdge(flow, edge)
    if ('problem' in ends) return edge
    // A branch is told by the suffix as well as by the name: such a handle is not stale, and stays what it is.
    const isSuffix = isReadBySuffix(ends.source, edge.sourceHandle)
    const sourceHandle = isSuffix ? edge.sourceHandle : ends.output.handle
    const targetHandle = inputHandleOf(ends.target.id, ends.input)
    if (edge.sourceHandle === sourceHandle && edge.targetHandle === targetHandle) return edge
    const moved = reconnectEdge(edge, { sourceHandle, targetHandle })
    report({
      kind: 'rewired-edge',
      edgeId: moved.id,
      message: `The connection from ${ends.source.data.label} to "${ends.input.label}" of ${ends.target.data.label} used an old port. It was updated.`,
    })
    return moved
  })
  return edges.every((edge, index) => edge === flow.edges[index]) ? flow : { ...flow, edges }
}
