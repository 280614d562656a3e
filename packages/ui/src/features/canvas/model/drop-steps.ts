import {
  absolutePosition,
  flowGraph,
  flowKind,
  moveNodes,
  parentOf,
  putIntoContainer,
  withInside,
} from '@chatwright/core'
import type { Command, Flow, FlowNode, Position } from '@chatwright/core'

import { nodeGeometry } from './node-geometry.ts'

/** Puts nodes where they were dropped: what lies in a container then belongs to it, and what was dragged out no longer. */
export function dropNodes(places: Readonly<Record<string, Position>>): Command {
  return (flow) => {
    const moved = moveNodes(places)(flow)
    if (moved === flow || flowKind(flow) !== 'agents') return moved
    const dropped = Object.keys(places)
    return dropped.reduce((present, id) => settle(present, id, dropped), moved)
  }
}

/** Puts one node into the container it lies in. */
export function settleInContainer(nodeId: string): Command {
  return (flow) => settle(flow, nodeId, [nodeId])
}

function settle(flow: Flow, id: string, dropped: readonly string[]): Flow {
  const node = flowGraph(flow).nodes.get(id)
  if (!node) return flow
  // What came along with its container stays in it.
  const parent = parentOf(node)
  if (parent !== undefined && dropped.includes(parent)) return flow
  return putIntoContainer([id], containerAt(flow, node)?.id)(flow)
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
