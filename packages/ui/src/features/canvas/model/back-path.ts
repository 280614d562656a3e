import type { Position } from '@chatwright/core'

export interface Ends {
  sourceX: number
  sourceY: number
  targetX: number
  targetY: number
}

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** How far an edge leaves its ports before it turns, how round its corners are, and how far it stays from cards. */
const OUT = 28
const CORNER = 14
const ROOM = 16

export function leadsBack({ sourceX, targetX }: Ends): boolean {
  return targetX < sourceX
}

/** How far down an edge that leads back runs: in the first gap under its ports that no card reaches into. */
export function laneUnder({ sourceX, sourceY, targetX, targetY }: Ends, cards: Iterable<Rectangle>): number {
  const [left, right] = [targetX - OUT, sourceX + OUT]
  const below = Math.max(sourceY, targetY)
  const inTheWay = [...cards]
    .filter(({ x, y, width, height }) => x < right && x + width > left && y + height > below - ROOM)
    .toSorted((a, b) => a.y - b.y)
  let lane = below + 2 * CORNER
  for (const { y, height } of inTheWay) {
    if (y - ROOM > lane) break
    lane = Math.max(lane, y + height + ROOM)
  }
  return lane
}

/** Out of its port, down, back under the cards and up again; with the middle of it, where its tools stand. */
export function backPath(
  { sourceX, sourceY, targetX, targetY }: Ends,
  lane: number,
): { path: string; middle: Position } {
  const [right, left] = [sourceX + OUT, targetX - OUT]
  const path = [
    `M ${sourceX} ${sourceY}`,
    `L ${right - CORNER} ${sourceY} Q ${right} ${sourceY} ${right} ${sourceY + CORNER}`,
    `L ${right} ${lane - CORNER} Q ${right} ${lane} ${right - CORNER} ${lane}`,
    `L ${left + CORNER} ${lane} Q ${left} ${lane} ${left} ${lane - CORNER}`,
    `L ${left} ${targetY + CORNER} Q ${left} ${targetY} ${left + CORNER} ${targetY}`,
    `L ${targetX} ${targetY}`,
  ].join(' ')
  return { path, middle: { x: (left + right) / 2, y: lane } }
}
