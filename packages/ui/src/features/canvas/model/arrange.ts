import { parentOf } from '@chatwright/core'
import type { Flow, FlowNode, Position } from '@chatwright/core'

import { nodeGeometry } from './node-geometry.ts'

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'

/** New places that put nodes in one line. */
export function alignNodes(nodes: readonly FlowNode[], alignment: Alignment): Record<string, Position> {
  const boxes = nodes.map((node) => ({ id: node.id, ...node.position, ...nodeGeometry(node) }))
  const left = Math.min(...boxes.map((box) => box.x))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const top = Math.min(...boxes.map((box) => box.y))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  const place = ({ x, y, width, height }: (typeof boxes)[number]): Position => {
    switch (alignment) {
      case 'left':
        return { x: left, y }
      case 'center':
        return { x: (left + right - width) / 2, y }
      case 'right':
        return { x: right - width, y }
      case 'top':
        return { x, y: top }
      case 'middle':
        return { x, y: (top + bottom - height) / 2 }
      case 'bottom':
        return { x, y: bottom - height }
    }
  }
  return Object.fromEntries(boxes.map((box) => [box.id, place(box)]))
}

export function shiftNodes(flow: Flow, nodeIds: ReadonlySet<string>, by: Position): Record<string, Position> {
  return Object.fromEntries(
    flow.nodes
      // What stands in a container goes with it.
      .filter((node) => nodeIds.has(node.id) && !nodeIds.has(parentOf(node) ?? ''))
      .map((node) => [node.id, { x: node.position.x + by.x, y: node.position.y + by.y }]),
  )
}
