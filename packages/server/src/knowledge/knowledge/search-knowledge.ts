import { NodeError, type NodeContext, type Run, type ScoredDocument, type SearchStage } from '@chatwright/core'
import { searchedAs, searchedIndex, type SearchSettings } from './index-choice.ts'
import type { KnowledgeStore, StoreRow } from './knowledge-store.ts'
import type { ComponentOpener } from './open-components.ts'
import { factsOf, PASSAGE_KEY } from './passage-index.ts'
import type { PassageRow, PassageStore } from './passage-store.ts'

export interface SearchOptions {
  /** How many; without it, as many as the store says. */
  k?: number | undefined
  filter?: Record<string, unknown> | undefined
  /** How near a passage must be, where the index can say. */
  threshold?: number | undefined
  /** Other settings of the search than the store's own, to try them. */
  settings?: SearchSettings | undefined
  /** Each passage comes with its place in every stage. */
  isExplained?: boolean | undefined
  signal: AbortSignal
  /** The run that the search is part of, which is told of it. */
  run?: Run | undefined
}

export interface Found {
  row: PassageRow
  score?: number
  /** Its place in each stage that found it, where that was asked for. */
  stages?: StagePlace[]
}

export interface StagePlace {
  stage: SearchStage['name']
  rank: number
  score?: number
}

export type SearchKnowledge = (storeId: string, query: string, options: SearchOptions) => Promise<Found[]>

const DEFAULT_K = 4
const MOST_K = 100
/** How many are looked through at most, where many are switched off or not there yet. */
const MOST_LOOKED_AT = 2000

/** The one way to search a store: for flows, for the API and for whoever tries it out. */
export function createSearchKnowledge({
  stores,
  passages,
  opener,
}: {
  stores: Pick<KnowledgeStore, 'find'>
  passages: Pick<PassageStore, 'visible'>
  opener: Pick<ComponentOpener, 'index'>
}): SearchKnowledge {
  const searchIn = async (
    store: StoreRow,
    query: string,
    { k: wanted, filter, threshold, settings, isExplained, signal, run }: SearchOptions,
  ): Promise<Found[]> => {
    const own = searchedIndex(store)
    if (!own) throw notLoaded(store.name)
    const index = settings ? searchedAs(own, settings) : own
    const k = Math.min(MOST_K, wanted ?? (Number(index.built.vectorStore.config['topK']) || DEFAULT_K))
    const open = await opener.index(store, index, signal)
    for (let lookedAt = k; ; lookedAt *= 4) {
      const stages: SearchStage[] = []
      const hits = await open.value.search(query, run ?? open.run, {
        k: lookedAt,
        ...(filter && { filter }),
        ...(isExplained && { onStage: (stage: SearchStage) => stages.push(stage) }),
      })
      const found = (await seen(hits, passages)).filter(
        ({ score }) => threshold === undefined || score === undefined || score >= threshold,
      )
      if (found.length >= k || hits.length < lookedAt || lookedAt >= MOST_LOOKED_AT) {
        return isExplained ? withStages(found.slice(0, k), stages) : found.slice(0, k)
      }
    }
  }

  return async (storeId, query, options) => {
    let store = await stores.find(storeId)
    if (!store) throw noStore(storeId)
    for (;;) {
      const found = await searchIn(store, query, options)
      const now = await stores.find(storeId)
      if (!now || now.generation === store.generation) return found
      // Its index was swapped for another meanwhile, and emptied under the search: the new one is asked.
      store = now
    }
  }
}

/** What is found, as it stands in the store now; in the order it was found in. */
async function seen(hits: readonly ScoredDocument[], passages: Pick<PassageStore, 'visible'>): Promise<Found[]> {
  const named = hits.flatMap(({ metadata: { [PASSAGE_KEY]: id }, score }) =>
    typeof id === 'string' ? [{ id, score }] : [],
  )
  const rows = new Map((await passages.visible(named.map(({ id }) => id))).map((row) => [row.id, row]))
  return named.flatMap(({ id, score }) => {
    const row = rows.get(id)
    return row ? [{ row, ...(score !== undefined && { score }) }] : []
  })
}

/** Says of each passage at which place every stage had it. */
function withStages(found: readonly Found[], stages: readonly SearchStage[]): Found[] {
  const places = new Map<unknown, StagePlace[]>(found.map(({ row }) => [row.id, []]))
  for (const { name, found: ranking } of stages) {
    for (const [index, { metadata, score }] of ranking.entries()) {
      places.get(metadata[PASSAGE_KEY])?.push({ stage: name, rank: index + 1, ...(score !== undefined && { score }) })
    }
  }
  return found.map((each) => ({ ...each, stages: places.get(each.row.id) ?? [] }))
}

/** The same search, as the nodes of a flow are given it. */
export function searchForNodes(search: SearchKnowledge): NodeContext['knowledge']['search'] {
  return async (storeId, query, run, options = {}) =>
    (await search(storeId, query, { ...options, run, signal: run.signal })).map(toDocument)
}

function toDocument({ row, score }: Found): ScoredDocument {
  return {
    id: row.id,
    pageContent: row.content,
    metadata: { ...factsOf(row), docId: row.source_id },
    ...(score !== undefined && { score }),
  }
}

function noStore(id: string): NodeError {
  return new NodeError(`The knowledge base "${id}" no longer exists.`, {
    code: 'not-found',
    hint: 'Choose another knowledge base.',
  })
}

function notLoaded(name: string): NodeError {
  return new NodeError(`"${name}" isn't ready to search yet.`, {
    code: 'not-found',
    hint: 'Open the knowledge base and load its documents.',
  })
}
