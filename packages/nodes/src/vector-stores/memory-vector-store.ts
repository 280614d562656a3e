import { anchor, defineNode, number, type Run, type VectorStore } from '@chatwright/core'
import { memoryBackend } from './memory-backend.ts'
import { createVectorStore, storeInputs, storeOutputs, storeTraits } from './vector-store-node.ts'

export default defineNode({
  name: 'memoryVectorStore',
  label: 'In-Memory Vector Store',
  version: 1,
  category: 'Vector Stores',
  description:
    'Stores vectors in memory. They load with the first question and are lost on restart. Good for trying things out.',
  icon: 'memory-store.svg',
  keywords: ['vector store', 'vector', 'index'],
  baseClasses: ['Memory', 'VectorStoreRetriever', 'BaseRetriever'],
  inputs: {
    document: anchor('Document', { label: 'Document', list: true, optional: true }),
    embeddings: storeInputs.embeddings,
    topK: number({
      destination: false,
      label: 'Top K',
      description: 'The number of documents to find.',
      placeholder: '4',
      default: 4,
      min: 1,
      step: 1,
      optional: true,
    }),
  },
  outputs: storeOutputs('Memory', 'MemoryVectorStore', 'Memory'),
  traits: storeTraits,
  build({ inputs, node }): VectorStore {
    const store = createVectorStore({
      backend: { ...memoryBackend(), isForgetful: true },
      embeddings: inputs.embeddings,
      documents: inputs.document,
      namespace: node.id,
      topK: inputs.topK,
    })
    return loadedAtFirstSearch(store, { hasDocuments: (inputs.document ?? []).length > 0 })
  },
})

/** Questions that come while documents are being loaded wait for one and the same load; a failed one is tried anew. */
function loadedAtFirstSearch(store: VectorStore, { hasDocuments }: { hasDocuments: boolean }): VectorStore {
  let loading: Promise<unknown> | undefined
  const upsert: VectorStore['upsert'] = (run, watch) => {
    const current = store.upsert(run, watch)
    loading = current
    current.catch(() => {
      if (loading === current) loading = undefined
    })
    return current
  }
  const ready = async (run: Run): Promise<void> => {
    if (!hasDocuments) return
    try {
      if (loading) return void (await loading)
    } catch {
      // Whoever began that load may have gone away; this question loads for itself.
    }
    await (loading ?? upsert(run))
  }
  return {
    ...store,
    upsert,
    async search(query, run, options) {
      await ready(run)
      return store.search(query, run, options)
    },
    async searchByVector(vector, run, options) {
      await ready(run)
      return store.searchByVector(vector, run, options)
    },
  }
}
