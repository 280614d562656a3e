import { oneLine, plainText } from './plain-text.ts'
import { isAllBold, printedRuns } from './printed-runs.ts'
import type { Paragraph, Table } from './word-document.ts'

/** Levels of the paragraphs that are headings. */
export type Headings = ReadonlyMap<Paragraph, number>

const DEEPEST = 6
const LONGEST_HEADING = 200

/**
 * Headings by their style; in a document that uses none of those, short lines in bold or large print, for that is how many
 * people make them.
 */
export function findHeadings(
  flow: readonly (Paragraph | Table)[],
  outlineLevels: ReadonlyMap<string, number>,
): Headings {
  const headings = new Map<Paragraph, number>()
  const paragraphs = flow.filter((element) => element.type === 'paragraph')
  let areStyled = false
  for (const paragraph of paragraphs) {
    const level = styledLevel(paragraph, outlineLevels)
    const { length } = plainText(paragraph.children).trim()
    if (level === undefined || length === 0 || length > LONGEST_HEADING) continue
    headings.set(paragraph, Math.min(Math.max(level, 1), DEEPEST))
    if (level !== TITLE) areStyled = true
  }
  if (areStyled) return headings
  const printed = printedHeadings(paragraphs.filter((paragraph) => !headings.has(paragraph)))
  for (const paragraph of printed) headings.set(paragraph, 2)
  return headings
}

const TITLE = 0

function styledLevel(
  { styleId, styleName }: Paragraph,
  outlineLevels: ReadonlyMap<string, number>,
): number | undefined {
  const name = (styleName ?? '').toLowerCase()
  // Word keeps the names of its own styles in English whatever language it speaks; only their ids are translated.
  const named = /^heading ?([1-9])?$/.exec(name) ?? /^Heading([1-9])$/.exec(styleId ?? '')
  if (named) return Number(named[1] ?? 1)
  if (name === 'title') return TITLE
  return outlineLevels.get(styleId ?? '')
}

const LONGEST_PRINTED = 80
const CLEARLY_LARGER = 1.15
/** Where the style of a text says its size, it is hardly ever more. */
const SIZE_BY_STYLE = 12

function printedHeadings(paragraphs: readonly Paragraph[]): Paragraph[] {
  const texts = paragraphs.filter(({ children }) => plainText(children).trim() !== '')
  const usual = usualSize(texts)
  const found = texts.filter((paragraph) => {
    const text = oneLine(plainText(paragraph.children))
    if (paragraph.numbering || text.length > LONGEST_PRINTED || /[.!?,;]$/.test(text)) return false
    const runs = printedRuns([paragraph])
    return isAllBold([paragraph]) || runs.every((run) => (run.fontSize ?? usual) > usual * CLEARLY_LARGER)
  })
  // Where bold lines are the rule, they head nothing.
  return found.length <= texts.length / 2 ? found : []
}

/** The size most of the text is set in. */
function usualSize(paragraphs: readonly Paragraph[]): number {
  const letters = new Map<number | null, number>()
  for (const run of printedRuns(paragraphs)) {
    letters.set(run.fontSize, (letters.get(run.fontSize) ?? 0) + plainText(run.children).length)
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? SIZE_BY_STYLE
}
