import type { FlowEdge } from './document.ts'
import { edgeLabel } from './edge-label.ts'
import { edgeId } from './handles.ts'

/** An edge between two handles, with the id and label that follow from them. */
export function createEdge(ends: Pick<FlowEdge, 'source' | 'sourceHandle' | 'target' | 'targetHandle'>): FlowEdge {
  const { source, sourceHandle, target, targetHandle } = ends
  return {
    source,
    sourceHandle,
    target,
    targetHandle,
    type: 'buttonedge',
    id: edgeId(ends),
    data: { label: edgeLabel(sourceHandle) },
  }
}

/** The same edge between other ends; its kind and whatever else it carries stay. */
export function reconnectEdge(
  edge: FlowEdge,
  ends: Partial<Pick<FlowEdge, 'source' | 'sourceHandle' | 'target' | 'targetHandle'>>,
): FlowEdge {
  const moved = { ...edge, ...ends }
  const id = edgeId(moved)
  if (id === edge.id && moved.sourceHandle === edge.sourceHandle && moved.targetHandle === edge.targetHandle) {
    return edge
  }
  const label = edgeLabel(moved.sourceHandle)
  const data = edge.data && { ...edge.data, ...(edge.data.label !== undefined && { label }) }
  return { ...moved, id, ...(data && { data }) }
}
