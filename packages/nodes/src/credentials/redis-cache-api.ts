import { boolean, defineCredential, number, password, string } from '@chatwright/core'
import { useRedis } from '../redis/redis-connection.ts'
import { redisUrl } from '../redis/redis-credentials.ts'

export default defineCredential({
  name: 'redisCacheApi',
  label: 'Redis',
  version: 1,
  description: 'A Redis server, by host and port.',
  icon: 'redis.svg',
  inputs: {
    redisCacheHost: string({ label: 'Host', placeholder: 'redis.example.com' }),
    redisCachePort: number({ label: 'Port', default: 6379 }),
    redisCacheUser: string({ label: 'User', optional: true }),
    redisCachePwd: password({ label: 'Password', optional: true }),
    redisCacheSslEnabled: boolean({ label: 'Use TLS', optional: true }),
  },
  async test({ values, context }) {
    await useRedis({ url: redisUrl(values), dialAddress: context.dialAddress }, (client) => client.ping())
    return 'Redis answered.'
  },
})
