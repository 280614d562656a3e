import { cosineSimilarity } from './cosine-similarity.ts'

interface Candidate {
  vector: readonly number[]
}

/** Maximal marginal relevance: near the query, and unlike what was chosen before. */
export function chooseDiverse<Match extends Candidate>(
  query: readonly number[],
  candidates: readonly Match[],
  { k, lambda }: { k: number; lambda: number },
): Match[] {
  const open = candidates.map((match) => ({
    match,
    relevance: cosineSimilarity(query, match.vector),
    // How like the nearest of those chosen already; nothing is chosen yet.
    likeness: -1,
  }))
  const chosen: Match[] = []
  while (chosen.length < k && open.length > 0) {
    const worth = (item: (typeof open)[number]): number =>
      lambda * item.relevance - (1 - lambda) * (chosen.length === 0 ? 0 : item.likeness)
    const best = open.reduce((first, second) => (worth(second) > worth(first) ? second : first))
    open.splice(open.indexOf(best), 1)
    chosen.push(best.match)
    for (const item of open) {
      item.likeness = Math.max(item.likeness, cosineSimilarity(item.match.vector, best.match.vector))
    }
  }
  return chosen
}
