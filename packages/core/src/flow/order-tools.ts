/** Tools that look before tools that act: readers first, writers second, the rest after, each group as it was. */
export function orderTools(references: readonly string[]): string[] {
  return [...references].sort((a, b) => rank(a) - rank(b))
}

function rank(reference: string): number {
  if (reference.includes('requestsGet') || reference.includes('readFile')) return 0
  if (reference.includes('requestsPost') || reference.includes('writeFile')) return 1
  return 2
}
