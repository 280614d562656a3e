import { NodeError, type Embeddings, type ModelCache } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { letterEmbeddings, scriptedModel } from '../../test/conforming-values.ts'
import { testRun } from '../../test/test-run.ts'
import { withCache } from '../model-values/cached-model.ts'
import { complete } from '../model-values/complete.ts'
import { cachedEmbeddings } from './cached-embeddings.ts'
import inMemoryCache from './in-memory-cache.ts'
import inMemoryEmbeddingCache from './in-memory-embedding-cache.ts'

test('an in-memory cache gives back what it was given, and each node has its own', async () => {
  const first = await buildNode<ModelCache>(inMemoryCache)
  const second = await buildNode<ModelCache>(inMemoryCache)
  await first.set('question', 'answer')
  expect([await first.get('question'), await second.get('question')]).toEqual(['answer', undefined])
})

test('an answer that a cache cannot keep is given all the same', async () => {
  const readOnly: ModelCache = {
    kind: 'cache',
    get: async () => undefined,
    set: () => Promise.reject(new Error('OOM command not allowed')),
  }
  const model = withCache(scriptedModel(['Fine, thanks']), readOnly, {})
  expect(await complete(model, { messages: [{ role: 'user', content: 'How are you?' }] }, testRun())).toBe(
    'Fine, thanks',
  )
})

test('a cache that is out of reach costs no answer, and is asked no second time for it; one that is set up wrongly is told', async () => {
  let kept = 0
  const broken = (isRetryable: boolean): ModelCache => ({
    kind: 'cache',
    get: () => Promise.reject(new NodeError('Redis could not be used', { code: 'unreachable', isRetryable })),
    set: async () => void (kept += 1),
  })
  const ask = (cache: ModelCache) =>
    complete(withCache(scriptedModel(['Fine']), cache, {}), { messages: [{ role: 'user', content: 'Hi' }] }, testRun())
  expect([await ask(broken(true)), kept]).toEqual(['Fine', 0])
  await expect(ask(broken(false))).rejects.toThrow('Redis could not be used')
})

test('vectors that a cache cannot keep are given all the same', async () => {
  const full = {
    get: async (keys: readonly string[]) => keys.map(() => undefined),
    set: () => Promise.reject(new Error('OOM command not allowed')),
  }
  const embeddings = cachedEmbeddings(letterEmbeddings(), full, {})
  expect(await embeddings.embedDocuments(['one'], testRun())).toEqual(
    await letterEmbeddings().embedDocuments(['one'], testRun()),
  )
})

test('an embedding cache embeds a document once, and questions always', async () => {
  const inner = letterEmbeddings()
  const asked: string[] = []
  const counting: Embeddings = {
    ...inner,
    embedDocuments: (texts, run) => {
      asked.push(...texts)
      return inner.embedDocuments(texts, run)
    },
  }
  const embeddings = await buildNode<Embeddings>(inMemoryEmbeddingCache, { inputs: { embeddings: counting } })
  const vectors = await embeddings.embedDocuments(['one', 'two', 'one'], testRun())
  await embeddings.embedDocuments(['two', 'three'], testRun())
  expect(asked).toEqual(['one', 'two', 'three'])
  expect(vectors[2]).toEqual(vectors[0])
  expect(await embeddings.embedQuery('one', testRun())).toEqual(vectors[0])
})
