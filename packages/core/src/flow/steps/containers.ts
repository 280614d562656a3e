import type { Flow, FlowNode, Position } from '../document.ts'
import type { Lookup } from '../graph.ts'
import { parentOf } from './step-edge.ts'

/** These nodes, and whatever stands inside them. */
export function withInside(flow: Pick<Flow, 'nodes'>, nodeIds: Iterable<string>): Set<string> {
  const found = new Set(nodeIds)
  // A child may stand before its container in the file, and containers stand in containers.
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const node of flow.nodes) {
      const parent = parentOf(node)
      if (parent !== undefined && found.has(parent)) found.add(node.id)
    }
  }
  return found
}

/** Where a node lies on the canvas: inside a container its place is counted from the container's corner. */
export function absolutePosition(nodes: Lookup<FlowNode>, node: FlowNode): Position {
  const place = { ...node.position }
  const seen = new Set([node.id])
  let parent = nodes.get(parentOf(node) ?? '')
  while (parent && !seen.has(parent.id)) {
    seen.add(parent.id)
    place.x += parent.position.x
    place.y += parent.position.y
    parent = nodes.get(parentOf(parent) ?? '')
  }
  return place
}
