import { parentOf } from '@chatwright/core'
import type { Flow, Position } from '@chatwright/core'

import { nodeGeometry } from './node-geometry.ts'

const GAP = 32
const STEP = 48
const MOST_TRIES = 400

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A place near the wanted one where a card of this size covers no other, searched in growing rings. */
export function freeSpot(flow: Flow, wanted: Position, size: { width: number; height: number }): Position {
  const outer = flow.nodes.filter((node) => parentOf(node) === undefined)
  const boxes = outer.map((node): Box => ({ ...node.position, ...nodeGeometry(node) }))
  const isFree = (at: Position) => !boxes.some((box) => overlaps(box, { ...at, ...size }))
  let ring = 0
  for (let tries = 0; tries < MOST_TRIES; ring++) {
    for (const offset of ringOffsets(ring)) {
      tries++
      const at = { x: wanted.x + offset.x * STEP, y: wanted.y + offset.y * STEP }
      if (isFree(at)) return at
    }
  }
  return { x: wanted.x, y: Math.max(...boxes.map((box) => box.y + box.height)) + GAP }
}

function overlaps(a: Box, b: Box): boolean {
  return (
    a.x < b.x + b.width + GAP && b.x < a.x + a.width + GAP && a.y < b.y + b.height + GAP && b.y < a.y + a.height + GAP
  )
}

/** Nearest first, and of equals to the right, then below: that is how flows grow. */
function ringOffsets(ring: number): Position[] {
  if (ring === 0) return [{ x: 0, y: 0 }]
  const offsets: Position[] = []
  for (let step = -ring; step <= ring; step++) {
    offsets.push({ x: ring, y: step }, { x: step, y: ring }, { x: step, y: -ring }, { x: -ring, y: step })
  }
  return offsets.sort((a, b) => weight(a) - weight(b))
}

function weight({ x, y }: Position): number {
  return Math.hypot(x, y) + (x < 0 ? 0.5 : 0) + (y < 0 ? 0.25 : 0) + (x === 0 ? 0.1 : 0)
}
