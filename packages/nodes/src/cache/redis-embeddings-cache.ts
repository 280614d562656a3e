import { anchor, defineNode, number } from '@chatwright/core'
import { flowKey } from '../redis/flow-key.ts'
import { useRedis } from '../redis/redis-connection.ts'
import { redisCredentials, redisUrl } from '../redis/redis-credentials.ts'
import { cachedEmbeddings, type VectorCache } from './cached-embeddings.ts'
import { namespace } from './namespace.ts'

export default defineNode({
  name: 'redisEmbeddingsCache',
  label: 'Redis Embeddings Cache',
  version: 1,
  category: 'Cache',
  description: "Caches embeddings in Redis, so unchanged text isn't embedded twice.",
  icon: 'redis.svg',
  baseClasses: ['RedisEmbeddingsCache', 'Embeddings'],
  credential: redisCredentials,
  inputs: {
    embeddings: anchor('Embeddings', { label: 'Embeddings' }),
    ttl: number({
      destination: false,
      label: 'Keep for (seconds)',
      step: 1,
      min: 1,
      default: 3600,
      optional: true,
      additional: true,
      description: 'How long a vector is cached.',
    }),
    namespace,
  },
  build({ inputs, credential, context }) {
    const place = { url: redisUrl(credential), dialAddress: context.dialAddress }
    const nameOf = (key: string): string => flowKey(context.flow.id, 'vector', key)
    const cache: VectorCache = {
      async get(keys) {
        if (keys.length === 0) return []
        const stored = await useRedis(place, (client) => client.mget(keys.map(nameOf)))
        return stored.map((text) => (text === null ? undefined : (JSON.parse(text) as number[])))
      },
      async set(entries) {
        await useRedis(place, async (client) => {
          const step = client.pipeline()
          for (const { key, vector } of entries) step.set(nameOf(key), JSON.stringify(vector), 'EX', inputs.ttl)
          await step.exec()
        })
      },
    }
    return cachedEmbeddings(inputs.embeddings, cache, {
      namespace: inputs.namespace,
      keepsNothing: context.keepsNothing,
    })
  },
})
