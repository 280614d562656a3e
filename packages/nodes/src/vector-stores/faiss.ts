import { defineNode, string, type VectorStore } from '@chatwright/core'
import { faissBackend } from './faiss-backend.ts'
import { createVectorStore, storeInputs, storeOutputs, storeTraits, topKInput } from './vector-store-node.ts'

export default defineNode({
  name: 'faiss',
  label: 'Faiss',
  version: 1,
  category: 'Vector Stores',
  description:
    'Searches a FAISS folder in the format of LangChain for JavaScript: a flat faiss.index and docstore.json. Documents loaded here are stored in the same format.',
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
      description: 'A folder inside the one that flows may read. It also names what is loaded here.',
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
