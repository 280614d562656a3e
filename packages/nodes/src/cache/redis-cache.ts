import { defineNode, number, type ModelCache } from '@chatwright/core'
import { flowKey } from '../redis/flow-key.ts'
import { useRedis } from '../redis/redis-connection.ts'
import { redisCredentials, redisUrl } from '../redis/redis-credentials.ts'

export default defineNode({
  name: 'redisCache',
  label: 'Redis Cache',
  version: 1,
  category: 'Cache',
  description: 'Caches answers in Redis. Several servers can share the cache, and it survives restarts.',
  icon: 'redis.svg',
  baseClasses: ['RedisCache', 'BaseCache'],
  aliases: [{ name: 'upstashRedisCache' }],
  credential: redisCredentials,
  inputs: {
    ttl: number({
      destination: false,
      label: 'Keep for (ms)',
      step: 1,
      min: 1,
      optional: true,
      additional: true,
      description: 'How long an answer is cached. Leave empty to keep it forever.',
    }),
  },
  build({ inputs, credential, context }): ModelCache {
    const place = { url: redisUrl(credential), dialAddress: context.dialAddress }
    const nameOf = (key: string): string => flowKey(context.flow.id, 'answer', key)
    return {
      kind: 'cache',
      get: async (key) => (await useRedis(place, (client) => client.get(nameOf(key)))) ?? undefined,
      async set(key, value) {
        await useRedis(place, (client) =>
          inputs.ttl === undefined ? client.set(nameOf(key), value) : client.set(nameOf(key), value, 'PX', inputs.ttl),
        )
      },
    }
  },
})
