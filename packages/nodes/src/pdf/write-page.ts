import { columnEdges } from './column-edges.ts'
import { firstWord, joinLines } from './join-lines.ts'
import type { TextLine } from './text-lines.ts'

interface Print {
  /** Levels of headings by the size they are set in. */
  levels: ReadonlyMap<number, number>
  hyphenated: ReadonlySet<string>
  /** How far apart lines of a size stand. */
  gapOf: (size: number) => number
}

const LONGEST_HEADING = 150
/** So much more than the usual distance of lines parts paragraphs. */
const WIDE_GAP = 1.25

/** A page as Markdown: lines that were only broken at the edge of the page run on; all others stay lines of their own. */
export function writePage(lines: readonly TextLine[], print: Print): string {
  return groupLines(lines, print)
    .map(({ level, text }) =>
      level === undefined || text.length > LONGEST_HEADING ? text : `${'#'.repeat(level)} ${text}`,
    )
    .join('\n\n')
}

interface Group {
  level: number | undefined
  text: string
}

interface OpenGroup extends Group {
  first: TextLine
  last: TextLine
}

function groupLines(lines: readonly TextLine[], { levels, hyphenated, gapOf }: Print): Group[] {
  const edgeOf = columnEdges(lines.filter(({ size }) => !levels.has(size)))
  const groups: OpenGroup[] = []
  for (const line of lines) {
    const open = groups.at(-1)
    const level = headingLevel(line, levels)
    if (!open || level !== open.level || isApart(open.last, line, gapOf(line.size))) {
      groups.push({ level, text: readMarks(line.text), first: line, last: line })
      continue
    }
    // A heading in two lines is one.
    const runsOn = level !== undefined || (isAligned(open, line) && isBroken(open.last, line, edgeOf(open.last)))
    if (runsOn) open.text = joinLines(open.text, line.text, hyphenated)
    else {
      open.text += `\n${readMarks(line.text)}`
      open.first = line
    }
    open.last = line
  }
  return groups
}

function headingLevel({ text, size }: TextLine, levels: ReadonlyMap<number, number>): number | undefined {
  const isSentence = text.length > LONGEST_HEADING || /[.,;]$/.test(text)
  return isSentence || BULLET.test(text) || LEADER.test(text) || !/\p{L}/u.test(text) ? undefined : levels.get(size)
}

function isApart(before: TextLine, line: TextLine, usualGap: number): boolean {
  const gap = before.y - line.y
  const isOtherSize = Math.abs(before.size - line.size) > 0.1 * before.size
  // A step up the page leads into the next column.
  return isOtherSize || gap < 0 || gap > usualGap * WIDE_GAP
}

/** A column of text is wider than this, times its size; labels and addresses are not. */
const NARROWEST = 15

/** Whether a line ended because the page did: the next word had no room left. */
function isBroken(before: TextLine, line: TextLine, edge: number): boolean {
  if (before.isAlone || line.isAlone || isItem(line.text) || LEADER.test(before.text)) return false
  if (Math.abs(before.y - line.y) < line.size / 2) return true
  if (edge - before.left < line.size * NARROWEST) return false
  const perLetter = (line.right - line.left) / line.text.length
  // The width of a word is a guess: a letter more or less must not part a sentence.
  return before.right + (firstWord(line.text).length + 1) * perLetter > edge - line.size
}

/** The first line of a paragraph may stand further in, and that of an item further out; all others stand below each other. */
function isAligned({ first, last }: OpenGroup, line: TextLine): boolean {
  const shift = line.left - last.left
  if (Math.abs(shift) <= line.size / 2 || last.y - line.y < line.size / 2) return true
  return first === last && shift > 0 === isItem(first.text)
}

const BULLET = /^[•‣◦▪●○■–*-]\s+/u
/** Dots that lead to a page or a price. */
const LEADER = /\s?(?:\.\s?){4,}/

function isItem(text: string): boolean {
  return BULLET.test(text) || /^(\d{1,3}|[a-z])[.)]\s/i.test(text)
}

function readMarks(text: string): string {
  return text.replace(BULLET, '- ').replace(LEADER, ' … ').trimEnd()
}
