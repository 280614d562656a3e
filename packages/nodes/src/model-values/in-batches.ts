/** Works through a long list a batch at a time, a few batches at once, and keeps the order. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  { size, atOnce = 4 }: { size: number; atOnce?: number },
  work: (batch: Item[]) => Promise<Result[]>,
): Promise<Result[]> {
  const batches: Item[][] = []
  for (let start = 0; start < items.length; start += size) batches.push(items.slice(start, start + size))
  const results: Result[][] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < batches.length) {
      const index = next
      next++
      results[index] = await work(batches[index] ?? [])
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, batches.length) }, worker))
  return results.flat()
}
