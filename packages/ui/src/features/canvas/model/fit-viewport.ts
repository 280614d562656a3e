import { absolutePosition, flowGraph, parentOf } from '@chatwright/core'
import type { Flow, FlowNode, Viewport } from '@chatwright/core'
import { getViewportForBounds } from '@xyflow/react'

import { wantsStillness } from '../../../lib/wants-stillness.ts'
import { nodeGeometry } from './node-geometry.ts'

/** What the toolbar takes of the view, with room above it. */
export const FOOT = 88

/** Room on all sides, and below for the toolbar, which must cover nothing. */
const PAD = { top: 24, right: 32, bottom: FOOT, left: 32 } as const

export const FIT = {
  padding: { top: `${PAD.top}px`, right: `${PAD.right}px`, bottom: `${PAD.bottom}px`, left: `${PAD.left}px` },
  maxZoom: 1,
  minZoom: 0.1,
} as const

/** How the view moves to another place: at once for who asked for less movement. */
export const cameraMove = () => ({ duration: wantsStillness() ? 0 : 300 })

export interface FitOptions {
  /** No farther away than this, also where the flow is larger than the view. */
  leastZoom?: number | undefined
  /** The node to be in view then; without one, where the flow begins. */
  around?: string | undefined
}

/** The view that shows the whole flow; known before anything is drawn, so that nothing is drawn twice. */
export function fitViewport(
  flow: Flow,
  size: { width: number; height: number },
  { leastZoom = FIT.minZoom, around }: FitOptions = {},
): Viewport | undefined {
  if (flow.nodes.length === 0 || size.width === 0 || size.height === 0) return undefined
  // Its container is there for all that stands in it.
  const outermost = flow.nodes.filter((node) => parentOf(node) === undefined)
  const boxes = outermost.map((node) => boxOf(flow, node))
  const left = least(boxes.map(({ x }) => x))
  const top = least(boxes.map(({ y }) => y))
  const right = -least(boxes.map(({ x, width }) => -x - width))
  const bottom = -least(boxes.map(({ y, height }) => -y - height))
  const bounds = { x: left, y: top, width: right - left, height: bottom - top }
  const fitted = getViewportForBounds(bounds, size.width, size.height, FIT.minZoom, FIT.maxZoom, FIT.padding)
  if (fitted.zoom >= leastZoom) return fitted
  const node = flow.nodes.find(({ id }) => id === around) ?? outermost.find(({ position }) => position.x === left)
  const middle = node ? boxOf(flow, node) : bounds
  return {
    zoom: leastZoom,
    x: shiftTo(middle.x + middle.width / 2, {
      zoom: leastZoom,
      from: left,
      to: right,
      room: [PAD.left, size.width - PAD.right],
    }),
    y: shiftTo(middle.y + middle.height / 2, {
      zoom: leastZoom,
      from: top,
      to: bottom,
      room: [PAD.top, size.height - PAD.bottom],
    }),
  }
}

function boxOf(flow: Flow, node: FlowNode) {
  const { width, height } = nodeGeometry(node)
  return { ...absolutePosition(flowGraph(flow).nodes, node), width, height }
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), Infinity)
}

interface Stretch {
  zoom: number
  /** Where the flow begins and ends. */
  from: number
  to: number
  /** Where it may be seen. */
  room: readonly [start: number, end: number]
}

/** How far to shift so that a place is in the middle of the room, with nothing but the flow in it; a small flow is centred. */
function shiftTo(place: number, { zoom, from, to, room: [start, end] }: Stretch): number {
  const middle = (start + end) / 2
  if ((to - from) * zoom <= end - start) return middle - ((from + to) / 2) * zoom
  return Math.min(start - from * zoom, Math.max(end - to * zoom, middle - place * zoom))
}
