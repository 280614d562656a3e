import type { Embeddings, NodeDefinition } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { rejection } from '../../test/collect.ts'
import { json, replay, type Answer, type ReplayedRequest } from '../../test/replay.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import azureOpenAIEmbeddings from './azure-openai-embeddings.ts'
import builtInEmbeddings from './built-in-embeddings.ts'
import cohereEmbeddings from './cohere-embeddings.ts'
import googleGenerativeAiEmbeddings from './google-generative-ai-embeddings.ts'
import huggingFaceInferenceEmbeddings from './hugging-face-inference-embeddings.ts'
import jinaEmbeddings from './jina-embeddings.ts'
import localAIEmbeddings from './local-ai-embeddings.ts'
import mistralAIEmbeddings from './mistral-ai-embeddings.ts'
import ollamaEmbedding from './ollama-embedding.ts'
import openAIEmbeddingsCustom from './openai-embeddings-custom.ts'
import openAIEmbeddings from './openai-embeddings.ts'
import togetherAIEmbedding from './together-ai-embedding.ts'
import voyageAIEmbeddings from './voyage-ai-embeddings.ts'

/** Answers every text with a vector that holds its length. */
const lengths: Answer = async (request) => {
  const { input } = request.body as { input: string[] }
  // Out of order, as the API allows.
  return json({ data: input.map((text, index) => ({ index, embedding: [text.length] })).toReversed() })(request)
}

async function build(
  node: NodeDefinition,
  options: { answers: Answer[]; inputs?: object; credential?: Record<string, string> },
) {
  const { fetch, requests } = replay(...options.answers)
  const embeddings = await buildNode<Embeddings>(node, {
    inputs: { ...options.inputs },
    credential: options.credential ?? {},
    context: testContext({ fetch, providerFetch: fetch }),
  })
  return { embeddings, requests }
}

const azure = {
  azureOpenAIApiKey: 'secret',
  azureOpenAIApiInstanceName: 'mine',
  azureOpenAIApiDeploymentName: 'embed',
  azureOpenAIApiVersion: '2024-10-21',
}

describe.each([
  [openAIEmbeddings, { openAIApiKey: 'secret' }, {}, 'https://api.openai.com/v1/embeddings'],
  [openAIEmbeddingsCustom, {}, { basepath: 'http://localhost:9/v1' }, 'http://localhost:9/v1/embeddings'],
  [togetherAIEmbedding, { togetherAIApiKey: 'secret' }, {}, 'https://api.together.xyz/v1/embeddings'],
  [mistralAIEmbeddings, { mistralAIAPIKey: 'secret' }, {}, 'https://api.mistral.ai/v1/embeddings'],
  [
    localAIEmbeddings,
    {},
    { basePath: 'http://localhost:8080/v1', modelName: 'bert' },
    'http://localhost:8080/v1/embeddings',
  ],
  [
    azureOpenAIEmbeddings,
    azure,
    {},
    'https://mine.openai.azure.com/openai/deployments/embed/embeddings?api-version=2024-10-21',
  ],
] satisfies [NodeDefinition, Record<string, string>, object, string][])('%#', (node, credential, inputs, url) => {
  test(`${node.name} embeds in order, a batch at a time`, async () => {
    const isBatched = 'batchSize' in node.inputs
    const { embeddings, requests } = await build(node, {
      answers: [lengths, lengths],
      inputs: { ...inputs, ...(isBatched && { batchSize: 2 }) },
      credential,
    })
    expect(await embeddings.embedDocuments(['a', 'bb', 'ccc'], testRun())).toEqual([[1], [2], [3]])
    expect(requests).toHaveLength(isBatched ? 2 : 1)
    expect(requests[0]?.url).toBe(url)
  })

  test(`${node.name} says what was refused`, async () => {
    const { embeddings } = await build(node, {
      answers: [json({ error: { message: 'Bad key' } }, { status: 401 })],
      inputs,
      credential,
    })
    expect(await rejection(embeddings.embedQuery('a', testRun()))).toMatchObject({
      code: 'wrong-credential',
      status: 401,
    })
  })
})

test('vectors may travel as base64, and shortened', async () => {
  const bytes = Buffer.from(new Float32Array([0.5, -2]).buffer).toString('base64')
  const { embeddings, requests } = await build(openAIEmbeddings, {
    answers: [json({ data: [{ index: 0, embedding: bytes }] })],
    inputs: { encodingFormat: 'base64', dimensions: 2, stripNewLines: true },
    credential: { openAIApiKey: 'secret' },
  })
  expect(await embeddings.embedQuery('a\nb', testRun())).toEqual([0.5, -2])
  expect(requests[0]?.body).toEqual({
    model: 'text-embedding-3-small',
    input: ['a b'],
    dimensions: 2,
    encoding_format: 'base64',
  })
})

test('a vendor that leaves texts out is not believed', async () => {
  const { embeddings } = await build(openAIEmbeddings, {
    answers: [json({ data: [{ index: 0, embedding: [1] }] })],
    credential: { openAIApiKey: 'secret' },
  })
  expect(await rejection(embeddings.embedDocuments(['a', 'b'], testRun()))).toMatchObject({ field: 'batchSize' })
})

test('Ollama embeds with its own API', async () => {
  const { embeddings, requests } = await build(ollamaEmbedding, {
    answers: [json({ embeddings: [[1], [2]] })],
    inputs: { modelName: 'nomic-embed-text' },
  })
  expect(await embeddings.embedDocuments(['a', 'b'], testRun())).toEqual([[1], [2]])
  expect(requests[0]).toMatchObject({
    url: 'http://localhost:11434/api/embed',
    body: { model: 'nomic-embed-text', input: ['a', 'b'], options: { use_mmap: true } },
  })
})

test.each([
  [
    {},
    'https://router.huggingface.co/hf-inference/models/sentence-transformers/all-MiniLM-L6-v2/pipeline/feature-extraction',
  ],
  [{ endpoint: 'https://mine.endpoints.example' }, 'https://mine.endpoints.example/'],
])('Hugging Face embeds at its service or at an endpoint: %j', async (inputs, url) => {
  const { embeddings, requests } = await build(huggingFaceInferenceEmbeddings, {
    answers: [json([[1], [2]])],
    inputs,
    credential: { huggingFaceApiKey: 'secret' },
  })
  expect(await embeddings.embedDocuments(['a', 'b'], testRun())).toEqual([[1], [2]])
  expect(requests[0]).toMatchObject({ url, body: { inputs: ['a', 'b'] } })
})

test.each([
  [jinaEmbeddings, { jinaAIAPIKey: 'secret' }, { task: 'retrieval.passage' }, { task: 'retrieval.query' }],
  [voyageAIEmbeddings, { apiKey: 'secret' }, { input_type: 'document' }, { input_type: 'query' }],
] satisfies [NodeDefinition, Record<string, string>, object, object][])(
  '%# embeds questions and documents each in their way',
  async (node, credential, forDocuments, forQueries) => {
    const { embeddings, requests } = await build(node, { answers: [lengths, lengths], credential })
    expect(await embeddings.embedDocuments(['a', 'bb'], testRun())).toEqual([[1], [2]])
    expect(await embeddings.embedQuery('ccc', testRun())).toEqual([3])
    expect(requests.map(({ body }) => body)).toMatchObject([forDocuments, forQueries])
  },
)

test('Cohere embeds with its own API', async () => {
  const { embeddings, requests } = await build(cohereEmbeddings, {
    answers: [json({ embeddings: { float: [[1], [2]] } }), json({ embeddings: { float: [[3]] } })],
    credential: { cohereApiKey: 'secret' },
  })
  expect(await embeddings.embedDocuments(['a', 'b'], testRun())).toEqual([[1], [2]])
  expect(await embeddings.embedQuery('c', testRun())).toEqual([3])
  expect(requests).toMatchObject([
    { url: 'https://api.cohere.com/v2/embed', body: { texts: ['a', 'b'], input_type: 'search_document' } },
    { body: { texts: ['c'], input_type: 'search_query' } },
  ])
})

test('Google embeds a hundred at a time', async () => {
  const answer: Answer = async (request: ReplayedRequest) => {
    const { requests } = request.body as { requests: unknown[] }
    return json({ embeddings: requests.map(() => ({ values: [1] })) })(request)
  }
  const { embeddings, requests } = await build(googleGenerativeAiEmbeddings, {
    answers: [answer, answer],
    inputs: { tasktype: 'RETRIEVAL_DOCUMENT' },
    credential: { googleGenerativeAPIKey: 'secret' },
  })
  expect(
    await embeddings.embedDocuments(
      Array.from({ length: 101 }, () => 'text'),
      testRun(),
    ),
  ).toHaveLength(101)
  expect(requests[0]).toMatchObject({
    url: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-embedding-001:batchEmbedContents',
    body: {
      requests: expect.arrayContaining([
        {
          model: 'models/gemini-embedding-001',
          content: { parts: [{ text: 'text' }] },
          taskType: 'RETRIEVAL_DOCUMENT',
        },
      ]),
    },
  })
})

test('the built-in model finds what means the same, off the main thread', { timeout: 60_000 }, async () => {
  const { embeddings } = await build(builtInEmbeddings, { answers: [] })
  const texts = ['How do I get my money back?', 'The cat sleeps on the sofa.', 'Our refund policy lasts thirty days.']
  const [documents, query] = await Promise.all([
    embeddings.embedDocuments(texts, testRun()),
    embeddings.embedQuery('refunds', testRun()),
  ])
  const near = documents.map((vector) => vector.reduce((sum, value, index) => sum + value * (query[index] ?? 0), 0))
  expect(query).toHaveLength(384)
  expect(near[2]).toBeGreaterThan(near[1] ?? 1)
  expect(near[0]).toBeGreaterThan(near[1] ?? 1)

  const cancelled = AbortSignal.abort(new Error('left'))
  expect(await rejection(embeddings.embedQuery('x', testRun({ signal: cancelled })))).toEqual(new Error('left'))
})
