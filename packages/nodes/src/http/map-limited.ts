/** Maps with at most so many at once; results keep their order, and the first failure ends the rest. */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  limit: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  let hasFailed = false
  const work = async (): Promise<void> => {
    while (next < items.length && !hasFailed) {
      const index = next
      next += 1
      try {
        results[index] = await map(items[index] as Item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Math.min(limit, items.length)) }, work))
  return results
}
