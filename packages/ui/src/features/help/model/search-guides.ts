import { isListed, type Guide } from './guide.ts'

export interface FoundGuide {
  guide: Guide
  /** The headings that hold the words; none when the title does, or when nothing was asked. */
  headings: readonly string[]
}

/** Guides whose title or headings hold every word, without words the listed ones; a title counts for more than a heading. */
export function searchGuides(guides: readonly Guide[], words: string): FoundGuide[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return guides.filter(isListed).map((guide) => ({ guide, headings: [] }))
  const holds = (text: string) => wanted.every((word) => text.toLowerCase().includes(word))
  const byTitle = guides.filter(({ title }) => holds(title))
  const byHeading = guides
    .filter((guide) => !byTitle.includes(guide))
    .map((guide) => ({ guide, headings: guide.headings.filter((heading) => holds(`${guide.title} ${heading}`)) }))
    .filter(({ headings }) => headings.length > 0)
  return [...byTitle.map((guide) => ({ guide, headings: guide.headings.filter(holds) })), ...byHeading]
}
