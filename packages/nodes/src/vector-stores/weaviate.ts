import { defineNode, json, options, string, type VectorStore } from '@chatwright/core'
import {
  createVectorStore,
  diversityInputs,
  storeInputs,
  storeOutputs,
  storeTraits,
  topKInput,
} from './vector-store-node.ts'
import { weaviateBackend } from './weaviate-backend.ts'

export default defineNode({
  name: 'weaviate',
  label: 'Weaviate',
  version: 4,
  category: 'Vector Stores',
  description: 'Stores vectors in Weaviate, on your machine or in Weaviate Cloud.',
  icon: 'weaviate.svg',
  baseClasses: ['Weaviate', 'VectorStoreRetriever', 'BaseRetriever'],
  credential: { names: ['weaviateApi'], optional: true },
  documentation: 'https://docs.weaviate.io',
  aliases: [{ name: 'weaviateExistingIndex' }, { name: 'weaviateUpsert' }],
  inputs: {
    ...storeInputs,
    weaviateScheme: options({
      destination: true,
      label: 'Weaviate Scheme',
      options: [
        { label: 'https', name: 'https' },
        { label: 'http', name: 'http' },
      ],
      default: 'https',
    }),
    weaviateHost: string({ destination: true, label: 'Weaviate Host', placeholder: 'localhost:8080' }),
    weaviateIndex: string({
      destination: false,
      label: 'Weaviate Index',
      description: "The name of the collection, starting with a capital letter. It is created if it doesn't exist.",
      placeholder: 'Handbook',
    }),
    weaviateTextKey: string({
      destination: false,
      label: 'Weaviate Text Key',
      description: 'The property that contains the text.',
      default: 'text',
      optional: true,
      additional: true,
    }),
    weaviateMetadataKeys: string({
      destination: false,
      label: 'Weaviate Metadata Keys',
      description: 'A JSON list of properties to read besides the text.',
      placeholder: '["source"]',
      rows: 4,
      optional: true,
      additional: true,
      isJson: 'perhaps',
    }),
    topK: topKInput,
    weaviateFilter: json({
      destination: false,
      label: 'Weaviate Search Filter',
      description: 'Find only documents with this metadata.',
      optional: true,
      additional: true,
      acceptVariable: true,
    }),
    ...diversityInputs,
  },
  outputs: storeOutputs('Weaviate', 'WeaviateStore', 'Weaviate'),
  traits: storeTraits,
  example: { weaviateHost: 'localhost:8080', weaviateIndex: 'Handbook' },
  build({ inputs, credential, context }): VectorStore {
    const url = `${inputs.weaviateScheme}://${inputs.weaviateHost}`
    return createVectorStore({
      backend: weaviateBackend({
        fetch: context.providerFetch,
        url,
        apiKey: credential.weaviateApiKey,
        index: inputs.weaviateIndex,
        textKey: inputs.weaviateTextKey,
        metadataKeys: inputs.weaviateMetadataKeys,
      }),
      embeddings: inputs.embeddings,
      documents: inputs.document,
      recordManager: inputs.recordManager,
      namespace: `weaviate:${url}:${inputs.weaviateIndex}`,
      topK: inputs.topK,
      filter: inputs.weaviateFilter,
      ...(inputs.searchType === 'mmr' && { diversity: { fetchK: inputs.fetchK, lambda: inputs.lambda } }),
    })
  },
})
