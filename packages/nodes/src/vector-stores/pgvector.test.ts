import type { Document, Embeddings, VectorStore } from '@chatwright/core'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { startPgvector } from '../../test/pgvector-server.ts'
import { testRun } from '../../test/test-run.ts'
import postgres from './postgres.ts'

const startMs = 120_000
const vectors: Record<string, number[]> = { tea: [1, 0, 0], coffee: [0.8, 0.6, 0], shoes: [0, 0, 1] }
const embeddings: Embeddings = {
  kind: 'embeddings',
  modelName: 'fixed',
  embedDocuments: async (texts) => texts.map((text) => vectors[text.replaceAll('\u0000', '')] ?? [0, 1, 0]),
  embedQuery: async (text) => vectors[text] ?? [0, 1, 0],
}
const drinks: Document[] = [
  { pageContent: 'tea', metadata: { source: 'menu', hot: true, loc: { page: 1 } } },
  { pageContent: 'coffee', metadata: { source: 'menu', hot: true } },
  { pageContent: 'shoes', metadata: { source: "o'shop", hot: false } },
]

let server: Awaited<ReturnType<typeof startPgvector>>
beforeAll(async () => {
  server = await startPgvector()
}, startMs)
afterAll(() => server.stop(), startMs)
beforeEach(() => run('DROP TABLE IF EXISTS "my""docs"'))

async function run(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

function build(inputs: Record<string, unknown> = {}, documents = drinks): Promise<VectorStore> {
  const document = { kind: 'documents', load: async () => documents }
  const place = { host: '127.0.0.1', port: server.port, database: 'postgres', tableName: 'my"docs' }
  return buildNode<VectorStore>(postgres, {
    inputs: { ...place, embeddings, document: [document], ...inputs },
    credential: { user: 'postgres', password: 'any' },
  })
}

const names = (found: readonly Document[]): string[] => found.map(({ pageContent }) => pageContent)

test('loads documents, loads them again without doubling, finds the nearest with all they hold, and forgets them', async () => {
  const store = await build({ batchSize: 2 })
  expect((await store.upsert(testRun())).numAdded).toBe(3)
  await store.upsert(testRun())
  const found = await store.search('tea', testRun(), { k: 2 })
  expect(found).toEqual([
    { ...drinks[0], id: expect.any(String), score: expect.closeTo(1, 6) },
    { ...drinks[1], id: expect.any(String), score: expect.closeTo(0.8, 6) },
  ])
  await store.delete(
    found.map(({ id }) => id ?? ''),
    testRun(),
  )
  expect(names(await store.search('tea', testRun(), { k: 9 }))).toEqual(['shoes'])
})

test('gives back what it holds with the very vectors it was given, and nothing of what it does not', async () => {
  const store = await build()
  const [id, other] = ['6f1c2f9e-1f9b-4b1c-9f7a-3b1f6a2d9c11', '6f1c2f9e-1f9b-4b1c-9f7a-3b1f6a2d9c12']
  const vector = [0.1, -2.5e-7, 16_777_216].map(Math.fround)
  const tea = { pageContent: 'tea', metadata: { source: 'menu', loc: { page: 1 } } }
  await store.add([{ id, ...tea }], testRun(), new Map([[id, vector]]))
  const [record, ...more] = (await store.stored?.([id, other], testRun())) ?? []
  expect([record?.id, record?.document, record?.vector.map(Math.fround), more]).toEqual([id, tea, vector, []])
})

test.each([
  ['cosine', 0.8],
  ['euclidean', 1 / (1 + Math.hypot(0.2, 0.6))],
  ['innerProduct', 0.8],
])('measures nearness by %s as pgvector does', async (distanceStrategy, score) => {
  const store = await build({ distanceStrategy })
  await store.upsert(testRun())
  expect((await store.search('tea', testRun(), { k: 3 }))[1]).toMatchObject({
    pageContent: 'coffee',
    score: expect.closeTo(score, 5),
  })
})

test('filters by facts, whatever characters they hold, and by those inside others', async () => {
  const store = await build()
  await store.upsert(testRun())
  const find = async (filter: Record<string, unknown>) => names(await store.search('tea', testRun(), { k: 9, filter }))
  expect(await find({ source: "o'shop" })).toEqual(['shoes'])
  expect(await find({ hot: true })).toEqual(['tea', 'coffee'])
  expect(await find({ loc: { page: 1 } })).toEqual(['tea'])
  expect(await find({ source: "'; DROP TABLE x; --" })).toEqual([])
})

test('finds rows that another program stored without facts', async () => {
  const store = await build()
  await store.upsert(testRun())
  await run(`INSERT INTO "my""docs" VALUES ('6f1c2f9e-1f9b-4b1c-9f7a-3b1f6a2d9c11', 'milk', NULL, '[1,0.1,0]')`)
  expect(names(await store.search('tea', testRun(), { k: 2 }))).toEqual(['tea', 'milk'])
})

test('stores text with characters that PostgreSQL cannot', async () => {
  const store = await build({}, [{ pageContent: 'te\u0000a', metadata: { source: 'a\u0000\\u0000b' } }])
  await store.upsert(testRun())
  expect(await store.search('tea', testRun(), { k: 1 })).toMatchObject([
    { pageContent: 'tea', metadata: { source: 'a\\u0000b' } },
  ])
})

test('says that a table holds vectors of another length', async () => {
  await (await build()).upsert(testRun())
  const longer = { ...embeddings, embedQuery: async () => [1, 0, 0, 0] }
  await expect((await build({ embeddings: longer })).search('tea', testRun())).rejects.toMatchObject({
    message: expect.stringContaining('different vector dimensions'),
    hint: expect.stringContaining('embedding model'),
  })
})
