import type { Documents, Embeddings, NodeDefinition, VectorStore } from '@chatwright/core'
import { describe, expect, test, vi } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { hang, json, networkFailure, replay, text, type Answer } from '../../test/replay.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import chroma from './chroma.ts'
import { documentId } from './document-id.ts'
import pinecone from './pinecone.ts'
import qdrant from './qdrant.ts'
import supabase from './supabase.ts'
import weaviate from './weaviate.ts'

const metadata = { source: 'a.txt', loc: { lines: { from: 1, to: 2 } } }
const document: Documents = { kind: 'documents', load: async () => [{ pageContent: 'tea', metadata }] }
const embeddings: Embeddings = {
  kind: 'embeddings',
  modelName: 'fixed',
  embedDocuments: async (texts) => texts.map(() => [1, 0]),
  embedQuery: async () => [0, 1],
}

interface Vendor {
  node: NodeDefinition
  service: string
  inputs: Record<string, unknown>
  credential: Record<string, string>
  namespace: string
  /** What the vendor answers while documents are loaded, and what it must be asked. */
  upsert: { answers: Answer[]; requests: (id: string) => object[] }
  search: { answers: Answer[]; requests: object[] }
  /** What the vendor answers when it is asked for `x1` and `x2` with their vectors, and what it must be asked. */
  stored: { answers: Answer[]; requests: object[] }
  /** An answer before which nothing else is asked. */
  first?: Answer[]
}

const found = [{ id: 'x1', pageContent: 'tea', metadata, score: 0.9 }]

const vendors: Vendor[] = [
  {
    node: pinecone,
    service: 'Pinecone',
    inputs: { pineconeIndex: 'shop', pineconeNamespace: 'en', pineconeMetadataFilter: '{"lang": {"$eq": "en"}}' },
    credential: { pineconeApiKey: 'key' },
    namespace: 'pinecone:shop:en',
    upsert: {
      answers: [json({ host: 'shop-1.pinecone.test', dimension: 2 }), json({ upsertedCount: 1 })],
      requests: (id) => [
        { url: 'https://api.pinecone.io/indexes/shop', headers: expect.objectContaining({ 'api-key': 'key' }) },
        {
          url: 'https://shop-1.pinecone.test/vectors/upsert',
          body: {
            namespace: 'en',
            vectors: [
              {
                id,
                values: [1, 0],
                metadata: { source: 'a.txt', 'loc.lines.from': 1, 'loc.lines.to': 2, text: 'tea' },
              },
            ],
          },
        },
      ],
    },
    stored: {
      answers: [
        json({ host: 'shop-1.pinecone.test' }),
        json({
          vectors: {
            x1: {
              id: 'x1',
              values: [1, 0],
              metadata: { text: 'tea', source: 'a.txt', 'loc.lines.from': 1, 'loc.lines.to': 2 },
            },
          },
        }),
      ],
      requests: [{}, { method: 'GET', url: 'https://shop-1.pinecone.test/vectors/fetch?ids=x1&ids=x2&namespace=en' }],
    },
    search: {
      answers: [
        json({ host: 'shop-1.pinecone.test' }),
        json({
          matches: [
            {
              id: 'x1',
              score: 0.9,
              metadata: { text: 'tea', source: 'a.txt', 'loc.lines.from': 1, 'loc.lines.to': 2 },
            },
          ],
        }),
      ],
      requests: [
        {},
        {
          url: 'https://shop-1.pinecone.test/query',
          body: expect.objectContaining({ vector: [0, 1], topK: 4, namespace: 'en', filter: { lang: { $eq: 'en' } } }),
        },
      ],
    },
  },
  {
    node: chroma,
    service: 'Chroma',
    inputs: { collectionName: 'shop' },
    credential: { chromaApiKey: 'key' },
    namespace: 'chroma:http://localhost:8000:shop',
    upsert: {
      answers: [json({ id: 'c1' }), json({})],
      requests: (id) => [
        {
          url: 'http://localhost:8000/api/v2/tenants/default_tenant/databases/default_database/collections',
          body: expect.objectContaining({ name: 'shop', get_or_create: true }),
          headers: expect.objectContaining({ 'x-chroma-token': 'key' }),
        },
        {
          url: 'http://localhost:8000/api/v2/tenants/default_tenant/databases/default_database/collections/c1/upsert',
          body: {
            ids: [id],
            embeddings: [[1, 0]],
            documents: ['tea'],
            metadatas: [{ source: 'a.txt', 'loc.lines.from': 1, 'loc.lines.to': 2 }],
          },
        },
      ],
    },
    stored: {
      answers: [
        json({ id: 'c1' }),
        json({
          ids: ['x1'],
          documents: ['tea'],
          metadatas: [{ source: 'a.txt', 'loc.lines.from': 1, 'loc.lines.to': 2 }],
          embeddings: [[1, 0]],
        }),
      ],
      requests: [{}, { body: { ids: ['x1', 'x2'], include: ['documents', 'metadatas', 'embeddings'] } }],
    },
    search: {
      answers: [
        json({ id: 'c1' }),
        json({
          ids: [['x1']],
          documents: [['tea']],
          metadatas: [[{ source: 'a.txt', 'loc.lines.from': 1, 'loc.lines.to': 2 }]],
          distances: [[0.1]],
        }),
      ],
      requests: [
        {},
        { body: { query_embeddings: [[0, 1]], n_results: 4, include: ['documents', 'metadatas', 'distances'] } },
      ],
    },
  },
  {
    node: qdrant,
    service: 'Qdrant',
    inputs: { qdrantServerUrl: 'http://q.test:6333/', qdrantCollection: 'shop', qdrantFilter: '{"lang": "en"}' },
    credential: { qdrantApiKey: 'key' },
    namespace: 'qdrant:http://q.test:6333:shop',
    upsert: {
      answers: [
        json({ status: { error: 'Not found' } }, { status: 404 }),
        json({ result: true }),
        json({ result: {} }),
      ],
      requests: (id) => [
        {
          method: 'GET',
          url: 'http://q.test:6333/collections/shop',
          headers: expect.objectContaining({ 'api-key': 'key' }),
        },
        { method: 'PUT', body: { vectors: { size: 2, distance: 'Cosine' } } },
        {
          url: 'http://q.test:6333/collections/shop/points?wait=true',
          body: { points: [{ id, vector: [1, 0], payload: { content: 'tea', metadata } }] },
        },
      ],
    },
    stored: {
      answers: [json({ result: [{ id: 'x1', vector: [1, 0], payload: { content: 'tea', metadata } }] })],
      requests: [
        {
          method: 'POST',
          url: 'http://q.test:6333/collections/shop/points',
          body: { ids: ['x1', 'x2'], with_payload: true, with_vector: true },
        },
      ],
    },
    search: {
      answers: [json({ result: { points: [{ id: 'x1', score: 0.9, payload: { content: 'tea', metadata } }] } })],
      requests: [
        {
          url: 'http://q.test:6333/collections/shop/points/query',
          body: expect.objectContaining({
            query: [0, 1],
            limit: 4,
            filter: { must: [{ key: 'metadata.lang', match: { value: 'en' } }] },
          }),
        },
      ],
    },
  },
  {
    node: weaviate,
    service: 'Weaviate',
    inputs: {
      weaviateScheme: 'http',
      weaviateHost: 'w.test',
      weaviateIndex: 'Shop',
      weaviateFilter: '{"source": "a\\"b"}',
    },
    credential: { weaviateApiKey: 'key' },
    namespace: 'weaviate:http://w.test:Shop',
    upsert: {
      answers: [json({}, { status: 404 }), json({}), json([{ result: {} }])],
      requests: (id) => [
        { url: 'http://w.test/v1/schema/Shop', headers: expect.objectContaining({ authorization: 'Bearer key' }) },
        { method: 'POST', body: expect.objectContaining({ class: 'Shop', vectorizer: 'none' }) },
        {
          url: 'http://w.test/v1/batch/objects',
          body: {
            objects: [
              {
                class: 'Shop',
                id,
                vector: [1, 0],
                properties: {
                  text: 'tea',
                  source: 'a.txt',
                  loc_lines_from: 1,
                  loc_lines_to: 2,
                  chatwrightMetadata: JSON.stringify(metadata),
                },
              },
            ],
          },
        },
      ],
    },
    stored: {
      answers: [
        json({
          id: 'x1',
          vector: [1, 0],
          properties: { text: 'tea', chatwrightMetadata: JSON.stringify(metadata) },
        }),
        json({}, { status: 404 }),
      ],
      requests: [
        { url: 'http://w.test/v1/objects/Shop/x1?include=vector' },
        { url: 'http://w.test/v1/objects/Shop/x2?include=vector' },
      ],
    },
    search: {
      answers: [
        json({ properties: [{ name: 'text' }, { name: 'chatwrightMetadata' }] }),
        json({
          data: {
            Get: {
              Shop: [
                {
                  text: 'tea',
                  chatwrightMetadata: JSON.stringify(metadata),
                  _additional: { id: 'x1', distance: 0.1 },
                },
              ],
            },
          },
        }),
      ],
      requests: [
        {},
        {
          body: {
            query:
              '{ Get { Shop(nearVector: { vector: [0,1] }, limit: 4, where: { operator: And, operands: [{ path: ["source"], operator: Equal, valueText: "a\\"b" }] }) { text chatwrightMetadata _additional { id distance } } } }',
          },
        },
      ],
    },
  },
  {
    node: supabase,
    service: 'Supabase',
    inputs: { supabaseProjUrl: 'https://s.test/', tableName: 'docs', queryName: 'match_docs' },
    credential: { supabaseApiKey: 'key' },
    namespace: 'supabase:https://s.test:docs',
    upsert: {
      answers: [text('', { status: 201 })],
      requests: (id) => [
        {
          url: 'https://s.test/rest/v1/docs',
          headers: expect.objectContaining({ apikey: 'key', prefer: 'resolution=merge-duplicates,return=minimal' }),
          body: [{ id, content: 'tea', metadata, embedding: [1, 0] }],
        },
      ],
    },
    stored: {
      answers: [json([{ id: 'x1', content: 'tea', metadata, embedding: '[1,0]' }])],
      requests: [
        {
          url: 'https://s.test/rest/v1/docs?id=in.(%22x1%22%2C%22x2%22)&select=id,content,metadata,embedding',
        },
      ],
    },
    search: {
      answers: [json([{ id: 'x1', content: 'tea', metadata, similarity: 0.9 }])],
      requests: [
        {
          url: 'https://s.test/rest/v1/rpc/match_docs',
          body: { query_embedding: [0, 1], match_count: 4, filter: {} },
        },
      ],
    },
  },
]

describe.each(vendors.map((vendor) => [vendor.node.name, vendor] as const))('%s', (_, vendor) => {
  const build = (fetch: typeof globalThis.fetch) =>
    buildNode<VectorStore>(vendor.node, {
      inputs: { ...vendor.inputs, embeddings, document: [document] },
      credential: vendor.credential,
      context: testContext({ fetch }),
    })

  test('stores documents under ids that do not change', async () => {
    const { fetch, requests } = replay(...vendor.upsert.answers)
    const result = await (await build(fetch)).upsert(testRun())
    expect(result.numAdded).toBe(1)
    const id = documentId(vendor.namespace, { pageContent: 'tea', metadata })
    expect(requests).toEqual(vendor.upsert.requests(id).map((request) => expect.objectContaining(request)))
  })

  test('finds documents as they were stored', async () => {
    const { fetch, requests } = replay(...vendor.search.answers)
    const matches = await (await build(fetch)).search('tea?', testRun())
    expect(matches).toEqual(found.map((match) => ({ ...match, score: expect.closeTo(match.score, 6) as number })))
    expect(requests).toEqual(vendor.search.requests.map((request) => expect.objectContaining(request)))
  })

  test('gives back what is there of some ids, with its vectors', async () => {
    const { fetch, requests } = replay(...vendor.stored.answers)
    const records = await (await build(fetch)).stored?.(['x1', 'x2'], testRun())
    expect(records).toEqual([{ id: 'x1', vector: [1, 0], document: { pageContent: 'tea', metadata } }])
    expect(requests).toEqual(vendor.stored.requests.map((request) => expect.objectContaining(request)))
  })

  test('names the service when the key is wrong or nothing answers', async () => {
    const refused = replay(json({ message: 'no entry' }, { status: 401 }))
    await expect((await build(refused.fetch)).search('tea?', testRun())).rejects.toMatchObject({
      message: `${vendor.service} refused the credential (401): no entry`,
      code: 'wrong-credential',
    })
    const down = replay(...Array.from({ length: 3 }, () => networkFailure('ECONNREFUSED')))
    await expect((await build(down.fetch)).search('tea?', testRun())).rejects.toMatchObject({
      message: expect.stringMatching(`^${vendor.service} can't be reached at `),
      code: 'unreachable',
    })
  })
})

test('vectors of the wrong length are told before they are sent to Pinecone', async () => {
  const { fetch } = replay(json({ host: 'h', dimension: 1536 }))
  const store = await buildNode<VectorStore>(pinecone, {
    inputs: { pineconeIndex: 'shop', embeddings, document: [document] },
    context: testContext({ fetch }),
  })
  await expect(store.upsert(testRun())).rejects.toThrow(
    'The Pinecone index "shop" holds vectors of length 1536, but the embeddings have length 2.',
  )
})

const nothing = json({ ids: [[]], documents: [[]], metadatas: [[]], distances: [[]] })

test('several facts are one condition to Chroma, and any of a list will do', async () => {
  const { fetch, requests } = replay(json({ id: 'c1' }), nothing)
  const store = await buildNode<VectorStore>(chroma, {
    inputs: { collectionName: 'shop', embeddings, chromaMetadataFilter: '{"lang": ["en", "de"]}' },
    context: testContext({ providerFetch: fetch }),
  })
  await store.search('tea?', testRun(), { filter: { source: 'a.txt' } })
  expect(requests[1]?.body).toMatchObject({ where: { $and: [{ source: 'a.txt' }, { lang: { $in: ['en', 'de'] } }] } })
})

test('a Chroma collection that was made again is found again', async () => {
  const gone = json({ error: 'NotFoundError' }, { status: 404 })
  const { fetch, requests } = replay(json({ id: 'c1' }), nothing, gone, json({ id: 'c2' }), nothing)
  const store = await buildNode<VectorStore>(chroma, {
    inputs: { collectionName: 'shop', embeddings },
    context: testContext({ providerFetch: fetch }),
  })
  await store.search('tea?', testRun())
  expect(await store.search('tea?', testRun())).toEqual([])
  expect(requests.at(-1)?.url).toContain('/c2/query')
})

test('a question that is given up does not take another with it', async () => {
  const { fetch, requests } = replay(hang(), json({ host: 'shop-1.pinecone.test' }), json({ matches: [] }))
  const store = await buildNode<VectorStore>(pinecone, {
    inputs: { pineconeIndex: 'shop', embeddings },
    context: testContext({ fetch }),
  })
  const left = new AbortController()
  const first = store.search('tea?', testRun({ signal: left.signal }))
  const second = store.search('tea?', testRun())
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(1))
  left.abort(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  expect(await second).toEqual([])
})

test('a Supabase table that numbers its rows itself is filled all the same, and says what it cannot do', async () => {
  const refused = json({ code: '22P02', message: 'invalid input syntax for type bigint: "ab"' }, { status: 400 })
  const { fetch, requests } = replay(refused, text('', { status: 201 }), refused, refused)
  const store = await buildNode<VectorStore>(supabase, {
    inputs: {
      supabaseProjUrl: 'https://s.test',
      tableName: 'docs',
      queryName: 'match',
      embeddings,
      document: [document],
    },
    context: testContext({ providerFetch: fetch }),
  })
  expect((await store.upsert(testRun())).numAdded).toBe(1)
  expect(requests[1]?.body).toEqual([{ content: 'tea', metadata, embedding: [1, 0] }])
  await expect(store.stored?.(['x1'], testRun())).rejects.toMatchObject({
    message: expect.stringMatching(/Supabase table "docs" .* can't be read back/),
    hint: expect.stringContaining('embedded again'),
  })
  await expect(store.delete(['x1'], testRun())).rejects.toMatchObject({
    message: expect.stringMatching(/Supabase table "docs" .* can't be deleted/),
    hint: expect.stringContaining('Delete them in Supabase'),
  })
})
