import { NodeError, type CredentialValues } from '@chatwright/core'

export const redisCredentials = ['redisCacheApi', 'redisCacheUrlApi'] as const

/** The address of a Redis server, from either kind of credential. There is none to fall back to: it may be our own queue's. */
export function redisUrl(credential: CredentialValues): string {
  if (credential.redisUrl) return checked(credential.redisUrl)
  const host = credential.redisCacheHost
  if (!host) {
    throw new NodeError("The Redis server isn't set.", {
      code: 'missing-credential',
      field: 'credential',
      hint: 'Choose or create a "Redis" or "Redis URL" credential in this node.',
    })
  }
  const scheme = credential.redisCacheSslEnabled === 'true' ? 'rediss' : 'redis'
  const user = encodeURIComponent(credential.redisCacheUser ?? '')
  const secret = encodeURIComponent(credential.redisCachePwd ?? '')
  const login = user || secret ? `${user}:${secret}@` : ''
  return checked(`${scheme}://${login}${host}:${credential.redisCachePort ?? '6379'}`)
}

function checked(url: string): string {
  if (/^rediss?:\/\//.test(url) && URL.canParse(url)) return url
  throw new NodeError("The Redis URL doesn't start with redis:// or rediss://.", {
    code: 'bad-input',
    field: 'credential',
    hint: 'Enter a URL such as redis://user:password@host:6379 in the credential "Redis URL".',
  })
}
