import type { TextLine } from './text-lines.ts'

/** Lines of text are hardly ever nearer or further than this, times their size. */
const NEAREST = 0.8
const FURTHEST = 3
const USUAL = 1.2

/** How far apart the lines of a paragraph stand, by their size. */
export function lineGaps(pages: readonly TextLine[][]): (size: number) => number {
  const gaps = new Map<number, number[]>()
  for (const lines of pages) {
    for (const [index, { y, size }] of lines.entries()) {
      const before = lines[index - 1]
      if (!before || before.size !== size) continue
      const gap = before.y - y
      if (gap < size * NEAREST || gap > size * FURTHEST) continue
      const known = gaps.get(size)
      if (known) known.push(gap)
      else gaps.set(size, [gap])
    }
  }
  // Of short paragraphs, most gaps may be those between them: the usual one is among the smallest.
  const usual = new Map([...gaps].map(([size, each]) => [size, each.sort((a, b) => a - b)[each.length >> 2] ?? 0]))
  return (size) => usual.get(size) ?? size * USUAL
}
