import { usualSize, type TextLine } from './text-lines.ts'

const CLEARLY_LARGER = 1.15
/** A size in which this share of a document is set is not that of its headings. */
const LARGEST_SHARE = 0.2
const DEEPEST = 6

/** Levels of headings by their size: what is clearly larger than the text. */
export function headingLevels(lines: readonly TextLine[]): Map<number, number> {
  const letters = new Map<number, number>()
  let all = 0
  for (const { text, size } of lines) {
    letters.set(size, (letters.get(size) ?? 0) + text.length)
    all += text.length
  }
  const body = usualSize(lines.map(({ text, size }) => ({ size, letters: text.length })))
  const sizes = [...letters]
    .filter(([size, count]) => size > body * CLEARLY_LARGER && count < all * LARGEST_SHARE)
    .map(([size]) => size)
    .sort((a, b) => b - a)
  return new Map(sizes.map((size, rank) => [size, Math.min(rank + 1, DEEPEST)]))
}
