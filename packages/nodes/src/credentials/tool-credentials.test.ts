import type { CredentialDeclaration } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { json, replay, type Answer } from '../../test/replay.ts'
import cohereApi from './cohere-api.ts'
import githubApi from './github-api.ts'
import pineconeApi from './pinecone-api.ts'
import searchApi from './search-api.ts'
import serpApi from './serp-api.ts'
import tavilyApi from './tavily-api.ts'

const cases: [CredentialDeclaration, Record<string, string>, string][] = [
  [cohereApi, { cohereApiKey: 'secret' }, 'https://api.cohere.com/v1/models?page_size=1'],
  [githubApi, { accessToken: 'secret' }, 'https://api.github.com/user'],
  [pineconeApi, { pineconeApiKey: 'secret' }, 'https://api.pinecone.io/indexes'],
  [searchApi, { searchApiKey: 'secret' }, 'https://www.searchapi.io/api/v1/me'],
  [serpApi, { serpApiKey: 'secret' }, 'https://serpapi.com/account.json?api_key=secret'],
  [tavilyApi, { tavilyApiKey: 'secret' }, 'https://api.tavily.com/usage'],
]

describe.each(cases)('$name', (credential, values, url) => {
  const tryIt = async (answer: Answer) => {
    const { fetch, requests } = replay(answer)
    const { signal } = new AbortController()
    const outcome = await credential.test?.({
      values,
      context: { fetch, providerFetch: fetch, dialAddress: async (host: string) => host },
      signal,
    })
    return { outcome, requests }
  }

  test('is proved right by a call that costs nothing', async () => {
    const { outcome, requests } = await tryIt(json({ login: 'ada', indexes: [] }))
    expect(outcome).toMatch(/accepted the (key|token)/)
    expect(requests).toMatchObject([{ method: 'GET', url }])
    expect(`${url} ${Object.values(requests[0]?.headers ?? {}).join(' ')}`).toContain('secret')
  })

  test('is proved wrong in the vendor\u2019s words', async () => {
    await expect(tryIt(json({ message: 'No such key' }, { status: 401 }))).rejects.toMatchObject({
      code: 'wrong-credential',
      message: expect.stringContaining('No such key'),
    })
  })
})
