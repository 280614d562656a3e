import type { TextLine } from './text-lines.ts'

const STRIP = 10

/** How far to the right the text reaches in the column that a line stands in. */
export function columnEdges(lines: readonly TextLine[]): (line: TextLine) => number {
  const edges = new Map<number, number>()
  for (const line of lines) {
    for (const strip of stripsOf(line)) edges.set(strip, Math.max(edges.get(strip) ?? 0, line.right))
  }
  return (line) => stripsOf(line).reduce((edge, strip) => Math.max(edge, edges.get(strip) ?? 0), line.right)
}

/** A page is divided into narrow strips, so that lines find those above and below them at once. */
function stripsOf({ left, right }: TextLine): number[] {
  const first = Math.floor(left / STRIP)
  const count = Math.min(Math.floor(right / STRIP) - first + 1, 1000)
  return Array.from({ length: Math.max(count, 1) }, (_, index) => first + index)
}
