import { defineNode, type Embeddings } from '@chatwright/core'
import { inBatches } from '../model-values/in-batches.ts'
import { embedInThread } from './embedding-threads.ts'

/** Small, so that a question waits behind a few documents at most. */
const batchSize = 4

export default defineNode({
  name: 'builtInEmbeddings',
  label: 'Built-in Embeddings',
  version: 1,
  category: 'Embeddings',
  description: 'Embeds text on this machine. Needs no key or download, and works best for English.',
  icon: 'built-in-embeddings.svg',
  baseClasses: ['BuiltInEmbeddings', 'Embeddings'],
  badge: 'new',
  inputs: {},
  build(): Embeddings {
    return {
      kind: 'embeddings',
      modelName: 'all-MiniLM-L6-v2',
      embedDocuments: (texts, { signal }) =>
        inBatches(texts, { size: batchSize }, (batch) => embedInThread(batch, { signal })),
      embedQuery: async (text, { signal }) => (await embedInThread([text], { signal, isUrgent: true }))[0] ?? [],
    }
  },
})
