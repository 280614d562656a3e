import type { Documents, Embeddings, NodeDefinition, Retriever, ScoredDocument, VectorStore } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { fixedRetriever, letterEmbeddings, scriptedModel } from '../../test/conforming-values.ts'
import { json, replay } from '../../test/replay.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import { messageText } from '../model-values/message-text.ts'
import builtInAnswerer from '../chat-models/built-in-answerer.ts'
import cohereRerankRetriever from './cohere-rerank-retriever.ts'
import customRetriever from './custom-retriever.ts'
import embeddingsFilterRetriever from './embeddings-filter-retriever.ts'
import hydeRetriever from './hyde-retriever.ts'
import jinaRerankRetriever from './jina-rerank-retriever.ts'
import llmFilterRetriever from './llm-filter-retriever.ts'
import multiQueryRetriever from './multi-query-retriever.ts'
import rrfRetriever from './rrf-retriever.ts'
import similarityThresholdRetriever from './similarity-threshold-retriever.ts'
import voyageAiRerankRetriever from './voyage-ai-rerank-retriever.ts'

/** A store that holds what the test says for each query. */
function storeOf(answers: Record<string, ScoredDocument[]>): VectorStore & { asked: { query: string; k?: number }[] } {
  const asked: { query: string; k?: number }[] = []
  const find = (query: string, k: number | undefined): ScoredDocument[] => {
    asked.push({ query, ...(k !== undefined && { k }) })
    return (answers[query] ?? answers['*'] ?? []).slice(0, k)
  }
  return {
    kind: 'vector-store',
    asked,
    embeddings: letterEmbeddings(),
    search: async (query, _, options) => find(query, options?.k),
    add: async () => {},
    searchByVector: async (_, __, options) => find('*', options?.k),
    upsert: () => Promise.reject(new Error('not asked for')),
    delete: async () => {},
  }
}

const document = (pageContent: string, score: number, metadata: Record<string, unknown> = {}): ScoredDocument => ({
  pageContent,
  score,
  metadata,
})
const contents = (documents: readonly ScoredDocument[]): string[] => documents.map(({ pageContent }) => pageContent)

async function retrieve(node: NodeDefinition, inputs: Record<string, unknown>, query = 'tea'): Promise<string[]> {
  const retriever = await buildNode<Retriever>(node, { inputs })
  return contents(await retriever.retrieve(query, testRun()))
}

describe('the similarity threshold', () => {
  const near = [0.95, 0.9, 0.85, 0.82, 0.5, 0.4].map((score) => document(String(score), score))

  test('finds as many as are similar enough, a few at a time', async () => {
    const vectorStore = storeOf({ '*': near })
    expect(await retrieve(similarityThresholdRetriever, { vectorStore })).toEqual(['0.95', '0.9', '0.85', '0.82'])
    expect(vectorStore.asked.map(({ k }) => k)).toEqual([2, 4, 6])
  })

  test('stops at the most it may find', async () => {
    const vectorStore = storeOf({ '*': near })
    expect(await retrieve(similarityThresholdRetriever, { vectorStore, maxK: 3 })).toEqual(['0.95', '0.9', '0.85'])
  })

  test('hands on documents or text, for its own query or the question', async () => {
    const vectorStore = storeOf({ '*': near.slice(0, 2) })
    const documents = await buildNode<Documents>(similarityThresholdRetriever, {
      inputs: { vectorStore },
      output: 'document',
    })
    expect(await documents.load(testRun())).toHaveLength(2)
    const text = await buildNode<string>(similarityThresholdRetriever, {
      inputs: { vectorStore, query: 'mine' },
      output: 'text',
      request: { question: 'q', run: testRun() },
    })
    expect(text).toBe('0.95\n0.9')
  })
})

test('HyDE searches for an imagined answer', async () => {
  const model = scriptedModel(['Tea is brewed for three minutes.'])
  const vectorStore = storeOf({ 'Tea is brewed for three minutes.': [document('found', 0.9)] })
  expect(await retrieve(hydeRetriever, { model, vectorStore, topK: 2 })).toEqual(['found'])
  expect(vectorStore.asked).toEqual([{ query: 'Tea is brewed for three minutes.', k: 2 }])
  expect(model.requests[0]?.messages[0]?.content).toContain('Question: tea')
})

test('several wordings find more, and each document once', async () => {
  const vectorStore = storeOf({
    tea: [document('a', 0.5), document('b', 0.4)],
    'brewing leaves': [document('b', 0.8)],
    'hot drink': [document('c', 0.6)],
  })
  const model = scriptedModel(['1. brewing leaves\n- hot drink\n'])
  expect(await retrieve(multiQueryRetriever, { model, vectorStore })).toEqual(['b', 'c', 'a'])
})

test('rank fusion puts first what many wordings rank high', async () => {
  const rankings: Record<string, string[]> = { tea: ['x', 'both'], 'green tea': ['both', 'y'] }
  const baseRetriever: Retriever = {
    kind: 'retriever',
    retrieve: async (query) => (rankings[query] ?? []).map((pageContent) => ({ pageContent, metadata: {} })),
  }
  const model = scriptedModel(['green tea'])
  expect(await retrieve(rrfRetriever, { baseRetriever, model, queryCount: 1, topK: 2 })).toEqual(['both', 'x'])
})

test('the embeddings filter keeps what is similar enough, nearest first', async () => {
  const embeddings: Embeddings = {
    kind: 'embeddings',
    modelName: 'test',
    embedQuery: async () => [1, 0],
    embedDocuments: async (texts) =>
      texts.map((text) => (text === 'far' ? [0, 1] : text === 'near' ? [1, 0.5] : [1, 0])),
  }
  const baseRetriever = fixedRetriever(['near', 'far', 'same'])
  expect(await retrieve(embeddingsFilterRetriever, { baseRetriever, embeddings })).toEqual(['same', 'near'])
})

test('the LLM filter keeps what a model picks', async () => {
  const model = scriptedModel(['three minutes', 'NO_OUTPUT'])
  const baseRetriever = fixedRetriever(['Brew for three minutes, he said.', 'Cats.'])
  expect(await retrieve(llmFilterRetriever, { baseRetriever, model })).toEqual(['three minutes'])
})

test('the custom retriever writes documents in its own form', async () => {
  const vectorStore = storeOf({ '*': [document('Brew.', 1, { source: 'a.txt', loc: { page: 2 } })] })
  const resultFormat = '{{context}} ({{metadata.source}}, {{metadata.loc.page}}) {{other}}{{metadata.no}}'
  expect(await retrieve(customRetriever, { vectorStore, resultFormat })).toEqual(['Brew. (a.txt, 2) {{other}}'])
})

test('a form of blanks after braces costs the custom retriever no time', async () => {
  const vectorStore = storeOf({ '*': [document('Brew.', 1)] })
  const resultFormat = `{{context}} {{${' '.repeat(100_000)}`
  const start = process.cpuUsage()
  expect(await retrieve(customRetriever, { vectorStore, resultFormat })).toEqual([`Brew. {{${' '.repeat(100_000)}`])
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(3000)
})

test.each([
  ['HydeRetriever', hydeRetriever, { vectorStore: storeOf({}) }],
  ['multiQueryRetriever', multiQueryRetriever, { vectorStore: storeOf({}) }],
  ['RRFRetriever', rrfRetriever, { baseRetriever: fixedRetriever([]) }],
  ['llmFilterRetriever', llmFilterRetriever, { baseRetriever: fixedRetriever([]) }],
])('%s says that it needs a language model', async (_, node, inputs) => {
  const model = await buildNode(builtInAnswerer)
  await expect(buildNode(node, { inputs: { ...inputs, model } })).rejects.toThrow('needs a language model')
})

describe.each([
  {
    node: cohereRerankRetriever,
    service: 'Cohere',
    credential: { cohereApiKey: 'key' },
    answer: {
      results: [
        { index: 1, relevance_score: 0.9 },
        { index: 0, relevance_score: 0.2 },
      ],
    },
    request: {
      url: 'https://api.cohere.com/v2/rerank',
      body: { model: 'rerank-v3.5', query: 'tea', documents: ['first', 'second'], top_n: 4 },
    },
  },
  {
    node: jinaRerankRetriever,
    service: 'Jina AI',
    credential: { jinaAIAPIKey: 'key' },
    answer: {
      results: [
        { index: 1, relevance_score: 0.9 },
        { index: 0, relevance_score: 0.2 },
      ],
    },
    request: {
      url: 'https://api.jina.ai/v1/rerank',
      body: { model: 'jina-reranker-v2-base-multilingual', query: 'tea', documents: ['first', 'second'], top_n: 4 },
    },
  },
  {
    node: voyageAiRerankRetriever,
    service: 'Voyage AI',
    credential: { apiKey: 'key' },
    answer: {
      data: [
        { index: 1, relevance_score: 0.9 },
        { index: 0, relevance_score: 0.2 },
      ],
    },
    request: {
      url: 'https://api.voyageai.com/v1/rerank',
      body: { model: 'rerank-2', query: 'tea', documents: ['first', 'second'], top_k: 4 },
    },
  },
])('$node.name', ({ node, service, credential, answer, request }) => {
  const build = (fetch: typeof globalThis.fetch, found: string[] = ['first', 'second']) =>
    buildNode<Retriever>(node, {
      inputs: { baseRetriever: fixedRetriever(found) },
      credential,
      context: testContext({ fetch }),
    })

  test('puts documents in the order of the service', async () => {
    const { fetch, requests } = replay(json(answer))
    expect(await (await build(fetch)).retrieve('tea', testRun())).toEqual([
      { pageContent: 'second', score: 0.9, metadata: { source: 'document 2', relevance_score: 0.9 } },
      { pageContent: 'first', score: 0.2, metadata: { source: 'document 1', relevance_score: 0.2 } },
    ])
    expect(requests).toEqual([
      expect.objectContaining({ ...request, headers: expect.objectContaining({ authorization: 'Bearer key' }) }),
    ])
  })

  test('asks nothing when there is nothing to order, and names the service when the key is wrong', async () => {
    const { fetch, requests } = replay(json({ message: 'bad key' }, { status: 401 }))
    expect(await (await build(fetch, [])).retrieve('tea', testRun())).toEqual([])
    expect(requests).toEqual([])
    await expect((await build(fetch)).retrieve('tea', testRun())).rejects.toThrow(
      `${service} refused the credential (401): bad key`,
    )
  })
})

test.each([
  ['HydeRetriever', hydeRetriever, ['A guess']],
  ['multiQueryRetriever', multiQueryRetriever, ['another\nand another']],
] as const)('%s puts a question into its prompt as it is, whatever its signs', async (_, node, answers) => {
  const model = scriptedModel(answers)
  const query = "cost in $'s, $& or $` {count}"
  await retrieve(node, { model, vectorStore: storeOf({}) }, query)
  const asked = messageText(model.requests[0]?.messages[0]?.content ?? '')
  expect(asked.split(query)).toHaveLength(2)
  expect(asked.length).toBeLessThan(2000)
})
