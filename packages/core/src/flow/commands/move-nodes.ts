import type { Command } from '../command.ts'
import type { FlowNode, Position } from '../document.ts'

/** Puts nodes where the map says. */
export function moveNodes(positions: Readonly<Record<string, Position>>): Command {
  return (flow) => {
    const nodes = flow.nodes.map((node) => {
      const position = Object.hasOwn(positions, node.id) ? positions[node.id] : undefined
      return position ? moveTo(node, position) : node
    })
    return nodes.every((node, index) => node === flow.nodes[index]) ? flow : { ...flow, nodes }
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
