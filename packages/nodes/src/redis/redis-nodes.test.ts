import type { Embeddings, Memory, ModelCache } from '@chatwright/core'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildNode, exampleInputs } from '../../test/build-node.ts'
import { rejection } from '../../test/collect.ts'
import { letterEmbeddings } from '../../test/conforming-values.ts'
import { freePort } from '../../test/own-service.ts'
import { hasRedis, startRedis } from '../../test/redis-server.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import redisCache from '../cache/redis-cache.ts'
import redisEmbeddingsCache from '../cache/redis-embeddings-cache.ts'
import redisCacheUrlApi from '../credentials/redis-cache-url-api.ts'
import { loadCatalogue } from '../index.ts'
import redisBackedChatMemory from '../memory/redis-backed-chat-memory.ts'
import { redisUrl } from './redis-credentials.ts'

const catalogue = await loadCatalogue()
const redisNodes = catalogue.nodes.map(({ name }) => name).filter((name) => /redis/i.test(name))

describe.skipIf(!hasRedis)('with a Redis server', () => {
  let server: Awaited<ReturnType<typeof startRedis>>
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.stop())

  test('a memory keeps the conversation of each session, in order', async () => {
    const memory = await buildNode<Memory>(redisBackedChatMemory, {
      inputs: { sessionTTL: 60 },
      credential: { redisUrl: server.url },
    })
    const run = testRun()
    await memory.save({ question: 'Hi', answer: 'Hello' }, run)
    await memory.save({ question: 'How are you?', answer: 'Fine' }, run)
    expect(await memory.load(run)).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'How are you?' },
      { role: 'assistant', content: 'Fine' },
    ])
    const other = testRun({ session: { ...run.session, sessionId: 'session-2' } })
    expect(await memory.load(other)).toEqual([])
    await memory.clear(run.session)
    expect(await memory.load(run)).toEqual([])
  })

  test('an embeddings cache writes nothing where nothing may be kept, and reads what is there', async () => {
    const credential = { redisUrl: server.url }
    const inputs = { embeddings: letterEmbeddings(), namespace: 'looked at' }
    const context = { ...testContext(), keepsNothing: true }
    const looking = await buildNode<Embeddings>(redisEmbeddingsCache, { inputs, credential, context })
    const redis = new Redis(server.url)
    const before = await redis.dbsize()
    await looking.embedDocuments(['one'], testRun())
    expect(await redis.dbsize()).toBe(before)
    const keeping = await buildNode<Embeddings>(redisEmbeddingsCache, { inputs, credential })
    await keeping.embedDocuments(['one'], testRun())
    expect(await redis.dbsize()).toBe(before + 1)
    await redis.quit()
  })

  test('a memory takes back the newest exchange of these words, and no other', async () => {
    const memory = await buildNode<Memory>(redisBackedChatMemory, {
      inputs: { sessionId: 'taken back' },
      credential: { redisUrl: server.url },
    })
    const run = testRun()
    for (const answer of ['1', '2']) await memory.save({ question: 'Same', answer }, run)
    await memory.save({ question: 'Last', answer: '3' }, run)
    await memory.forget?.({ question: 'Same', answer: '2' }, run.session)
    expect((await memory.load(run)).map(({ content }) => content)).toEqual(['Same', '1', 'Last', '3'])
    await memory.clear(run.session)
  })

  test('a window remembers the last exchanges only', async () => {
    const memory = await buildNode<Memory>(redisBackedChatMemory, {
      inputs: { windowSize: 1, sessionId: 'shared' },
      credential: { redisUrl: server.url },
    })
    await memory.save({ question: 'one', answer: '1' }, testRun())
    await memory.save({ question: 'two', answer: '2' }, testRun())
    expect(await memory.load(testRun())).toEqual([
      { role: 'user', content: 'two' },
      { role: 'assistant', content: '2' },
    ])
  })

  describe('on a server that others use', () => {
    const taken = ['bull:runs:wait', 'session-1', 'chatwright:memory:flow-2:session-1', '*', '']
    const line = JSON.stringify({ type: 'human', data: { content: 'not yours' } })

    test.each(taken)('a session named %j meets nothing that is there already', async (name) => {
      const client = new Redis(server.url)
      try {
        await client.flushall()
        for (const key of taken) await client.rpush(key, line)
        const memory = await buildNode<Memory>(redisBackedChatMemory, { credential: { redisUrl: server.url } })
        const run = testRun({ session: { ...testRun().session, sessionId: name } })
        expect(await memory.load(run)).toEqual([])
        await memory.save({ question: 'not yours', answer: 'b' }, run)
        expect(await memory.load(run)).toHaveLength(2)
        await memory.forget?.({ question: 'not yours', answer: 'b' }, run.session)
        await memory.clear(run.session)
        expect(await Promise.all(taken.map((key) => client.lrange(key, 0, -1)))).toEqual(taken.map(() => [line]))
        expect(await client.dbsize()).toBe(taken.length)
      } finally {
        await client.flushall()
        client.disconnect()
      }
    })

    test('flows that name one session alike do not meet', async () => {
      const memory = await buildNode<Memory>(redisBackedChatMemory, {
        inputs: { sessionId: 'shared' },
        credential: { redisUrl: server.url },
      })
      const inFlow = (flowId: string) => testRun({ session: { ...testRun().session, flowId } })
      await memory.save({ question: 'a', answer: 'b' }, inFlow('flow-1'))
      expect(await memory.load(inFlow('flow-2'))).toEqual([])
      await memory.clear(inFlow('flow-2').session)
      expect(await memory.load(inFlow('flow-1'))).toHaveLength(2)
    })

    test('everything that nodes write lies below their flow', async () => {
      const client = new Redis(server.url)
      await client.flushall()
      const credential = { redisUrl: server.url }
      const memory = await buildNode<Memory>(redisBackedChatMemory, { credential })
      await memory.save({ question: 'a', answer: 'b' }, testRun())
      const cache = await buildNode<ModelCache>(redisCache, { credential })
      await cache.set('question', 'answer')
      const vectors = await buildNode<Embeddings>(redisEmbeddingsCache, {
        inputs: { embeddings: letterEmbeddings() },
        credential,
      })
      await vectors.embedDocuments(['a'], testRun())
      const keys = await client.keys('*')
      await client.flushall()
      client.disconnect()
      expect(keys.map((key) => key.split(':').slice(0, 3).join(':')).toSorted()).toEqual([
        'chatwright:answer:flow-1',
        'chatwright:memory:flow-1',
        'chatwright:vector:flow-1',
      ])
      expect(keys).toHaveLength(redisNodes.length)
    })
  })

  test('a cache keeps answers as long as it is told', async () => {
    const cache = await buildNode<ModelCache>(redisCache, {
      inputs: { ttl: 60_000 },
      credential: { redisUrl: server.url },
    })
    expect(await cache.get('question')).toBeUndefined()
    await cache.set('question', 'answer')
    expect(await cache.get('question')).toBe('answer')
  })

  test('an embeddings cache asks only for what is new', async () => {
    const inner = letterEmbeddings()
    const asked: string[][] = []
    const counting: Embeddings = {
      ...inner,
      embedDocuments: (texts, run) => {
        asked.push([...texts])
        return inner.embedDocuments(texts, run)
      },
    }
    const embeddings = await buildNode<Embeddings>(redisEmbeddingsCache, {
      inputs: { embeddings: counting },
      credential: { redisUrl: server.url },
    })
    const first = await embeddings.embedDocuments(['a', 'b', 'a'], testRun())
    const second = await embeddings.embedDocuments(['c', 'b', 'a'], testRun())
    expect(asked).toEqual([['a', 'b'], ['c']])
    expect([second[2], second[1]]).toEqual([first[0], first[1]])
  })

  test('a credential is tested by asking the server', async () => {
    const { signal } = new AbortController()
    const context = { fetch, providerFetch: fetch, dialAddress: async (host: string) => host }
    expect(await redisCacheUrlApi.test?.({ values: { redisUrl: server.url }, context, signal })).toBe('Redis answered.')
  })
})

test('a server that is not there is named', async () => {
  const address = `127.0.0.1:${await freePort()}`
  const cache = await buildNode<ModelCache>(redisCache, { credential: { redisUrl: `redis://${address}` } })
  expect(await rejection(cache.get('x'))).toMatchObject({
    code: 'unreachable',
    message: `Redis at ${address} can't be used: connect ECONNREFUSED ${address}`,
  })
})

test('a name that could not be resolved is looked up again the next time', async () => {
  let lookups = 0
  const dialAddress = (): Promise<string> => {
    lookups += 1
    return Promise.reject(new Error(`lookup ${lookups} failed`))
  }
  const cache = await buildNode<ModelCache>(redisCache, {
    credential: { redisUrl: 'redis://redis.test:6379' },
    context: testContext({ dialAddress }),
  })
  await expect(cache.get('x')).rejects.toThrow('lookup 1 failed')
  await expect(cache.get('x')).rejects.toThrow('lookup 2 failed')
})

test.each(redisNodes)('%s without a credential asks for one, and no server of ours', async (name) => {
  const definition = await catalogue.loadNode(name)
  expect(Array.isArray(definition.credential), 'the credential is not optional').toBe(true)
  const inputs = exampleInputs(definition)
  expect(await rejection(buildNode(definition, { inputs }))).toMatchObject({
    code: 'missing-credential',
    field: 'credential',
  })
})

test.each([
  [{ redisCacheHost: 'cache', redisCachePort: '6380' }, 'redis://cache:6380'],
  [
    { redisCacheHost: 'cache', redisCacheUser: 'me', redisCachePwd: 'p@ss', redisCacheSslEnabled: 'true' },
    'rediss://me:p%40ss@cache:6379',
  ],
  [{ redisUrl: 'rediss://host:1' }, 'rediss://host:1'],
])('%o is the server %s', (credential, url) => {
  expect(redisUrl(credential)).toBe(url)
})

test('an address of another kind is refused', () => {
  expect(() => redisUrl({ redisUrl: 'http://host' })).toThrow("doesn't start with redis://")
})
