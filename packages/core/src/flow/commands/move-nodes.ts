import type { Command } from '../command.ts'
import type { FlowNode, Position } from '../document.ts'
import { parentOf } from '../steps/step-edge.ts'

/** Puts nodes where the map says. */
export function moveNodes(positions: Readonly<Record<string, Position>>): Command {
  return (flow) => {
    const nodes = flow.nodes.map((node) => {
      const position = Object.hasOwn(positions, node.id) ? positions[node.id] : undefined
      return position ? moveTo(node, position) : node
    })
    return nodes.every((node, index) => node === flow.nodes[index])
      ? flow
      : { ...flow, nodes: carryInside(flow.nodes, nodes) }
  }
}

function moveTo(node: FlowNode, { x, y }: Position): FlowNode {
  if (node.position.x === x && node.position.y === y) return node
  const absolute = node.positionAbsolute ?? node.position
  return {
    ...node,
    position: { x, y },
    // Inside a group the two differ by the group's place, which this move does not change.
    positionAbsolute: { x: absolute.x + x - node.position.x, y: absolute.y + y - node.position.y },
  }
}

/** What stands in a container goes where the container goes: its own place is counted from there. */
function carryInside(before: readonly FlowNode[], after: readonly FlowNode[]): FlowNode[] {
  const moved = new Map<string, Position>()
  for (const [index, node] of after.entries()) {
    const old = before[index]
    if (!old || old === node || node.type !== 'iteration') continue
    moved.set(node.id, { x: node.position.x - old.position.x, y: node.position.y - old.position.y })
  }
  if (moved.size === 0) return [...after]
  const byId = new Map(after.map((node) => [node.id, node]))
  return after.map((node) => {
    const by = { x: 0, y: 0 }
    const seen = new Set<string>()
    for (let parent = parentOf(node); parent !== undefined && !seen.has(parent);) {
      seen.add(parent)
      by.x += moved.get(parent)?.x ?? 0
      by.y += moved.get(parent)?.y ?? 0
      const container = byId.get(parent)
      parent = container && parentOf(container)
    }
    const absolute = node.positionAbsolute
    if (!absolute || (by.x === 0 && by.y === 0)) return node
    return { ...node, positionAbsolute: { x: absolute.x + by.x, y: absolute.y + by.y } }
  })
}
