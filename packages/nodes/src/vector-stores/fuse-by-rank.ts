import type { ScoredDocument } from '@chatwright/core'

/** Softens the lead of the first places; the value everyone uses for reciprocal rank fusion. */
const RANK_OFFSET = 60

/**
 * Merges rankings whose scores cannot be compared, by places alone. A document keeps the first score it came with,
 * so that a floor on similarity still means something.
 */
export function fuseByRank<Match extends ScoredDocument>(
  rankings: readonly (readonly Match[])[],
  offset: number = RANK_OFFSET,
): Match[] {
  return fuseWithWorth(rankings, offset).map(({ document }) => document)
}

/** The same with what each is worth, which is a score of the merging alone. */
export function fuseWithWorth<Match extends ScoredDocument>(
  rankings: readonly (readonly Match[])[],
  offset: number = RANK_OFFSET,
): { document: Match; worth: number }[] {
  const merged = new Map<string, { document: Match; worth: number }>()
  for (const ranking of rankings) {
    for (const [place, document] of ranking.entries()) {
      const key = document.id ?? document.pageContent
      const known = merged.get(key)
      const worth = 1 / (offset + place + 1)
      if (known) known.worth += worth
      else merged.set(key, { document, worth })
    }
  }
  return [...merged.values()].sort((a, b) => b.worth - a.worth)
}
