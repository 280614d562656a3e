import { parentOf } from '@chatwright/core'
import type { Flow, FlowNode } from '@chatwright/core'

import { ROOM } from './container-room.ts'
import { nodeGeometry, openGeometry } from './node-geometry.ts'
import type { NodeGeometry } from './node-geometry.ts'

/** What is kept between an opened node and the one below it, at most what there was. */
const GAP = 32

export interface Opened {
  /** The measures of the nodes that are larger than their cards. */
  geometry: ReadonlyMap<string, NodeGeometry>
  /** How far down nodes stand for now; the document knows nothing of it. */
  shift: ReadonlyMap<string, number>
}

export const NONE_OPEN: Opened = { geometry: new Map(), shift: new Map() }

/** A container and a note show all they have to say already. */
export function canOpen({ type }: FlowNode): boolean {
  return type !== 'stickyNote' && type !== 'iteration'
}

/** Where nodes stand while some show their whole form: what is below one of them makes room, and closes up afterwards. */
export function openedNodes(flow: Flow, isOpen: (id: string) => boolean): Opened {
  if (!flow.nodes.some((node) => canOpen(node) && isOpen(node.id))) return NONE_OPEN
  const geometry = new Map<string, NodeGeometry>()
  const shift = new Map<string, number>()
  for (const node of flow.nodes) if (canOpen(node) && isOpen(node.id)) geometry.set(node.id, openGeometry(node))
  const containers = new Set(flow.nodes.filter(({ type }) => type === 'iteration').map(({ id }) => id))
  const levelOf = (node: FlowNode) => {
    const parent = parentOf(node)
    return parent !== undefined && containers.has(parent) ? parent : undefined
  }
  const settle = (parent: string | undefined): number => {
    const nodes = flow.nodes.filter((node) => levelOf(node) === parent)
    for (const node of nodes) {
      if (node.type !== 'iteration') continue
      const before = nodeGeometry(node)
      const height = Math.max(before.height, settle(node.id) + ROOM.bottom)
      if (height > before.height) geometry.set(node.id, { ...before, height })
    }
    return makeRoom(nodes, geometry, shift)
  }
  settle(undefined)
  return { geometry, shift }
}

/** Moves what is below a node that grew; returns where the lowest of all ends. */
function makeRoom(
  nodes: readonly FlowNode[],
  geometry: ReadonlyMap<string, NodeGeometry>,
  shift: Map<string, number>,
): number {
  const above: { x: number; right: number; bottom: number; shown: number }[] = []
  for (const node of nodes.toSorted((a, b) => a.position.y - b.position.y)) {
    const { x, y } = node.position
    const card = nodeGeometry(node)
    const { width, height } = geometry.get(node.id) ?? card
    const needed = above
      .filter((other) => other.bottom <= y && other.x < x + width && x < other.right)
      .map(({ bottom, shown }) => shown + Math.min(GAP, y - bottom) - y)
    const down = Math.max(0, ...needed)
    if (down > 0) shift.set(node.id, down)
    above.push({ x, right: x + width, bottom: y + card.height, shown: y + down + height })
  }
  return Math.max(0, ...above.map(({ shown }) => shown))
}
