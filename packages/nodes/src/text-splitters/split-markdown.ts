import { splitAt, splitRecursively, type ChunkSettings, type Pieces } from './split-recursively.ts'
import { splitAroundTables } from './split-tables.ts'

const HEADINGS_TO_CHARACTERS = [
  '\n# ',
  '\n## ',
  '\n### ',
  '\n#### ',
  '\n##### ',
  '\n###### ',
  '```\n\n',
  '\n\n***\n\n',
  '\n\n---\n\n',
  '\n\n___\n\n',
  '\n\n',
  '\n',
  ' ',
  '',
]

/**
 * Cuts Markdown at its headings first. With a heading level, no piece runs across a heading of it, and every piece opens
 * with the heading it stands under: cut off from it, "It costs three euros." is about nothing and is not found.
 */
export function* splitMarkdown(text: string, settings: ChunkSettings & { headingLevel?: number }): Pieces {
  if (settings.headingLevel === undefined) yield* splitRecursively(text, HEADINGS_TO_CHARACTERS, settings)
  else for (const section of splitAtHeadings(text, settings.headingLevel)) yield* splitSection(section, settings)
}

/** A heading with nothing of its own opens the section that follows, for alone it answers no question. */
function* splitAtHeadings(text: string, level: number): Pieces {
  let from = 0
  let at = 0
  let hasText = false
  let fence = ''
  for (const line of splitAt(text, '\n')) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1] ?? ''
    // A `#` inside a code block is a comment, not a heading.
    if (mark !== '' && (fence === '' || fence === mark)) fence = fence === '' ? mark : ''
    const depth = fence === '' ? (/^(#{1,6})\s/.exec(line)?.[1]?.length ?? 7) : 7
    if (depth <= level && hasText) {
      yield text.slice(from, at - 1)
      from = at
      hasText = false
    }
    if (depth === 7 && line.trim() !== '') hasText = true
    at += line.length + 1
    // Nothing yet, but others may have a turn.
    yield ''
  }
  yield text.slice(from)
}

function* splitSection(section: string, { chunkSize, chunkOverlap }: ChunkSettings): Pieces {
  if (!/\S/.test(section)) {
    yield ''
    return
  }
  const head = /^(?:\s*#{1,6}\s[^\n]*\n+)+/.exec(section)?.[0] ?? ''
  const body = section.slice(head.length)
  // A heading as long as this would leave too little room for what stands under it.
  if (head === '' || !/\S/.test(body) || head.length > chunkSize / 2) {
    yield* splitBody(section, { chunkSize, chunkOverlap })
    return
  }
  const room = chunkSize - head.length
  const heading = head.trim().split('\n').at(-1) ?? ''
  let opening = head.trimStart()
  for (const piece of splitBody(body, { chunkSize: room, chunkOverlap: Math.min(chunkOverlap, room >> 1) })) {
    yield piece === '' ? '' : `${opening}${piece}`
    if (piece !== '') opening = `${heading}\n`
  }
}

function splitBody(body: string, settings: ChunkSettings): Pieces {
  return splitAroundTables(body, settings, (text) => splitRecursively(text, HEADINGS_TO_CHARACTERS, settings))
}
