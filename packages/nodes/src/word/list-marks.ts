import type { Paragraph } from './word-document.ts'

interface ListMark {
  indent: string
  /** A dash, or a number with its dot. */
  sign: string
}

export interface ListMarks {
  next(numbering: NonNullable<Paragraph['numbering']>): ListMark
  /** Under a new heading, lists begin again. */
  restart(): void
}

const DEEPEST = 8

/** Counts the items of a document's lists. A list goes on behind a paragraph that stands between its items. */
export function listMarks(): ListMarks {
  let counts: ({ list: object; count: number } | undefined)[] = []
  return {
    next(numbering) {
      const depth = Math.min(Number(numbering.level) || 0, DEEPEST)
      const before = counts[depth]
      const count = before?.list === numbering ? before.count + 1 : 1
      counts.splice(depth + 1)
      counts[depth] = { list: numbering, count }
      return { indent: '   '.repeat(depth), sign: numbering.isOrdered ? `${count}.` : '-' }
    },
    restart() {
      counts = []
    },
  }
}

/** Further lines of an item are indented as far as its first word. */
export function writeItem(text: string, { indent, sign }: ListMark): string {
  return `${indent}${sign} ${text.replaceAll('\n', `\n${indent}${' '.repeat(sign.length + 1)}`)}`
}
