import { boolean, defineNode, json, string, type NodeContext, type VectorStore } from '@chatwright/core'
import { matchesFilter } from './matches-filter.ts'
import type { VectorBackend } from './vector-backend.ts'
import {
  createVectorStore,
  diversityInputs,
  storeInputs,
  storeOutputs,
  storeTraits,
  topKInput,
} from './vector-store-node.ts'

export default defineNode({
  name: 'builtInVectorStore',
  label: 'Built-in Vector Store',
  version: 1,
  category: 'Vector Stores',
  description: "Stores vectors in Chatwright's own database. Needs no installation and survives restarts.",
  icon: 'built-in-store.svg',
  keywords: ['vector database', 'vectordb', 'built-in store'],
  baseClasses: ['BuiltIn', 'VectorStoreRetriever', 'BaseRetriever'],
  aliases: [{ name: 'simpleStoreLlamaIndex', handsOn: ['model'] }],
  inputs: {
    ...storeInputs,
    collection: string({
      destination: false,
      label: 'Collection',
      description: "Flows with the same collection name share it. Leave empty for a collection of this flow's own.",
      placeholder: 'handbook',
      optional: true,
    }),
    hybridSearch: boolean({
      destination: false,
      label: 'Hybrid Search',
      description: 'Search by words as well as by meaning. Better for names, numbers and codes.',
      default: false,
      optional: true,
      additional: true,
    }),
    metadataFilter: json({
      destination: false,
      label: 'Metadata Filter',
      description: 'Find only documents with this metadata.',
      optional: true,
      additional: true,
      acceptVariable: true,
    }),
    topK: topKInput,
    ...diversityInputs,
  },
  outputs: storeOutputs('BuiltIn', 'BuiltInVectorStore', 'Built-in'),
  traits: storeTraits,
  build({ inputs, node, context }): VectorStore {
    const collection = collectionName(inputs.collection, { flowId: context.flow.id, nodeId: node.id })
    return createVectorStore({
      backend: indexBackend(context.vectors, collection),
      embeddings: inputs.embeddings,
      documents: inputs.document,
      recordManager: inputs.recordManager,
      namespace: collection,
      topK: inputs.topK,
      filter: inputs.metadataFilter,
      isHybrid: inputs.hybridSearch,
      ...(inputs.searchType === 'mmr' && { diversity: { fetchK: inputs.fetchK, lambda: inputs.lambda } }),
    })
  },
})

/** A named collection is shared by name; an unnamed one belongs to one node of one flow. */
function collectionName(named: string | undefined, owner: { flowId: string; nodeId: string }): string {
  const name = named?.trim() ?? ''
  return name === '' ? `flow:${owner.flowId}:${owner.nodeId}` : `named:${name}`
}

function indexBackend(vectors: NodeContext['vectors'], collection: string): VectorBackend {
  return {
    put: (records) => vectors.upsert(collection, records),
    search: (vector, { k, filter }) => vectors.search(collection, vector, { k, ...(filter && { filter }) }),
    async searchText(query, { k, filter }) {
      const found = await vectors.searchText(collection, query, { k })
      return found.filter((document) => matchesFilter(document.metadata, filter))
    },
    stored: (ids) => vectors.stored(collection, ids),
    delete: (ids) => vectors.delete(collection, ids),
  }
}
