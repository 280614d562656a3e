import { splitRecursively, type ChunkSettings } from './split-recursively.ts'

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

/** Cuts Markdown at its headings first, and never by size across one when a heading level is given. */
export function splitMarkdown(text: string, settings: ChunkSettings & { headingLevel?: number }): string[] {
  const sections = settings.headingLevel === undefined ? [text] : splitAtHeadings(text, settings.headingLevel)
  return sections.flatMap((section) => splitRecursively(section, HEADINGS_TO_CHARACTERS, settings))
}

function splitAtHeadings(text: string, level: number): string[] {
  const sections: string[][] = [[]]
  let fence = ''
  for (const line of text.split('\n')) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1] ?? ''
    // A `#` inside a code block is a comment, not a heading.
    if (mark !== '' && (fence === '' || fence === mark)) fence = fence === '' ? mark : ''
    const depth = fence === '' ? (/^(#{1,6})\s/.exec(line)?.[1]?.length ?? 7) : 7
    if (depth <= level) sections.push([])
    sections.at(-1)?.push(line)
  }
  return sections.map((lines) => lines.join('\n')).filter((section) => section.trim() !== '')
}
