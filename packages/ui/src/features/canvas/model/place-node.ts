import { absolutePosition, Draft, flowGraph, isStepNode, parentOf } from '@chatwright/core'
import type { Flow, FlowNode, Position } from '@chatwright/core'

import type { PaletteRequest } from './canvas-state.ts'
import { couldFeed } from './directions.ts'
import { nodeGeometry } from './node-geometry.ts'
import { joinOnlyFits, onlyLooseEnd } from './only-fits.ts'

/** Between columns: room for edges to leave, bend and arrive, and for the signs on ports. */
export const GUTTER = 80
const GAP = 32
/** A place above is better than one as far below as this. */
const FAR_BELOW = 1000
const STEP = 48
const MOST_TRIES = 400

interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface Placing {
  request: PaletteRequest | undefined
  /** The middle of what is in view. */
  centre: Position
}

/** Where a new node goes: what it feeds lies to its right, what feeds it to its left, and nothing is covered. */
export function placeNode(flow: Flow, node: FlowNode, { request, centre }: Placing): Position {
  if (request && request.kind !== 'insert' && request.at) return request.at
  const size = nodeGeometry(node)
  const middle = { x: Math.round(centre.x - size.width / 2), y: Math.round(centre.y - size.height / 2) }
  if (request?.kind === 'insert') return freeSpot(flow, between(flow, request.edge) ?? middle, size)
  const beside = besideWhat(flow, node, request)
  return beside ? columnSpot(flow, beside, size) : freeSpot(flow, middle, size)
}

interface Beside {
  node: FlowNode
  side: 'left' | 'right' | 'same'
}

function besideWhat(flow: Flow, node: FlowNode, request: PaletteRequest | undefined): Beside | undefined {
  const { nodes } = flowGraph(flow)
  const find = (id: string, side: Beside['side']) => {
    const other = nodes.get(id)
    return other && { node: other, side }
  }
  if (request?.kind === 'connect') {
    return find(request.end.nodeId, request.end.side === 'output' ? 'right' : 'left')
  }
  if (node.type === 'stickyNote') return undefined
  if (isStepNode(node)) {
    const end = onlyLooseEnd(flow)
    return end && find(end.nodeId, 'right')
  }
  const trial = new Draft({ ...flow, nodes: [...flow.nodes, node] })
  joinOnlyFits(trial, node.id)
  const { edges } = trial.flow
  const fed = edges.find((edge) => edge.source === node.id)
  if (fed) return find(fed.target, 'left')
  const cards = flow.nodes.filter(({ type }) => type !== 'stickyNote')
  const feeding = cards.filter((card) => edges.some((edge) => edge.source === card.id && edge.target === node.id))
  return besideKin(node, cards, feeding)
}

function besideKin(draft: FlowNode, cards: readonly FlowNode[], feeding: readonly FlowNode[]): Beside | undefined {
  const left = outermost(feeding, 'right')
  if (left) return { node: left, side: 'right' }
  const couldTake = outermost(
    cards.filter((node) => couldFeed(draft, node)),
    'left',
  )
  const couldGive = outermost(
    cards.filter((node) => couldFeed(node, draft)),
    'right',
  )
  if (couldTake && !couldGive) return { node: couldTake, side: 'left' }
  if (couldGive) return { node: couldGive, side: 'right' }
  const first = outermost(cards, 'left')
  return first && { node: first, side: 'same' }
}

function outermost(nodes: readonly FlowNode[], side: 'left' | 'right'): FlowNode | undefined {
  const reach = (node: FlowNode) => (side === 'left' ? -node.position.x : node.position.x + nodeGeometry(node).width)
  return nodes.toSorted((a, b) => reach(b) - reach(a))[0]
}

function between(flow: Flow, edge: { source: string; target: string }): Position | undefined {
  const { nodes } = flowGraph(flow)
  const source = nodes.get(edge.source)
  const target = nodes.get(edge.target)
  if (!source || !target) return undefined
  const [a, b] = [absolutePosition(nodes, source), absolutePosition(nodes, target)]
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

/** A gutter away from a node, at its height or the nearest free one, below before above. */
function columnSpot(flow: Flow, { node, side }: Beside, size: { width: number; height: number }): Position {
  const { nodes } = flowGraph(flow)
  const at = absolutePosition(nodes, node)
  const x = { left: at.x - size.width - GUTTER, right: at.x + nodeGeometry(node).width + GUTTER, same: at.x }[side]
  const boxes = flow.nodes
    .filter((other) => parentOf(other) === parentOf(node))
    .map((other): Box => ({ ...absolutePosition(nodes, other), ...nodeGeometry(other) }))
  const heights = [at.y, ...boxes.flatMap((box) => [box.y + box.height + GAP, box.y - GAP - size.height])]
  const distance = (y: number) => (y < at.y ? at.y - y + FAR_BELOW : y - at.y)
  const y = heights
    .toSorted((a, b) => distance(a) - distance(b))
    .find((y) => !boxes.some((box) => overlaps(box, { x, y, ...size }, GAP)))
  return { x, y: y ?? at.y }
}

/** A place near the wanted one where a card of this size covers no other, searched in growing rings. */
function freeSpot(flow: Flow, wanted: Position, size: { width: number; height: number }): Position {
  const outer = flow.nodes.filter((node) => parentOf(node) === undefined)
  const boxes = outer.map((node): Box => ({ ...node.position, ...nodeGeometry(node) }))
  const isFree = (at: Position) => !boxes.some((box) => overlaps(box, { ...at, ...size }, GUTTER))
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

function overlaps(a: Box, b: Box, gutter: number): boolean {
  return (
    a.x < b.x + b.width + gutter &&
    b.x < a.x + a.width + gutter &&
    a.y < b.y + b.height + GAP &&
    b.y < a.y + a.height + GAP
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
