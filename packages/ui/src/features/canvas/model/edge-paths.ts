import type { Flow, FlowEdge, FlowNode, Position } from '@chatwright/core'

import { nodeGeometry } from './node-geometry.ts'

export type Places = Readonly<Record<string, Position>>

/** Between an edge and a card it does not belong to. */
const ROOM = 8
const SAMPLES = 24

/** Points of the curve that an edge is drawn as: how far each is from its start to its end, across and down. */
const CURVE = Array.from({ length: SAMPLES + 1 }, (_, index) => {
  const t = index / SAMPLES
  const [b, c, d] = [3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3]
  return { across: b / 2 + c / 2 + d, down: c + d }
})

export interface Card {
  node: FlowNode
  x: number
  /** Where it stands now: an arrangement is tried by changing this alone. */
  y: number
  width: number
  height: number
}

export interface Line {
  edge: FlowEdge
  source: Card
  target: Card
  fromX: number
  toX: number
  /** The middles of its ports, from the tops of their cards. */
  fromPort: number
  toPort: number
}

export interface Drawing {
  cards: readonly Card[]
  /** Edges that lead back are left out. */
  lines: readonly Line[]
}

export function drawingOf(flow: Flow, places: Places): Drawing {
  const cards = flow.nodes.flatMap((node): Card[] => {
    const at = places[node.id]
    const { width, height } = nodeGeometry(node)
    return at ? [{ node, x: at.x, y: at.y, width, height }] : []
  })
  const byId = new Map(cards.map((card) => [card.node.id, card]))
  const lines = flow.edges.flatMap((edge): Line[] => {
    const [source, target] = [byId.get(edge.source), byId.get(edge.target)]
    const [from, to] = [portOf(source, edge.sourceHandle), portOf(target, edge.targetHandle)]
    if (!source || !target || !from || !to || from.x >= to.x) return []
    return [{ edge, source, target, fromX: from.x, toX: to.x, fromPort: from.y, toPort: to.y }]
  })
  return { cards, lines }
}

/** Each edge that runs behind a card it does not belong to, with that card. Edges that lead back are left out. */
export function findHidden(flow: Flow, places: Places): { edge: FlowEdge; card: FlowNode }[] {
  const { cards, lines } = drawingOf(flow, places)
  return lines.flatMap((line) =>
    cards.filter((card) => isBehind(line, card)).map(({ node }) => ({ edge: line.edge, card: node })),
  )
}

/** How many pairs of edges cross. */
export function countCrossings(flow: Flow, places: Places): number {
  const { lines } = drawingOf(flow, places)
  return lines.reduce((sum, a, index) => sum + lines.slice(index + 1).filter((b) => doCross(a, b)).length, 0)
}

/** How far right a port is in the drawing, and how far down on its card. */
function portOf(card: Card | undefined, handle: string): Position | undefined {
  const port = card && nodeGeometry(card.node).ports.find(({ id }) => id === handle)
  return port && { x: card.x + (port.side === 'output' ? card.width : 0), y: port.y }
}

/** Whether an edge runs behind a card that it does not belong to. Asked millions of times: it makes nothing new. */
export function isBehind({ source, target, fromX, toX, fromPort, toPort }: Line, card: Card): boolean {
  if (card === source || card === target) return false
  const left = card.x - ROOM
  const right = card.x + card.width + ROOM
  if (toX < left || fromX > right) return false
  const fromY = source.y + fromPort
  const toY = target.y + toPort
  const top = card.y - ROOM
  const bottom = card.y + card.height + ROOM
  if ((fromY <= top && toY <= top) || (fromY >= bottom && toY >= bottom)) return false
  for (const { across, down } of CURVE) {
    const x = fromX + (toX - fromX) * across
    if (x >= right) return false
    const y = fromY + (toY - fromY) * down
    if (x > left && y > top && y < bottom) return true
  }
  return false
}

/** As straight lines, which change sides where the curves do. */
export function doCross(a: Line, b: Line): boolean {
  const start = Math.max(a.fromX, b.fromX)
  const end = Math.min(a.toX, b.toX)
  if (start >= end) return false
  return (heightAt(a, start) - heightAt(b, start)) * (heightAt(a, end) - heightAt(b, end)) < 0
}

function heightAt({ source, target, fromX, toX, fromPort, toPort }: Line, x: number): number {
  const fromY = source.y + fromPort
  return fromY + ((target.y + toPort - fromY) * (x - fromX)) / (toX - fromX)
}
