import type { StructuredTextItem } from 'unpdf'

/** A line of a page as it was printed; places and sizes in points, from the lower left corner. */
export interface TextLine {
  text: string
  left: number
  right: number
  y: number
  /** The size most of it is set in. */
  size: number
  /** Whether it stands alone whatever comes next: a row with gaps between its cells, or one written from right to left. */
  isAlone: boolean
}

/** The lines of a page, in the order in which it tells them. */
export function textLines(items: readonly StructuredTextItem[]): TextLine[] {
  const lines: TextLine[] = []
  let open: StructuredTextItem[] = []
  for (const [index, item] of items.entries()) {
    open.push(item)
    if (!item.hasEOL && index < items.length - 1) continue
    const line = asLine(open)
    if (line) lines.push(line)
    open = []
  }
  return lines
}

function asLine(items: readonly StructuredTextItem[]): TextLine | undefined {
  const text = items
    .map(({ str }) => str)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const printed = items.filter(({ str }) => str.trim() !== '')
  const [first] = printed
  if (!first || text === '') return undefined
  return {
    text,
    left: printed.reduce((left, { x }) => Math.min(left, x), first.x),
    right: printed.reduce((right, { x, width }) => Math.max(right, x + width), first.x),
    y: first.y,
    size: usualSize(printed.map(({ fontSize, str }) => ({ size: roundedSize(fontSize), letters: str.length }))),
    isAlone: printed.some(({ dir }) => dir === 'rtl') || hasGaps(printed),
  }
}

/** Wider than the widest space between words that fill a line, times their size. */
const CELL_GAP = 1.5

function hasGaps(items: readonly StructuredTextItem[]): boolean {
  return items.some((item, index) => {
    const before = items[index - 1]
    return / {3}/.test(item.str.trim()) || (before && item.x - before.x - before.width > item.fontSize * CELL_GAP)
  })
}

/** Programs scale fonts: 10.9 and 11.1 points are one size to a reader. */
function roundedSize(size: number): number {
  return Math.round(size * 2) / 2
}

/** The size that most letters have. */
export function usualSize(parts: readonly { size: number; letters: number }[]): number {
  const letters = new Map<number, number>()
  for (const part of parts) letters.set(part.size, (letters.get(part.size) ?? 0) + part.letters)
  return [...letters].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])[0]
}
