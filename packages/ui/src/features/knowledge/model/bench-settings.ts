import type { KnowledgeStore } from '@chatwright/contract'
import type { InputParam, NodeDescription } from '@chatwright/core'

import { defaultsOf, formInputs } from '../../../parts/parameter-form/node-defaults.ts'
import { readFilter } from './read-filter.ts'

/** One way to search a store, as the bench holds it. */
export interface BenchSettings {
  topK: string
  threshold: string
  filter: string
  /** What the store's index can do otherwise, by the names of its fields. */
  how: Record<string, unknown>
}

/** What says how an index is searched; how many and which have fields of their own. */
const HOW: ReadonlySet<string> = new Set(['hybridSearch', 'searchType', 'fetchK', 'lambda'])

const USUAL_K = '4'

const BUILT_IN = 'builtInVectorStore'

/** What the store is kept in, as the catalogue describes it. */
export function indexOf(
  store: KnowledgeStore,
  nodes: readonly NodeDescription[] | undefined,
): NodeDescription | undefined {
  return nodes?.find(({ name }) => name === (store.vectorStoreConfig?.name ?? BUILT_IN))
}

export function howInputs(index: NodeDescription | undefined): readonly InputParam[] {
  return index ? formInputs(index).filter(({ name }) => HOW.has(name)) : []
}

/** The store's own settings, which flows search with. */
export function ownSettings(store: KnowledgeStore, index: NodeDescription | undefined): BenchSettings {
  const config = store.vectorStoreConfig?.config ?? {}
  const own = { ...(index && defaultsOf(index)), ...config }
  const names = new Set(howInputs(index).map(({ name }) => name))
  const { topK } = config
  return {
    topK: typeof topK === 'number' || typeof topK === 'string' ? String(topK) : USUAL_K,
    threshold: '',
    filter: '',
    how: Object.fromEntries(Object.entries(own).filter(([name]) => names.has(name))),
  }
}

/** The settings as a search takes them; nothing where the filter cannot be read. */
export function searchInputs({ topK, threshold, filter, how }: BenchSettings): Record<string, unknown> | undefined {
  const read = readFilter(filter)
  if (read.isWrong) return undefined
  return { ...how, topK, threshold, ...(read.filter && { metadataFilter: read.filter }) }
}

/** Where the other search has each passage: what changed between two settings, at a glance. */
export function rankIn(others: readonly { id: string }[] | undefined, id: string): number | undefined {
  const at = others?.findIndex((other) => other.id === id) ?? -1
  return at < 0 ? undefined : at + 1
}
