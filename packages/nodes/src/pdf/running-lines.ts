import { usualSize, type TextLine } from './text-lines.ts'

export interface PrintedPage {
  lines: TextLine[]
  /** The heights of its edges. */
  bottom: number
  top: number
}

/** On so many pages a line at the edge is no accident. */
const FEWEST_PAGES = 3
/** The share of a page that its head and its foot take at the most. */
const MARGIN = 0.1
/** What is printed larger than the text is a title, wherever it stands. */
const LARGEST = 1.1

/**
 * Pages without what is printed at the head or foot of many: it breaks into sentences, and a search would find it everywhere.
 * A line that says more than a page number stays on the first of them, so that no word is lost: before its text, for some
 * programs print heads and feet last, where they would seem to belong to the last section.
 */
export function withoutRunningLines(pages: readonly PrintedPage[]): TextLine[][] {
  const dropped = new Set<TextLine>()
  const kept = new Set<TextLine>()
  for (const places of alikeAtEdges(pages).values()) {
    const [first, ...others] = places
    if (!first || places.length < FEWEST_PAGES || !countsPages(places, pages.length)) continue
    for (const { line } of others) dropped.add(line)
    const isNumber = isPageNumber(first.line) && others.every(({ line }) => line.text !== first.line.text)
    if (isNumber) dropped.add(first.line)
    else kept.add(first.line)
  }
  return pages.map(({ lines }) => [
    ...lines.filter((line) => kept.has(line)),
    ...lines.filter((line) => !kept.has(line) && !dropped.has(line)),
  ])
}

interface Place {
  line: TextLine
  page: number
}

/** Lines that differ at most in their numbers, at the same height in the margins of their pages. */
function alikeAtEdges(pages: readonly PrintedPage[]): Map<string, Place[]> {
  const sizes = pages.flatMap(({ lines }) => lines.map(({ size, text }) => ({ size, letters: text.length })))
  const largest = usualSize(sizes) * LARGEST
  const alike = new Map<string, Place[]>()
  for (const [page, { lines, bottom, top }] of pages.entries()) {
    const margin = (top - bottom) * MARGIN
    for (const line of lines) {
      if (line.size > largest || (line.y < top - margin && line.y > bottom + margin)) continue
      const key = `${Math.round(line.y)} ${line.text.replaceAll(/\d+/g, '#')}`
      const known = alike.get(key)
      if (known) known.push({ line, page })
      else alike.set(key, [{ line, page }])
    }
  }
  return alike
}

/** The page number of a chapter taken out of a book; more is that of an invoice. */
const FURTHEST_PAGE = 500

/** Whether every number is the same on all pages or goes up with them: otherwise it says something. */
function countsPages(places: readonly Place[], pageCount: number): boolean {
  const [first] = places
  if (!first) return false
  return numbersIn(first.line).every((start, position) => {
    const numbers = places.map(({ line }) => numbersIn(line)[position] ?? 0)
    if (numbers.every((number) => number === start)) return true
    return places.every(
      ({ page }, index) =>
        (numbers[index] ?? 0) - start === page - first.page && (numbers[index] ?? 0) <= pageCount + FURTHEST_PAGE,
    )
  })
}

function numbersIn({ text }: TextLine): number[] {
  return (text.match(/\d+/g) ?? []).map(Number)
}

/** "7", "– 7 –", "Page 7 of 9", "Seite 7/9". */
function isPageNumber({ text }: TextLine): boolean {
  return /\d/.test(text) && text.length <= 20 && (text.match(/\p{L}+/gu) ?? []).length <= 2
}
