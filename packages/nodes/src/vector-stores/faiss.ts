import { defineNode, string, type VectorStore } from '@chatwright/core'
import { faissBackend } from './faiss-backend.ts'
import { createVectorStore, storeInputs, storeOutputs, storeTraits, topKInput } from './vector-store-node.ts'

export default defineNode({
  name: 'faiss',
  label: 'Faiss',
  version: 1,
  category: 'Vector Stores',
  description:
    'Searches a FAISS folder: faiss.index (flat) with docstore.json, as LangChain for JavaScript writes it. What you load here is kept by this product in the same form.',
  icon: 'faiss.svg',
  baseClasses: ['Faiss', 'VectorStoreRetriever', 'BaseRetriever'],
  documentation: 'https://github.com/facebookresearch/faiss',
  aliases: [{ name: 'faissExistingIndex' }, { name: 'faissUpsert' }],
  inputs: {
    document: storeInputs.document,
    embeddings: storeInputs.embeddings,
    basePath: string({
      destination: true,
      label: 'Base Path to load',
      description: 'A folder below the one that the server lets flows read; also the name of what is loaded here.',
      placeholder: 'indexes/handbook',
    }),
    topK: topKInput,
  },
  outputs: storeOutputs('Faiss', 'FaissStore', 'Faiss'),
  traits: storeTraits,
  example: { basePath: 'indexes/handbook' },
  build: ({ inputs, context }): VectorStore =>
    createVectorStore({
      backend: faissBackend(context, inputs.basePath),
      embeddings: inputs.embeddings,
      documents: inputs.document,
      namespace: `faiss:${inputs.basePath}`,
      topK: inputs.topK,
    }),
})
