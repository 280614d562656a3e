import type { Documents, Embeddings, VectorStore } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { replayPostgres } from '../../test/replay-postgres.ts'
import { testRun } from '../../test/test-run.ts'
import { documentId } from './document-id.ts'
import postgres from './postgres.ts'

const TEXT = 25
const JSONB = 3802
const DOUBLE = 701

const embeddings: Embeddings = {
  kind: 'embeddings',
  modelName: 'fixed',
  embedDocuments: async (texts) => texts.map(() => [1, 0]),
  embedQuery: async () => [0, 1],
}
const document: Documents = {
  kind: 'documents',
  load: async () => [{ pageContent: "Bobby'); DROP TABLE", metadata: { source: 'a' } }],
}

const build = (port: number, inputs: Record<string, unknown> = {}) =>
  buildNode<VectorStore>(postgres, {
    inputs: { host: '127.0.0.1', port, database: 'shop', embeddings, document: [document], ...inputs },
    credential: { user: 'me', password: 'secret' },
  })

test('makes its table and stores documents as values, never as part of the statement', async () => {
  await using server = await replayPostgres([])
  const store = await build(server.port, { tableName: 'my"docs' })
  expect((await store.upsert(testRun())).numAdded).toBe(1)
  const [extension, table, insert] = server.queries
  expect(extension?.text).toBe('CREATE EXTENSION IF NOT EXISTS vector')
  expect(table?.text).toBe(
    'CREATE TABLE IF NOT EXISTS "my""docs" (id uuid PRIMARY KEY, "pageContent" text, metadata jsonb, embedding vector(2))',
  )
  expect(insert?.text).toMatch(
    /^INSERT INTO "my""docs" .*VALUES \(\$1, \$2, \$3, \$4\)\s+ON CONFLICT \(id\) DO UPDATE/s,
  )
  const stored = { pageContent: "Bobby'); DROP TABLE", metadata: { source: 'a' } }
  expect(insert?.values).toEqual([
    documentId(`postgres:127.0.0.1:${server.port}:shop:my"docs`, stored),
    "Bobby'); DROP TABLE",
    '{"source":"a"}',
    '[1,0]',
  ])
})

test.each([
  ['cosine', '<=>', 0.9],
  ['euclidean', '<->', 1 / 1.1],
  ['innerProduct', '<#>', -0.1],
])('searches by %s distance with a filter on metadata', async (distanceStrategy, operator, score) => {
  await using server = await replayPostgres([
    { columns: { id: TEXT, content: TEXT, metadata: JSONB, distance: DOUBLE }, rows: [['x1', 'tea', { a: 1 }, '0.1']] },
  ])
  const store = await build(server.port, { distanceStrategy, pgMetadataFilter: '{"a": 1}' })
  expect(await store.search('tea?', testRun(), { k: 2 })).toEqual([
    { id: 'x1', pageContent: 'tea', metadata: { a: 1 }, score: expect.closeTo(score, 6) },
  ])
  expect(server.queries[0]?.text).toContain(`embedding ${operator} $1::vector`)
  expect(server.queries[0]?.values).toEqual(['[0,1]', '2', '{"a":1}'])
})

test.each([
  ['28P01', 'rejected the username or password.', 'wrong-credential'],
  ['3D000', 'doesn\'t have a database "shop".', 'not-found'],
  ['42P01', 'The table "documents" doesn\'t exist.', 'not-found'],
  ['42704', "doesn't have the pgvector extension", 'unsupported'],
])('error %s says what to do', async (error, message, code) => {
  await using server = await replayPostgres([{ error, message: 'no' }])
  const searching = (await build(server.port)).search('tea?', testRun())
  await expect(searching).rejects.toMatchObject({ message: expect.stringContaining(message), code })
})

test('a server that is not there is named', async () => {
  const { port } = await replayPostgres([]).then(async (server) => {
    await server[Symbol.asyncDispose]()
    return server
  })
  await expect((await build(port)).search('tea?', testRun())).rejects.toMatchObject({
    message: `PostgreSQL at 127.0.0.1:${port} can't be reached: ECONNREFUSED.`,
    code: 'unreachable',
  })
})
