export interface Match {
  seq: number
  score: number
}

/** Keeps the best few of many, whichever order they come in. */
export function createBestMatches(k: number): { add(matches: readonly Match[]): void; list(): Match[] } {
  let best: Match[] = []
  return {
    add(matches) {
      best = [...best, ...matches].sort((a, b) => b.score - a.score || a.seq - b.seq).slice(0, k)
    },
    list: () => best,
  }
}
