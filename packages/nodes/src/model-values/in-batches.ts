import { mapLimited } from '../http/map-limited.ts'

/** Works through a long list a batch at a time, a few batches at once, and keeps the order. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  { size, atOnce = 4 }: { size: number; atOnce?: number },
  work: (batch: Item[]) => Promise<Result[]>,
): Promise<Result[]> {
  const batches: Item[][] = []
  for (let start = 0; start < items.length; start += size) batches.push(items.slice(start, start + size))
  return (await mapLimited(batches, atOnce, work)).flat()
}
