import { parentOf } from '@chatwright/core'
import type { Flow, Viewport } from '@chatwright/core'
import { getViewportForBounds } from '@xyflow/react'

import { wantsStillness } from '../../../lib/wants-stillness.ts'
import { nodeGeometry } from './node-geometry.ts'

/** What the toolbar takes of the view, with room above it. */
export const FOOT = 88

/** Room on all sides, and below for the toolbar, which must cover nothing. */
export const FIT = {
  padding: { top: '24px', right: '32px', bottom: `${FOOT}px`, left: '32px' },
  maxZoom: 1,
  minZoom: 0.1,
} as const

/** How the view moves to another place: at once for who asked for less movement. */
export const cameraMove = () => ({ duration: wantsStillness() ? 0 : 300 })

/** The view that shows the whole flow; known before anything is drawn, so that nothing is drawn twice. */
export function fitViewport(flow: Flow, size: { width: number; height: number }): Viewport | undefined {
  if (flow.nodes.length === 0 || size.width === 0 || size.height === 0) return undefined
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const node of flow.nodes) {
    // Its container is there for all that stands in it.
    if (parentOf(node) !== undefined) continue
    const { width, height } = nodeGeometry(node)
    left = Math.min(left, node.position.x)
    top = Math.min(top, node.position.y)
    right = Math.max(right, node.position.x + width)
    bottom = Math.max(bottom, node.position.y + height)
  }
  const bounds = { x: left, y: top, width: right - left, height: bottom - top }
  return getViewportForBounds(bounds, size.width, size.height, FIT.minZoom, FIT.maxZoom, FIT.padding)
}
