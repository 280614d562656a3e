import { splitRecursively, type ChunkSettings } from './split-recursively.ts'
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
export function splitMarkdown(text: string, settings: ChunkSettings & { headingLevel?: number }): string[] {
  if (settings.headingLevel === undefined) return splitRecursively(text, HEADINGS_TO_CHARACTERS, settings)
  return splitAtHeadings(text, settings.headingLevel).flatMap((section) => splitSection(section, settings))
}

/** A heading with nothing of its own opens the section that follows, for alone it answers no question. */
function splitAtHeadings(text: string, level: number): string[] {
  const sections: string[][] = [[]]
  let hasText = false
  let fence = ''
  for (const line of text.split('\n')) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1] ?? ''
    // A `#` inside a code block is a comment, not a heading.
    if (mark !== '' && (fence === '' || fence === mark)) fence = fence === '' ? mark : ''
    const depth = fence === '' ? (/^(#{1,6})\s/.exec(line)?.[1]?.length ?? 7) : 7
    if (depth <= level && hasText) {
      sections.push([])
      hasText = false
    }
    if (depth === 7 && line.trim() !== '') hasText = true
    sections.at(-1)?.push(line)
  }
  return sections.map((lines) => lines.join('\n')).filter((section) => section.trim() !== '')
}

function splitSection(section: string, { chunkSize, chunkOverlap }: ChunkSettings): string[] {
  const head = /^(?:\s*#{1,6}\s[^\n]*\n+)+/.exec(section)?.[0] ?? ''
  const body = section.slice(head.length)
  // A heading as long as this would leave too little room for what stands under it.
  if (head === '' || body.trim() === '' || head.length > chunkSize / 2) {
    return splitBody(section, { chunkSize, chunkOverlap })
  }
  const room = chunkSize - head.length
  const settings = { chunkSize: room, chunkOverlap: Math.min(chunkOverlap, room >> 1) }
  const heading = head.trim().split('\n').at(-1) ?? ''
  return splitBody(body, settings).map((piece, index) =>
    index === 0 ? `${head.trimStart()}${piece}` : `${heading}\n${piece}`,
  )
}

function splitBody(body: string, settings: ChunkSettings): string[] {
  return splitAroundTables(body, settings, (text) => splitRecursively(text, HEADINGS_TO_CHARACTERS, settings))
}
