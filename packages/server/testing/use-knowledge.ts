import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { startFakeVendor, type FakeVendor, type VendorScript } from './fake-vendor.ts'
import type { StartServer, TestAnswer, TestServer } from './test-server.ts'

/** Where the routes of stores begin. */
export const KNOWLEDGE_ROOT = '/api/v1/document-store'

/** What is the same before each test: one server and one vendor for all of a block, and an empty store that is new. */
export interface KnowledgeAtHand {
  server: TestServer
  vendor: FakeVendor
  credential: string
  storeId: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A passage as a search finds it. */
export interface FoundPassage {
  id: string
  pageContent: string
  metadata: Record<string, unknown>
  stages?: object[]
}

/** Stores with sources that people typed, embedded by a vendor that is asked here. */
export function useKnowledge(
  start: StartServer,
  {
    tokens = ['ok'],
    chunkSize = 40,
    modelName = 'text-embedding-3-small',
  }: { tokens?: string[]; chunkSize?: number; modelName?: string } = {},
) {
  const current: Partial<KnowledgeAtHand> = {}
  const atHand = current as KnowledgeAtHand
  const root = KNOWLEDGE_ROOT
  const splitter = {
    splitterId: 'characterTextSplitter',
    splitterConfig: { chunkSize, chunkOverlap: 0, separator: '\n' },
  }

  beforeAll(async () => {
    current.vendor = await startFakeVendor({ tokens })
    current.server = await start()
    const plainDataObj = { openAIApiKey: 'sk-test' }
    const made = await send('POST', '/api/v1/credentials', { name: 'Key', credentialName: 'openAIApi', plainDataObj })
    current.credential = String(made.id)
  })
  afterAll(async () => {
    await current.server?.close()
    await current.vendor?.close()
  })
  beforeEach(async () => {
    atHand.vendor.script = { tokens }
    atHand.storeId = (await send('POST', `${root}/store`, { name: 'Handbook', description: 'Of the house' })).id
    await chooseModel(modelName)
    atHand.vendor.requests.length = 0
  })

  async function send(method: Method, url: string, body?: object) {
    const answer = await atHand.server.send(method, url, body)
    expect(answer.status, `${method} ${url}: ${answer.text}`).toBeLessThan(300)
    return answer.body
  }
  function chooseModel(modelName: string) {
    const embeddingConfig = { credential: atHand.credential, basepath: atHand.vendor.url, modelName }
    const embedding = { embeddingName: 'openAIEmbeddings', embeddingConfig }
    return send('POST', `${root}/vectorstore/save`, { storeId: atHand.storeId, ...embedding })
  }

  return {
    atHand,
    splitter,
    /** Asks for what must go well. */
    send,
    chooseModel,
    get: () => send('GET', `${root}/store/${atHand.storeId}`),
    save: (text: string, more: object = {}) =>
      send('POST', `${root}/loader/save`, {
        storeId: atHand.storeId,
        loaderId: 'plainText',
        loaderConfig: { text },
        ...splitter,
        ...more,
      }),
    refresh: (body: object = {}): Promise<TestAnswer> =>
      atHand.server.send('POST', `${root}/refresh/${atHand.storeId}`, body),
    upsert: (body: object): Promise<TestAnswer> => atHand.server.send('POST', `${root}/upsert/${atHand.storeId}`, body),
    chunks: async (loaderId = 'all') => (await send('GET', `${root}/chunks/${atHand.storeId}/${loaderId}/1`)).chunks,
    find: async (query: string, inputs: object = {}, more: object = {}) =>
      (await send('POST', `${root}/vectorstore/query`, { storeId: atHand.storeId, query, inputs, ...more }))
        .docs as FoundPassage[],
    /** Every text that the vendor was asked to embed. */
    embedded: () =>
      atHand.vendor.requests.flatMap(({ body }) => ('input' in body ? [body.input].flat() : [])) as string[],
    /** What the built-in index holds of the store. */
    vectors: async () => {
      const rows = await atHand.server.database.query.selectFrom('vector_document').selectAll().execute()
      return rows.filter(({ collection }) => collection.includes(atHand.storeId))
    },
    /** Work while the vendor answers in another way. */
    whileVendor: async <Answer>(script: VendorScript, work: () => Promise<Answer>): Promise<Answer> => {
      atHand.vendor.script = script
      try {
        return await work()
      } finally {
        atHand.vendor.script = { tokens }
      }
    },
  }
}

/** A text file inside the value of a form. */
export function textDataUrl(name: string, text: string): string {
  return `data:text/plain;base64,${Buffer.from(text).toString('base64')},filename:${name}`
}
