import { learnCentres } from './centres.ts'
import { createCodedLists } from './coded-lists.ts'
import { BEGINNING, type Place } from './compare-vectors.ts'
import type { IndexStore, WantedIndex } from './index-store.ts'

const ROWS_AT_ONCE = 1000
/** As many lists as each holds passages: looking for the nearest lists and looking through them then cost alike. */
const LEAST_LISTS = 16
const MOST_LISTS = 4096
/** From how many vectors for each list its middle is learned. */
const SAMPLED_EACH = 40

/** Makes the index of a collection from all its vectors, and swaps it for the one that is searched. */
export async function buildIndex(wanted: WantedIndex, store: IndexStore, signal: AbortSignal): Promise<void> {
  const { insteadOf, ...name } = wanted
  if (!(await store.claim(name))) return
  // Whoever wanted it may not have seen that another was made meanwhile, here or by another server.
  if ((await store.current(name)).id !== insteadOf) return
  await store.ensureCollection(name)
  await store.dropOthers(name)
  const removed = await store.removed(name)
  const count = await store.count(name)
  if (count === 0) return
  const listCount = Math.min(MOST_LISTS, Math.max(LEAST_LISTS, Math.round(Math.sqrt(count))))
  const every = Math.max(1, Math.floor(count / (listCount * SAMPLED_EACH)))
  const lists = createCodedLists(name.dimensions, learnCentres(await store.sample(name, every), listCount))
  let upTo: Place = BEGINNING
  for (;;) {
    signal.throwIfAborted()
    const rows = await store.next(name, upTo, ROWS_AT_ONCE)
    for (const row of rows) lists.add(row.vector, row)
    const last = rows.at(-1)
    if (!last) break
    upTo = { change: last.change, seq: last.seq }
  }
  await store.replace(name, { lists, upTo, learned: count, removed })
}
