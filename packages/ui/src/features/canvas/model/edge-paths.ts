import type { Flow, FlowEdge, FlowNode, Position } from '@chatwright/core'

import { nodeGeometry } from './node-geometry.ts'

export type Places = Readonly<Record<string, Position>>

/** Between an edge and a card it does not belong to. */
const ROOM = 8
const SAMPLES = 24

interface Ends {
  edge: FlowEdge
  from: Position
  to: Position
}

/** Each edge that runs behind a card it does not belong to, with that card. Edges that lead back are left out. */
export function findHidden(flow: Flow, places: Places): { edge: FlowEdge; card: FlowNode }[] {
  return endsOf(flow, places).flatMap(({ edge, from, to }) => {
    const path = curve(from, to)
    const others = flow.nodes.filter(({ id }) => id !== edge.source && id !== edge.target)
    return others.filter((card) => isBehind(path, card, places)).map((card) => ({ edge, card }))
  })
}

/** How many pairs of edges cross. */
export function countCrossings(flow: Flow, places: Places): number {
  const ends = endsOf(flow, places)
  return ends.reduce((sum, a, index) => sum + ends.slice(index + 1).filter((b) => doCross(a, b)).length, 0)
}

function endsOf(flow: Flow, places: Places): Ends[] {
  const cards = new Map(flow.nodes.map((node) => [node.id, node]))
  return flow.edges.flatMap((edge) => {
    const from = portPlace(cards.get(edge.source), edge.sourceHandle, places)
    const to = portPlace(cards.get(edge.target), edge.targetHandle, places)
    return from && to && from.x < to.x ? [{ edge, from, to }] : []
  })
}

function portPlace(node: FlowNode | undefined, handle: string, places: Places): Position | undefined {
  const at = node && places[node.id]
  if (!node || !at) return undefined
  const { width, ports } = nodeGeometry(node)
  const port = ports.find(({ id }) => id === handle)
  return port && { x: at.x + (port.side === 'output' ? width : 0), y: at.y + port.y }
}

/** Points of the curve that an edge is drawn as, from left to right. */
function curve(from: Position, to: Position): Position[] {
  const bend = (to.x - from.x) / 2
  return Array.from({ length: SAMPLES + 1 }, (_, index) => {
    const t = index / SAMPLES
    const [a, b, c, d] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3]
    return {
      x: a * from.x + b * (from.x + bend) + c * (to.x - bend) + d * to.x,
      y: (a + b) * from.y + (c + d) * to.y,
    }
  })
}

function isBehind(path: readonly Position[], card: FlowNode, places: Places): boolean {
  const at = places[card.id]
  if (!at) return false
  const { width, height } = nodeGeometry(card)
  const [first, last] = [path[0], path.at(-1)]
  if (!first || !last || last.x < at.x - ROOM || first.x > at.x + width + ROOM) return false
  const isIn = (value: number, start: number, size: number) => value > start - ROOM && value < start + size + ROOM
  return path.some(({ x, y }) => isIn(x, at.x, width) && isIn(y, at.y, height))
}

/** As straight lines, which change sides where the curves do. */
function doCross(a: Ends, b: Ends): boolean {
  const [start, end] = [Math.max(a.from.x, b.from.x), Math.min(a.to.x, b.to.x)]
  if (start >= end) return false
  const height = ({ from, to }: Ends, x: number) => from.y + ((to.y - from.y) * (x - from.x)) / (to.x - from.x)
  return (height(a, start) - height(b, start)) * (height(a, end) - height(b, end)) < 0
}
