import { absolutePosition, flowGraph, flowKind, parentOf, withInside } from '@chatwright/core'
import type { Draft, Flow, FlowNode, Position } from '@chatwright/core'

import { nodeGeometry } from './node-geometry.ts'

/** Puts nodes where they were dropped: what lies in a container then belongs to it, and what was dragged out no longer. */
export function dropNodes(draft: Draft, places: Readonly<Record<string, Position>>): void {
  if (!draft.try({ do: 'move', places }) || flowKind(draft.flow) !== 'agents') return
  const dropped = Object.keys(places)
  for (const id of dropped) settle(draft, id, dropped)
}

/** Puts one node into the container it lies in. */
export function settleInContainer(draft: Draft, nodeId: string): void {
  settle(draft, nodeId, [nodeId])
}

/** Into a container, or, without one, out of its own. */
export function putInto(draft: Draft, id: string, container: string | undefined): void {
  draft.try(container === undefined ? { do: 'outOf', ids: [id] } : { do: 'into', ids: [id], container })
}

function settle(draft: Draft, id: string, dropped: readonly string[]): void {
  const node = flowGraph(draft.flow).nodes.get(id)
  if (!node) return
  // What came along with its container stays in it.
  const parent = parentOf(node)
  if (parent === undefined || !dropped.includes(parent)) putInto(draft, id, containerAt(draft.flow, node)?.id)
}

/** The innermost container that holds a node's middle. */
function containerAt(flow: Flow, node: FlowNode): FlowNode | undefined {
  const { nodes } = flowGraph(flow)
  const { width, height } = nodeGeometry(node)
  const corner = absolutePosition(nodes, node)
  const middle = { x: corner.x + width / 2, y: corner.y + height / 2 }
  const inside = withInside(flow, [node.id])
  const around = flow.nodes.filter((container) => {
    if (container.type !== 'iteration' || inside.has(container.id)) return false
    const at = absolutePosition(nodes, container)
    const size = nodeGeometry(container)
    return middle.x >= at.x && middle.y >= at.y && middle.x <= at.x + size.width && middle.y <= at.y + size.height
  })
  return around.find((container) => !around.some((other) => parentOf(other) === container.id))
}
