import { parentOf } from '@chatwright/core'
import type { Draft } from '@chatwright/core'

import { nodeGeometry } from './node-geometry.ts'

/** The room between a container's borders and what stands in it; its head is above. */
export const ROOM = { left: 32, top: 80, right: 32, bottom: 32 } as const

/** Makes containers large enough for what stands in them, the innermost first; none becomes smaller. */
export function growContainers(draft: Draft): void {
  const containers = draft.flow.nodes.filter(({ type }) => type === 'iteration')
  const depth = (id: string | undefined, most = containers.length): number => {
    const node = containers.find((container) => container.id === id)
    return node && most > 0 ? 1 + depth(parentOf(node), most - 1) : 0
  }
  for (const { id } of containers.toSorted((a, b) => depth(b.id) - depth(a.id))) growContainer(draft, id)
}

function growContainer(draft: Draft, id: string): void {
  const { flow } = draft
  const container = flow.nodes.find((node) => node.id === id)
  const inside = flow.nodes.filter((node) => parentOf(node) === id)
  if (!container || inside.length === 0) return
  const { width, height } = nodeGeometry(container)
  const right = Math.max(...inside.map((node) => node.position.x + nodeGeometry(node).width)) + ROOM.right
  const bottom = Math.max(...inside.map((node) => node.position.y + nodeGeometry(node).height)) + ROOM.bottom
  if (right <= width && bottom <= height) return
  draft.try({ do: 'resize', id, width: Math.max(width, right), height: Math.max(height, bottom) })
}
