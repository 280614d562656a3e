import type { Flow, Position } from '@chatwright/core'

import { doCross, drawingOf, isBehind } from './edge-paths.ts'
import type { Card, Drawing, Line } from './edge-paths.ts'

const STEP = 16
const MOST_STEPS = 40
/** A crossing is as bad as moving a card this far. */
const CROSSING = 400
/** How often edges are compared with each other and with cards for each of the two aims: a moment's work, whatever is drawn. */
const MOST_COMPARED = 8_000_000

/** How many comparisons are left. */
interface Patience {
  left: number
}

/** Moves cards up and down in their columns, so that edges cross less and run behind cards no more, as far as it can. */
export function clearPaths(flow: Flow, places: Record<string, Position>, mostCompared = MOST_COMPARED): void {
  const drawing = drawingOf(flow, places)
  const columns = columnsOf(drawing.cards)
  uncross(drawing, columns, { left: mostCompared })
  uncover(drawing, columns, { left: mostCompared })
  for (const { node, x, y } of drawing.cards) places[node.id] = { x, y }
}

/** Cards with one middle, from top to bottom. Their left sides stand on whole pixels, so middles may differ by half of one. */
function columnsOf(cards: readonly Card[]): Card[][] {
  const middle = ({ x, width }: Card) => x + width / 2
  const columns: Card[][] = []
  let before = -Infinity
  for (const card of cards.toSorted((a, b) => middle(a) - middle(b))) {
    if (middle(card) - before > 1) columns.push([])
    columns.at(-1)?.push(card)
    before = middle(card)
  }
  for (const column of columns) column.sort((a, b) => a.y - b.y)
  return columns
}

/** Lets neighbours in a column change places: the layout engine knows nodes and no ports. */
function uncross({ lines }: Drawing, columns: readonly Card[][], patience: Patience): void {
  for (let isBetter = true; isBetter;) {
    isBetter = false
    for (const column of columns) {
      for (let index = 1; index < column.length; index += 1) {
        const [upper, lower] = [column[index - 1], column[index]]
        if (!upper || !lower || patience.left <= 0) return
        if (!swapIfBetter(upper, lower, { lines, patience })) continue
        column.splice(index - 1, 2, lower, upper)
        isBetter = true
      }
    }
  }
}

function swapIfBetter(upper: Card, lower: Card, { lines, patience }: { lines: readonly Line[]; patience: Patience }) {
  const moving = split(lines, new Set([upper, lower]))
  const before = crossingsOf(moving, patience)
  if (before === 0) return false
  const [above, below] = [upper.y, lower.y]
  // Together they take the room they took, and the gap between them stays as large as it was.
  upper.y = below + lower.height - upper.height
  lower.y = above
  if (crossingsOf(moving, patience) < before) return true
  upper.y = above
  lower.y = below
  return false
}

/**
 * The layout engine leaves a way for an edge that skips a column, but the edge is drawn as one curve and does not take it:
 * the card in its way makes room.
 */
function uncover(drawing: Drawing, columns: readonly Card[][], patience: Patience): void {
  while (patience.left > 0) {
    const covering = drawing.cards.filter((card) => hiddenBehind(drawing.lines, [card], patience) > 0)
    const best = covering
      .flatMap((card) => partsOf(columns, card).flatMap((part) => bestShift(drawing, part, patience) ?? []))
      .toSorted((a, b) => a.cost - b.cost)[0]
    if (!best) return
    for (const card of best.cards) card.y += best.by
  }
}

interface Part {
  cards: readonly Card[]
  step: number
}

/** The card with all that stands below it in its column, to go further down, or with all above it, to go further up. */
function partsOf(columns: readonly Card[][], card: Card): Part[] {
  const column = columns.find((each) => each.includes(card)) ?? [card]
  const index = column.indexOf(card)
  return [
    { cards: column.slice(index), step: STEP },
    { cards: column.slice(0, index + 1), step: -STEP },
  ]
}

/** How far the part must go to hide less. Only what the part changes is counted: all else stays as it is. */
function bestShift(drawing: Drawing, { cards, step }: Part, patience: Patience) {
  if (patience.left <= 0) return undefined
  const moving = split(drawing.lines, new Set(cards))
  const hidden = () =>
    hiddenBehind(moving.touched, drawing.cards, patience) + hiddenBehind(moving.others, cards, patience)
  const before = { hidden: hidden(), crossings: crossingsOf(moving, patience) }
  let best: { cards: readonly Card[]; by: number; cost: number } | undefined
  let by = 0
  for (let steps = 0; steps < MOST_STEPS && patience.left > 0; steps += 1) {
    by += step
    for (const card of cards) card.y += step
    if (hidden() >= before.hidden) continue
    const cost = Math.abs(by) + CROSSING * (crossingsOf(moving, patience) - before.crossings)
    if (!best || cost < best.cost) best = { cards, by, cost }
  }
  for (const card of cards) card.y -= by
  return best
}

/** The edges that go along with some cards, and all others. */
interface Moving {
  touched: readonly Line[]
  others: readonly Line[]
}

function split(lines: readonly Line[], cards: ReadonlySet<Card>): Moving {
  const isTouched = ({ source, target }: Line) => cards.has(source) || cards.has(target)
  return { touched: lines.filter(isTouched), others: lines.filter((line) => !isTouched(line)) }
}

function hiddenBehind(lines: readonly Line[], cards: readonly Card[], patience: Patience): number {
  patience.left -= lines.length * cards.length
  let count = 0
  for (const line of lines) for (const card of cards) if (isBehind(line, card)) count += 1
  return count
}

/** How many crossings the touched edges take part in. */
function crossingsOf({ touched, others }: Moving, patience: Patience): number {
  patience.left -= touched.length * (touched.length + others.length)
  let count = 0
  for (const [index, line] of touched.entries()) {
    for (const other of others) if (doCross(line, other)) count += 1
    for (const other of touched.slice(index + 1)) if (doCross(line, other)) count += 1
  }
  return count
}
