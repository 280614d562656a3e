import {
  asyncMultiOptions,
  asyncOptions,
  defineNode,
  json,
  NodeError,
  number,
  type Embeddings,
  type RetrieveOptions,
  type Run,
  type ScoredDocument,
  type VectorStore,
} from '@chatwright/core'
import { chosenStore } from '../knowledge/chosen-store.ts'
import { listStoreIds } from '../knowledge/list-stores.ts'
import { fuseByRank } from './fuse-by-rank.ts'
import { storeOutputs } from './vector-store-node.ts'

export default defineNode({
  name: 'documentStoreVS',
  label: 'Document Store (Vector)',
  version: 1,
  category: 'Vector Stores',
  description: 'Searches knowledge bases from the Knowledge page.',
  icon: 'built-in-store.svg',
  keywords: ['knowledge', 'retriever'],
  baseClasses: ['DocumentStoreVS', 'VectorStoreRetriever', 'BaseRetriever'],
  inputs: {
    selectedStore: asyncOptions('listStores', {
      destination: true,
      label: 'Select Store',
      description: 'A knowledge base from the Knowledge page.',
    }),
    moreStores: asyncMultiOptions('listStores', {
      destination: true,
      label: 'More Stores',
      description: 'Another knowledge base to search. The best results of all are used.',
      optional: true,
      additional: true,
    }),
    topK: number({
      destination: false,
      label: 'Top K',
      description: "The maximum number of chunks. Leave empty to use the knowledge base's setting.",
      min: 1,
      max: 100,
      step: 1,
      optional: true,
      additional: true,
      acceptVariable: true,
    }),
    metadataFilter: json({
      destination: false,
      label: 'Metadata Filter',
      description: 'Find only chunks with this metadata.',
      optional: true,
      additional: true,
      acceptVariable: true,
    }),
  },
  outputs: storeOutputs('DocumentStoreVS', 'DocumentStoreVS', 'Document Store'),
  example: { selectedStore: 'a-store' },
  build({ inputs, context }): VectorStore {
    const chosen = [inputs.selectedStore, ...(inputs.moreStores ?? [])]
    const search = async (query: string, run: Run, given: RetrieveOptions = {}): Promise<ScoredDocument[]> => {
      const filter = inputs.metadataFilter || given.filter ? { ...given.filter, ...inputs.metadataFilter } : undefined
      const k = given.k ?? inputs.topK
      const options = { ...(k !== undefined && { k }), ...(filter && { filter }) }
      const named = await Promise.all(chosen.map((store) => chosenStore(store, context.knowledge)))
      const stores = [...new Set(named.map(({ id }) => id))]
      const found = await Promise.all(stores.map((id) => context.knowledge.search(id, query, run, options)))
      const [only = []] = found
      if (found.length === 1) return only
      // Two stores may measure nearness differently: what counts is the place in each.
      return fuseByRank(found).slice(0, k ?? USUAL_K)
    }
    return {
      kind: 'vector-store',
      embeddings: noEmbeddings,
      search,
      searchByVector: () => Promise.reject(askedForVectors()),
      upsert: () => Promise.reject(loadedElsewhere()),
      add: () => Promise.reject(loadedElsewhere()),
      delete: () => Promise.reject(loadedElsewhere()),
    }
  },
  load: { listStores: listStoreIds },
})

/** How many are found in several stores together, where nobody says. */
const USUAL_K = 4

/** A store embeds by itself; what it embeds with is no part of the flow. */
const noEmbeddings: Embeddings = {
  kind: 'embeddings',
  modelName: 'of the store',
  embedDocuments: () => Promise.reject(askedForVectors()),
  embedQuery: () => Promise.reject(askedForVectors()),
}

function askedForVectors(): NodeError {
  return new NodeError('A knowledge base is searched with text, not with a vector.', {
    code: 'unsupported',
    hint: 'Use a retriever that searches with text, or a vector store in this flow.',
  })
}

function loadedElsewhere(): NodeError {
  return new NodeError('A knowledge base is loaded on the Knowledge page, not by a flow.', {
    code: 'unsupported',
    hint: 'Open the knowledge base and load its sources.',
  })
}
