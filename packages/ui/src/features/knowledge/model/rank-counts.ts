/** How many questions found their passage at each place, and how many did not at all. */
export function rankCounts(
  results: readonly { rank: number | null }[],
  k: number,
): { ranks: number[]; missed: number } {
  const ranks = Array.from({ length: k }, (_, index) => results.filter(({ rank }) => rank === index + 1).length)
  return { ranks, missed: results.filter(({ rank }) => rank === null).length }
}
