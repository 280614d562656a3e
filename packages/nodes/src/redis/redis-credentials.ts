import { NodeError, type CredentialValues } from '@chatwright/core'

export const redisCredentials = { names: ['redisCacheApi', 'redisCacheUrlApi'], optional: true } as const

/** The address of a Redis server, from either kind of credential; the usual local one without. */
export function redisUrl(credential: CredentialValues): string {
  if (credential.redisUrl) return checked(credential.redisUrl)
  const host = credential.redisCacheHost
  if (!host) return 'redis://127.0.0.1:6379'
  const scheme = credential.redisCacheSslEnabled === 'true' ? 'rediss' : 'redis'
  const user = encodeURIComponent(credential.redisCacheUser ?? '')
  const secret = encodeURIComponent(credential.redisCachePwd ?? '')
  const login = user || secret ? `${user}:${secret}@` : ''
  return checked(`${scheme}://${login}${host}:${credential.redisCachePort ?? '6379'}`)
}

function checked(url: string): string {
  if (/^rediss?:\/\//.test(url) && URL.canParse(url)) return url
  throw new NodeError('The Redis address is not a redis:// or rediss:// address.', {
    code: 'bad-input',
    field: 'credential',
    hint: 'Write it like redis://user:password@host:6379 in the credential "Redis URL".',
  })
}
