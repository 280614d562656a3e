import type { ChosenNode } from '@chatwright/contract'
import { builtWithOf, chosenOf, type BuiltWith, type StoreRow } from './knowledge-store.ts'

/** What a new store has: it works at once, with no key and nothing to install. */
export const DEFAULT_EMBEDDING: ChosenNode = { name: 'builtInEmbeddings', config: {} }
export const DEFAULT_VECTOR_STORE: ChosenNode = { name: 'builtInVectorStore', config: {} }

/** Values that say how an index is searched, not where it lies or what it holds. */
const SEARCH_KEYS: ReadonlySet<string> = new Set([
  'topK',
  'metadataFilter',
  'searchType',
  'fetchK',
  'lambda',
  'hybridSearch',
  'minScore',
])

/** How a search goes about it: whether words count too, how many near ones are chosen among, and so on. */
export type SearchSettings = Readonly<Record<string, unknown>>

/** Of the values that a request gives, those that say how an index is searched, and that a search has no option for. */
export function settingsIn(inputs: Readonly<Record<string, unknown>>): SearchSettings | undefined {
  const named = Object.entries(inputs).filter(([name]) => SEARCH_KEYS.has(name) && !OPTIONS.has(name))
  return named.length === 0 ? undefined : Object.fromEntries(named)
}

const OPTIONS: ReadonlySet<string> = new Set(['topK', 'metadataFilter'])

/** The same index, searched in another way. */
export function searchedAs({ built, generation }: IndexNumber, settings: SearchSettings): IndexNumber {
  const { name, config } = built.vectorStore
  return { built: { ...built, vectorStore: { name, config: { ...config, ...settings } } }, generation }
}

export interface IndexNumber {
  built: BuiltWith
  generation: number
}

/** What people chose for a store. */
export function chosenIndex(row: Pick<StoreRow, 'embedding' | 'vector_store'>): BuiltWith {
  return {
    embedding: chosenOf(row.embedding) ?? DEFAULT_EMBEDDING,
    vectorStore: chosenOf(row.vector_store) ?? DEFAULT_VECTOR_STORE,
  }
}

/** The index that is searched: the one that was built, in the way that is chosen now where it is still the same one. */
export function searchedIndex(row: StoreRow): IndexNumber | undefined {
  const built = builtWithOf(row)
  if (!built) return undefined
  const chosen = chosenIndex(row)
  return { built: isSameIndex(built, chosen) ? chosen : built, generation: row.generation }
}

/** The index that a load fills: the one that is searched, or where another was chosen, one beside it. */
export function targetIndex(row: StoreRow): IndexNumber & { isNew: boolean; abandoned?: IndexNumber } {
  const chosen = chosenIndex(row)
  const searched = searchedIndex(row)
  const next = row.index_next === null ? undefined : (JSON.parse(row.index_next) as IndexNumber)
  if (searched && isSameIndex(searched.built, chosen))
    return { ...searched, isNew: false, ...(next && { abandoned: next }) }
  if (next && isSameIndex(next.built, chosen)) return { built: chosen, generation: next.generation, isNew: true }
  const generation = Math.max(row.generation, next?.generation ?? 0) + 1
  return { built: chosen, generation, isNew: true, ...(next && { abandoned: next }) }
}

/** Every index that may hold vectors of a store: the one that is searched, and one that was begun beside it. */
export function filledIndexes(row: StoreRow): (IndexNumber & { isAbandoned: boolean })[] {
  const searched = searchedIndex(row)
  const next = row.index_next === null ? undefined : (JSON.parse(row.index_next) as IndexNumber)
  return [
    ...(searched ? [{ ...searched, isAbandoned: false }] : []),
    ...(next ? [{ ...next, isAbandoned: !isSameIndex(next.built, chosenIndex(row)) }] : []),
  ]
}

export function isSameIndex(one: BuiltWith, other: BuiltWith): boolean {
  return place(one) === place(other)
}

/** Whether what one was filled with can be copied into the other. */
export function isSameEmbedding(one: BuiltWith, other: BuiltWith): boolean {
  return embeddedBy(one) === embeddedBy(other)
}

function embeddedBy({ embedding: { name, config } }: BuiltWith): string {
  return JSON.stringify([name, sorted(Object.entries(config))])
}

function place(built: BuiltWith): string {
  const { name, config } = built.vectorStore
  const kept = Object.entries(config).filter(([key]) => !SEARCH_KEYS.has(key))
  return JSON.stringify([embeddedBy(built), name, sorted(kept)])
}

/** A value that was never set and one that is empty are the same. */
function sorted(entries: [string, unknown][]): [string, unknown][] {
  return entries.filter(([, value]) => value !== undefined && value !== '').sort(([a], [b]) => (a < b ? -1 : 1))
}
