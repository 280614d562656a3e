import {
  anchor,
  number,
  options,
  type Embeddings,
  type RetrieveOptions,
  type Run,
  type ScoredDocument,
  type SearchStage,
  type VectorStore,
} from '@chatwright/core'
import { chooseDiverse } from './choose-diverse.ts'
import { fuseWithWorth } from './fuse-by-rank.ts'
import type { StoreSettings } from './store-settings.ts'
import { addDocuments, upsertDocuments } from './upsert-documents.ts'
import type { BackendSearch, VectorMatch } from './vector-backend.ts'

export const storeInputs = {
  document: anchor('Document', { label: 'Document', list: true, optional: true, phase: 'upsert' }),
  embeddings: anchor('Embeddings', { label: 'Embeddings' }),
  recordManager: anchor('RecordManager', {
    label: 'Record Manager',
    description: 'Tracks loaded documents, so loading again skips unchanged ones.',
    optional: true,
    phase: 'upsert',
  }),
}

export const topKInput = number({
  destination: false,
  label: 'Top K',
  description: 'The number of documents to find.',
  placeholder: '4',
  default: 4,
  min: 1,
  step: 1,
  optional: true,
  additional: true,
})

export const diversityInputs = {
  searchType: options({
    destination: false,
    label: 'Search Type',
    options: [
      { label: 'Similarity', name: 'similarity', description: 'Returns the most similar documents.' },
      {
        label: 'Max Marginal Relevance',
        name: 'mmr',
        description: 'Returns similar documents that also differ from each other.',
      },
    ],
    default: 'similarity',
    optional: true,
    additional: true,
  }),
  fetchK: number({
    destination: false,
    label: 'Fetch K (for MMR)',
    description: 'How many similar documents to choose from.',
    default: 20,
    min: 1,
    step: 1,
    optional: true,
    additional: true,
    show: { searchType: 'mmr' },
  }),
  lambda: number({
    destination: false,
    label: 'Lambda (for MMR)',
    description: 'From 0 (most varied) to 1 (most similar).',
    default: 0.5,
    min: 0,
    max: 1,
    step: 0.1,
    optional: true,
    additional: true,
    show: { searchType: 'mmr' },
  }),
}

/** The value is the same for both: a retriever is a store that is only searched. */
export function storeOutputs(type: string, storeClass: string, label: string) {
  return {
    retriever: { label: `${label} Retriever`, baseClasses: [type, 'VectorStoreRetriever', 'BaseRetriever'] },
    vectorStore: { label: `${label} Vector Store`, baseClasses: [...new Set([type, storeClass, 'VectorStore'])] },
  }
}

export const storeTraits = { upserts: true } as const

/** Choosing among more takes long and finds nothing better. */
const MOST_FETCHED = 1000

/** A vector store over a backend: embeds queries, searches, and loads documents. */
export function createVectorStore(settings: StoreSettings): VectorStore {
  const { backend, embeddings } = settings

  const searchBy = async (
    query: { vector: readonly number[]; text?: string },
    run: Run,
    given: RetrieveOptions = {},
  ): Promise<ScoredDocument[]> => {
    const k = given.k ?? settings.topK
    const filter = mergeFilters(settings.filter, given.filter)
    const search: BackendSearch = { k, ...(filter && { filter }) }
    const tell = (name: SearchStage['name'], found: readonly VectorMatch[]): void => given.onStage?.({ name, found })
    if (settings.diversity) {
      const { fetchK, lambda } = settings.diversity
      const wide = { ...search, k: Math.max(Math.min(fetchK, MOST_FETCHED), k), withVectors: true }
      const near = await backend.search(query.vector, wide, run)
      tell('nearness', near)
      const chosen = chooseDiverse(query.vector, await withVectors(near, embeddings, run), { k, lambda })
      tell('reranked', chosen.map(withoutScore))
      return chosen.map(withoutVector)
    }
    if (settings.isHybrid && backend.searchText && query.text !== undefined) {
      const wide = { ...search, k: k * 3 }
      const [near, worded] = await Promise.all([
        backend.search(query.vector, wide, run),
        backend.searchText(query.text, wide, run),
      ])
      tell('nearness', near)
      tell('words', worded)
      const fused = fuseWithWorth([near, worded.map(withoutScore)]).slice(0, k)
      tell(
        'fused',
        fused.map(({ document, worth }) => ({ ...document, score: worth })),
      )
      return fused.map(({ document }) => withoutVector(document))
    }
    const near = (await backend.search(query.vector, search, run)).slice(0, k)
    tell('nearness', near)
    return near.map(withoutVector)
  }

  return {
    kind: 'vector-store',
    embeddings,
    search: async (text, run, given) => searchBy({ vector: await embeddings.embedQuery(text, run), text }, run, given),
    searchByVector: (vector, run, given) => searchBy({ vector }, run, given),
    upsert: (run, watch) => upsertDocuments(settings, run, watch),
    add: (documents, run, vectors) => addDocuments(settings, { documents, vectors }, run),
    ...(backend.stored && { stored: (ids, run) => backend.stored?.(ids, run) ?? Promise.resolve([]) }),
    ...(backend.isForgetful && { isForgetful: true }),
    delete: (ids, run) => backend.delete(ids, run),
  }
}

/** What the search asks for is added to what the node demands; where both name a field, the node's wish stands. */
function mergeFilters(
  demanded: Record<string, unknown> | undefined,
  asked: Record<string, unknown> | undefined,
): Record<string, unknown> | undefined {
  return demanded || asked ? { ...asked, ...demanded } : undefined
}

async function withVectors(
  matches: readonly VectorMatch[],
  embeddings: Embeddings,
  run: Run,
): Promise<(VectorMatch & { vector: readonly number[] })[]> {
  const missing = matches.filter((match) => match.vector === undefined)
  const embedded =
    missing.length === 0
      ? []
      : await embeddings.embedDocuments(
          missing.map((match) => match.pageContent),
          run,
        )
  const vectors = new Map(missing.map((match, index) => [match, embedded[index] ?? []]))
  return matches.map((match) => ({ ...match, vector: match.vector ?? vectors.get(match) ?? [] }))
}

/** What a search by words is worth is no similarity: a floor on that must not be held against it. */
function withoutScore(match: VectorMatch): VectorMatch {
  const { score: _, ...rest } = match
  return rest
}

function withoutVector(match: VectorMatch): ScoredDocument {
  const document = { ...match }
  delete document.vector
  return document
}
