/** Tools that look before tools that act: readers first, writers second, the rest after, each group as it was. */
export function orderTools(references: readonly string[]): string[] {
  return [...references].sort((a, b) => rank(a) - rank(b))
}

// By their names inside the id, not by a declaration: the order is part of the file format, as other products write it,
// and a file may hold nodes that no catalogue here describes.
function rank(reference: string): number {
  if (reference.includes('requestsGet') || reference.includes('readFile')) return 0
  if (reference.includes('requestsPost') || reference.includes('writeFile')) return 1
  return 2
}
