import { anchor, defineNode, RecentValues } from '@chatwright/core'
import { cachedEmbeddings } from './cached-embeddings.ts'
import { namespace } from './namespace.ts'

const mostVectors = 20_000

export default defineNode({
  name: 'inMemoryEmbeddingCache',
  label: 'InMemory Embedding Cache',
  version: 1,
  category: 'Cache',
  description: "Caches embeddings in memory, so unchanged text isn't embedded twice.",
  icon: 'cache.svg',
  baseClasses: ['InMemoryEmbeddingCache', 'Embeddings'],
  inputs: { embeddings: anchor('Embeddings', { label: 'Embeddings' }), namespace },
  build({ inputs, context }) {
    const vectors = new RecentValues<number[]>(mostVectors)
    const cache = {
      get: async (keys: readonly string[]) => keys.map((key) => vectors.get(key)),
      set: async (entries: readonly { key: string; vector: number[] }[]) => {
        for (const { key, vector } of entries) vectors.set(key, vector)
      },
    }
    return cachedEmbeddings(inputs.embeddings, cache, {
      namespace: inputs.namespace,
      keepsNothing: context.keepsNothing,
    })
  },
})
