import type { Flow, FlowNode, Position } from '@chatwright/core'

import { countCrossings, findHidden } from './edge-paths.ts'
import { nodeGeometry } from './node-geometry.ts'

const STEP = 16
const MOST_STEPS = 40
/** A crossing is as bad as moving a card this far. */
const CROSSING = 400
/** Edges compared with cards and with each other, in all: a moment's work, whatever is drawn. */
const MOST_COMPARED = 2_000_000

type Places = Record<string, Position>
/** Whether one more arrangement may be looked at. */
type MayTry = () => boolean

/** Moves cards up and down in their columns until edges cross as little as they can and none runs behind a card. */
export function clearPaths(flow: Flow, places: Places): void {
  let left = Math.floor(MOST_COMPARED / Math.max(1, flow.edges.length * (flow.nodes.length + flow.edges.length)))
  const mayTry = (): boolean => {
    left -= 1
    return left >= 0
  }
  if (!mayTry()) return
  uncross(flow, places, mayTry)
  uncover(flow, places, mayTry)
}

/** Lets neighbours in a column change places: the layout engine knows nodes and no ports. */
function uncross(flow: Flow, places: Places, mayTry: MayTry): void {
  let present = countCrossings(flow, places)
  for (let isBetter = present > 0; isBetter;) {
    isBetter = false
    for (const [upper, lower] of neighbours(flow, places)) {
      if (!mayTry()) return
      const swapped = { ...places, ...swap(upper, lower, places) }
      const crossings = countCrossings(flow, swapped)
      if (crossings >= present) continue
      Object.assign(places, swapped)
      present = crossings
      isBetter = true
      // Who is whose neighbour has changed.
      break
    }
  }
}

function neighbours(flow: Flow, places: Places): [FlowNode, FlowNode][] {
  const top = ({ id }: FlowNode) => places[id]?.y ?? 0
  const columns = new Map<number, FlowNode[]>()
  for (const node of flow.nodes) {
    const x = places[node.id]?.x
    if (x !== undefined) columns.set(x, [...(columns.get(x) ?? []), node])
  }
  return [...columns.values()].flatMap((column) => {
    const ordered = column.toSorted((a, b) => top(a) - top(b))
    return ordered.slice(1).map((node, index): [FlowNode, FlowNode] => [ordered[index] ?? node, node])
  })
}

/** Together they take the room they took, and the gap between them stays as large as it was. */
function swap(upper: FlowNode, lower: FlowNode, places: Places): Places {
  const [above, below] = [places[upper.id], places[lower.id]]
  if (!above || !below) return {}
  const bottom = below.y + nodeGeometry(lower).height
  return {
    [lower.id]: above,
    [upper.id]: { x: below.x, y: bottom - nodeGeometry(upper).height },
  }
}

/**
 * The layout engine leaves a way for an edge that skips a column, but the edge is drawn as one curve and does not take it:
 * the card in its way makes room.
 */
function uncover(flow: Flow, places: Places, mayTry: MayTry): void {
  for (let hidden = findHidden(flow, places); hidden.length > 0;) {
    const moved = bestMove(flow, places, { hidden, mayTry })
    if (!moved) return
    Object.assign(places, moved)
    hidden = findHidden(flow, places)
  }
}

function bestMove(
  flow: Flow,
  places: Places,
  { hidden, mayTry }: { hidden: ReturnType<typeof findHidden>; mayTry: MayTry },
): Places | undefined {
  let best: { moved: Places; cost: number } | undefined
  for (const card of new Set(hidden.map((each) => each.card))) {
    for (const { by, moved } of movesOf(flow, places, card)) {
      if (!mayTry()) return best?.moved
      if (findHidden(flow, moved).length >= hidden.length) continue
      const cost = by + CROSSING * countCrossings(flow, moved)
      if (!best || cost < best.cost) best = { moved, cost }
    }
  }
  return best?.moved
}

/** The card with all that stands below it in its column further down, or with all above it further up. */
function* movesOf(flow: Flow, places: Places, card: FlowNode): Generator<{ by: number; moved: Places }> {
  const at = places[card.id]
  if (!at) return
  const column = flow.nodes.flatMap(({ id }) => {
    const place = places[id]
    return place?.x === at.x ? [{ id, y: place.y }] : []
  })
  const shifted = (by: number, isMoving: (y: number) => boolean): Places => {
    const moving = column.filter(({ y }) => isMoving(y))
    return { ...places, ...Object.fromEntries(moving.map(({ id, y }) => [id, { x: at.x, y: y + by }])) }
  }
  for (let by = STEP; by <= MOST_STEPS * STEP; by += STEP) {
    yield { by, moved: shifted(by, (y) => y >= at.y) }
    yield { by, moved: shifted(-by, (y) => y <= at.y) }
  }
}
