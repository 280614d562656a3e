import type { Command } from '../command.ts'
import type { Flow, FlowEdge, FlowNode } from '../document.ts'
import { flowGraph } from '../graph.ts'
import { absolutePosition, withInside } from '../steps/containers.ts'
import { createStepEdge, parentOf } from '../steps/step-edge.ts'

/** Puts steps into a container, or, without one, out of theirs. They stay where they are on the canvas. */
export function putIntoContainer(nodeIds: readonly string[], containerId: string | undefined): Command {
  return (flow) => {
    const { nodes } = flowGraph(flow)
    const container = containerId === undefined ? undefined : nodes.get(containerId)
    if (containerId !== undefined && !container) return flow
    const moved = new Set(
      nodeIds.filter((id) => {
        const node = nodes.get(id)
        return node && mayStandIn(flow, node, container) && parentOf(node) !== containerId
      }),
    )
    if (moved.size === 0) return flow
    const corner = container ? absolutePosition(nodes, container) : { x: 0, y: 0 }
    const next = flow.nodes.map((node) => {
      if (!moved.has(node.id)) return node
      const { x, y } = absolutePosition(nodes, node)
      const { parentNode: _, extent: __, ...free } = node
      return {
        ...free,
        position: { x: x - corner.x, y: y - corner.y },
        positionAbsolute: { x, y },
        ...(containerId !== undefined && { parentNode: containerId, extent: 'parent' }),
      }
    })
    const placed = { ...flow, nodes: next }
    return { ...placed, edges: flow.edges.map((edge) => settleDepth(placed, edge, moved)) }
  }
}

/** A run begins outside, and nothing stands inside itself. */
function mayStandIn(flow: Flow, node: FlowNode, container: FlowNode | undefined): boolean {
  if (!container) return true
  return node.data['hideInput'] !== true && !withInside(flow, [node.id]).has(container.id)
}

function settleDepth(flow: Flow, edge: FlowEdge, moved: ReadonlySet<string>): FlowEdge {
  if (!moved.has(edge.source) && !moved.has(edge.target)) return edge
  const { nodes } = flowGraph(flow)
  const source = nodes.get(edge.source)
  const target = nodes.get(edge.target)
  if (!source || !target) return edge
  const { zIndex } = createStepEdge({ source, sourceHandle: edge.sourceHandle, target })
  const { zIndex: _, ...flat } = edge
  return zIndex === undefined ? flat : { ...edge, zIndex }
}
