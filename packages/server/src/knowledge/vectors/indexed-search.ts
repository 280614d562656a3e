import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Match } from './best-matches.ts'
import { createBestMatches } from './best-matches.ts'
import type { VectorComparison, VectorSearch } from './compare-vectors.ts'
import { wantedFacts } from './fact-bits.ts'
import type { IndexName, IndexStore, KeptIndex, WantedIndex } from './index-store.ts'

export interface IndexedSearch {
  /** Nothing where there is no index and too many to be compared one by one. */
  search(search: VectorSearch): Promise<Match[] | undefined>
  /** Takes up what was written, and has an index made where one is wanted. */
  follow(name: IndexName): Promise<void>
}

interface SearchOptions {
  comparison: VectorComparison
  store: IndexStore
  /** Hears which index is missing, or has become a poor one. */
  onWanted: (index: WantedIndex) => void
  /** From how many vectors on there is an index. */
  large: number
  /** How many may be compared one by one where there is none. */
  mostCompared: number
  /** How much the indexes in memory may take together. */
  mostBytes: number
}

/** How many of what seems nearest are compared exactly: at least these, and a few for each that is wanted. */
const COMPARED = 40
const COMPARED_EACH = 4
/**
 * Fewer are there where many were deleted, or where bits let many through that a filter shuts out: then more are compared.
 * Guesses order them nearly right, so that the best ten of twenty are the true ones; of ten they are only what seemed so.
 */
const SPARE = 2
const COMPARED_NEXT = 4
/** Over all rounds of a search, unless more are wanted. */
const MOST_COMPARED = 12_800
/** Vectors taken up at a time. */
const TAKEN_UP = 500
/** An index that grew by this much, or lost this much, is made anew: its lists no longer fit what is in them. */
const GROWTH = 1.3
const LOSS = 0.25

/** Searches large collections by their indexes, which are kept up with what is written. */
export function createIndexedSearch(options: SearchOptions): IndexedSearch {
  const { comparison, store, onWanted, large, mostCompared, mostBytes } = options
  const held = new Map<string, HeldIndex>()
  const opening = new Map<string, Promise<HeldIndex | undefined>>()
  const following = new Set<string>()
  const asking = new Map<string, ReturnType<IndexStore['current']>>()

  /** One read for all who ask in the same turn. It begins when each of them has asked, so that none misses what was written before. */
  function current(name: IndexName): ReturnType<IndexStore['current']> {
    const key = keyOf(name)
    const asked = asking.get(key)
    if (asked) return asked
    const reading = nextTurn().then(() => {
      asking.delete(key)
      return store.current(name)
    })
    asking.set(key, reading)
    return reading
  }

  /** The index as it is kept now; until that is read, the one before it, which is kept up all the same. */
  async function open(name: IndexName): Promise<HeldIndex | undefined> {
    const key = keyOf(name)
    const { id, changed } = await current(name)
    const known = held.get(key)
    if (known && known.kept.id === id) {
      known.changed = Math.max(known.changed, changed)
      // The last used stay longest.
      held.delete(key)
      held.set(key, known)
      return known
    }
    if (id === undefined) {
      held.delete(key)
      return undefined
    }
    const reading = opening.get(key) ?? read(name, id).finally(() => opening.delete(key))
    opening.set(key, reading)
    // What goes wrong here and is waited for by nobody goes wrong in the next search too: it reads again.
    reading.catch(() => undefined)
    // A collection that was deleted and filled again has nothing of what the one before it knew.
    if (!known || !(await store.isThere(name, known.kept.upTo))) return reading
    known.changed = Math.max(known.changed, changed)
    return known
  }

  async function read(name: IndexName, id: string): Promise<HeldIndex | undefined> {
    const key = keyOf(name)
    const kept = await store.read(id)
    // Replaced meanwhile, or written by another version: what is in memory goes on answering.
    if (!kept) return undefined
    held.delete(key)
    const index: HeldIndex = { kept, changed: 0, taken: -1, takingUp: undefined, nextTakingUp: undefined }
    held.set(key, index)
    makeRoom(held, mostBytes)
    // Made while much was being loaded, it holds all of that in lists for the little there was before.
    if (isOutgrown(index)) onWanted({ ...name, insteadOf: id })
    return index
  }

  /** Takes up the next of what was written since. True when that was all. */
  async function takeUp(name: IndexName, index: HeldIndex): Promise<boolean> {
    if (index.taken === index.changed) return true
    const take = async (): Promise<boolean> => {
      const { kept, changed } = index
      const rows = await store.next(name, kept.upTo, TAKEN_UP)
      for (const row of rows) kept.lists.add(row.vector, row)
      const last = rows.at(-1)
      if (last) kept.upTo = { change: last.change, seq: last.seq }
      const isWhole = rows.length < TAKEN_UP
      // The change was seen before these were read: all of it is among them.
      if (isWhole) index.taken = changed
      return isWhole
    }
    if (!index.takingUp) {
      index.takingUp = take().finally(() => {
        index.takingUp = undefined
      })
      return index.takingUp
    }
    // What is under way may have been read before the last write: whoever comes meanwhile waits for the next, together.
    const again = (): Promise<boolean> => {
      index.nextTakingUp = undefined
      return takeUp(name, index)
    }
    index.nextTakingUp ??= index.takingUp.then(again, again)
    return index.nextTakingUp
  }

  async function follow(name: IndexName): Promise<void> {
    const index = await open(name)
    if (!index) return wantFirst(name)
    // One that has outgrown its lists takes up no more: the next is made of all of it.
    while (!(await takeUp(name, index)) && !isOutgrown(index)) await nextTurn()
    const lost = (await store.removed(name)) - index.kept.removed
    if (isOutgrown(index) || lost > index.kept.learned * LOSS) onWanted({ ...name, insteadOf: index.kept.id })
  }

  /** Where there is none, or one that another version wrote. */
  async function wantFirst(name: IndexName): Promise<void> {
    if (await store.holds(name, large)) onWanted({ ...name, insteadOf: (await current(name)).id })
  }

  /** While nobody waits for it. */
  function followSoon(name: IndexName): void {
    const key = keyOf(name)
    if (following.has(key)) return
    following.add(key)
    // What goes wrong here goes wrong in the next search too, which says so.
    void follow(name)
      .catch(() => undefined)
      .finally(() => following.delete(key))
  }

  async function byIndex(search: VectorSearch, { kept }: HeldIndex): Promise<Match[]> {
    const { k } = search
    const wanted = wantedFacts(search.filter)
    const vector = Float32Array.from(search.vector)
    const most = Math.max(MOST_COMPARED, k)
    const compared = new Set<number>()
    const found: Match[] = []
    for (let few = Math.min(most, Math.max(COMPARED, k * COMPARED_EACH)); ;) {
      const hadAll = found.length >= k
      const seqs = kept.lists.nearest(vector, { k: few, wanted })
      const next = seqs.filter((seq) => !compared.has(seq)).slice(0, most - compared.size)
      for (const seq of next) compared.add(seq)
      for (const match of await comparison.these({ ...search, k: few }, next)) found.push(match)
      // Those to spare are looked for once: there may be no more, however many the bits let through.
      if (hadAll || found.length >= k * SPARE || seqs.length < few || few >= most) return found
      few = Math.min(most, few * (found.length >= k ? SPARE : COMPARED_NEXT))
    }
  }

  return {
    async search(search) {
      const name = { collection: search.collection, dimensions: search.vector.length }
      const index = await open(name)
      if (!index) {
        await wantFirst(name)
        return comparison.all(search, { most: mostCompared })
      }
      const isWhole = await takeUp(name, index)
      const { upTo } = index.kept
      const best = createBestMatches(search.k)
      best.add(await byIndex(search, index))
      // What is written faster than it is taken up is compared one by one, so that nobody misses it.
      if (!isWhole) {
        followSoon(name)
        const seen = new Set(best.list().map(({ seq }) => seq))
        const rest = (await comparison.all(search, { after: upTo })) ?? []
        best.add(rest.filter(({ seq }) => !seen.has(seq)))
      }
      return best.list()
    },

    follow,
  }
}

interface HeldIndex {
  kept: KeptIndex
  /** The last change of the collection that anybody saw, and the one up to which everything is taken up. */
  changed: number
  taken: number
  takingUp: Promise<boolean> | undefined
  nextTakingUp: Promise<boolean> | undefined
}

function keyOf({ collection, dimensions }: IndexName): string {
  return `${dimensions} ${collection}`
}

/** Lets go of what was used longest ago until the rest fits, or one is left. */
function makeRoom(held: Map<string, HeldIndex>, mostBytes: number): void {
  const total = (): number => [...held.values()].reduce((sum, { kept }) => sum + kept.lists.bytes, 0)
  for (const key of held.keys()) {
    if (held.size === 1 || total() <= mostBytes) return
    held.delete(key)
  }
}

function isOutgrown({ kept: { lists, learned } }: HeldIndex): boolean {
  return lists.size > learned * GROWTH
}
