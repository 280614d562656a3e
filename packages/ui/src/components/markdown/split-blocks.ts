/**
 * Cuts Markdown into its top-level blocks, so that each can be drawn once and kept while later ones are still being
 * written. Joined by a blank line the blocks give the same document again.
 */
export function splitBlocks(markdown: string): string[] {
  // Definitions at the end give links and footnotes at the start their meaning: such a text is one block.
  if (/^ {0,3}\[[^\]]+\]:/m.test(markdown)) return markdown.trim() === '' ? [] : [markdown]
  const blocks: Block[] = []
  let open: OpenBlock | undefined
  let isAfterBlank = true
  for (const line of markdown.split('\n')) {
    const last = blocks.at(-1)
    if (open && last) {
      last.lines.push(line)
      if (open.isClosedBy(line)) open = undefined
      continue
    }
    if (line.trim() === '') {
      isAfterBlank = true
      last?.lines.push(line)
      continue
    }
    const belongs: boolean = last !== undefined && (!isAfterBlank || continues(last, line))
    if (belongs && last) last.lines.push(line)
    else blocks.push({ lines: [line], isList: LIST_ITEM.test(line) })
    open = openedBy(line)
    isAfterBlank = false
  }
  return blocks.map((block) => block.lines.join('\n').trimEnd())
}

interface Block {
  lines: string[]
  isList: boolean
}

interface OpenBlock {
  isClosedBy: (line: string) => boolean
}

const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
const INDENTED = /^(?: {2,}|\t)/

/** After a blank line, indented text and further items still belong to their list. */
function continues(block: Block, line: string): boolean {
  return block.isList && (INDENTED.test(line) || LIST_ITEM.test(line))
}

/** Fences and display mathematics hold blank lines; they end only where they say so. */
function openedBy(line: string): OpenBlock | undefined {
  const fence = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})(?![`~])([^`]*)$/.exec(line)?.[1]
  if (fence !== undefined) {
    const closing = new RegExp(`^\\s*${fence[0] === '`' ? '`' : '~'}{${fence.length},}\\s*$`)
    return { isClosedBy: (next) => closing.test(next) }
  }
  if (/^\s*\$\$\s*$/.test(line)) return { isClosedBy: (next) => /\$\$\s*$/.test(next) }
  if (/^\s*\\\[\s*$/.test(line)) return { isClosedBy: (next) => /\\\]\s*$/.test(next) }
  return undefined
}
