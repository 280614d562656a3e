import { defineCredential, password } from '@chatwright/core'
import { useRedis } from '../redis/redis-connection.ts'
import { redisUrl } from '../redis/redis-credentials.ts'

export default defineCredential({
  name: 'redisCacheUrlApi',
  label: 'Redis URL',
  version: 1,
  description: 'A Redis server, by URL.',
  icon: 'redis.svg',
  inputs: { redisUrl: password({ label: 'Redis URL', placeholder: 'redis://user:password@host:6379' }) },
  async test({ values, context }) {
    await useRedis({ url: redisUrl(values), dialAddress: context.dialAddress }, (client) => client.ping())
    return 'Redis answered.'
  },
})
