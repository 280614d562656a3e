import { NodeError, type Chat, type NodeContext } from '@chatwright/core'
import pg from 'pg'
import initSqlJs from 'sql.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { collect, rejection, textOf } from '../../test/collect.ts'
import { scriptedModel } from '../../test/conforming-values.ts'
import { freePort } from '../../test/own-service.ts'
import { hasPostgres, startPostgres } from '../../test/postgres-server.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import sqlDatabaseChain from '../chains/sql-database-chain.ts'
import { postgresDatabase } from './postgres-database.ts'
import { selectOnly } from './select-only.ts'

async function shop(script: string[], inputs: object = {}, isolate?: NodeContext['isolate']) {
  const { Database } = await initSqlJs()
  const database = new Database()
  database.run(`CREATE TABLE orders (id INTEGER, customer TEXT, total REAL);
    INSERT INTO orders VALUES (1, 'Ada', 10), (2, 'Bob', 32), (3, 'Ada', 5);
    CREATE TABLE secrets (word TEXT); INSERT INTO secrets VALUES ('hush')`)
  const context = testContext(isolate && { isolate })
  context.storedFiles.set('shop.db', { name: 'shop.db', mimeType: 'application/x-sqlite3', bytes: database.export() })
  const model = scriptedModel(script)
  const chat = await buildNode<Chat>(sqlDatabaseChain, { inputs: { model, url: 'shop.db', ...inputs }, context })
  return { model, ask: (question: string) => collect(chat.answer({ question }, testRun({ question }))) }
}

describe('sqlDatabaseChain on SQLite', () => {
  test('shows the model the tables, runs its query and answers from the rows', async () => {
    const { model, ask } = await shop([
      "```sql\nSELECT SUM(total) AS spent FROM orders WHERE customer = 'Ada';\n```",
      'Ada spent 15.',
    ])
    expect(textOf(await ask('How much did Ada spend?'))).toBe('Ada spent 15.')
    expect(model.requests[0]?.messages[0]?.content).toContain('"orders" ("id" INTEGER, "customer" TEXT, "total" REAL)')
    expect(model.requests[0]?.messages[0]?.content).toContain('"customer":"Ada"')
    expect(model.requests[1]?.messages[0]?.content).toContain('[{"spent":15}]')
  })

  test('keeps tables from the model', async () => {
    const { model, ask } = await shop(['SELECT 1', 'One.'], { ignoreTables: 'secrets' })
    await ask('x')
    expect(JSON.stringify(model.requests)).not.toContain('hush')
  })

  test('lets the model correct a query that failed, once', async () => {
    const { model, ask } = await shop(['SELECT nope FROM orders', 'SELECT COUNT(*) AS n FROM orders', 'Three.'])
    expect(textOf(await ask('How many orders?'))).toBe('Three.')
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('no such column: nope')
  })

  test('never runs what is not a SELECT', async () => {
    const { ask } = await shop(['DROP TABLE orders', 'DELETE FROM orders'])
    expect(await rejection(ask('Delete everything'))).toMatchObject({ code: 'refused' })
  })
})

test('a query that does not end is said as such', async () => {
  const isolate = () => Promise.reject(new NodeError('The file could not be read.', { code: 'timeout' }))
  const { ask } = await shop([], {}, isolate)
  expect(await rejection(ask('x'))).toMatchObject({ message: 'The query was ended after 15 seconds.' })
})

describe('selectOnly', () => {
  test.each([
    ['SELECT 1;', 'SELECT 1'],
    ['SQLQuery: SELECT a FROM b', 'SELECT a FROM b'],
    ['SELECT \'drop; delete\' AS "update"', 'SELECT \'drop; delete\' AS "update"'],
    ['WITH x AS (SELECT 1) SELECT * FROM x', 'WITH x AS (SELECT 1) SELECT * FROM x'],
    ['SELECT replace(name, 1, 2), created_at FROM t', 'SELECT replace(name, 1, 2), created_at FROM t'],
  ])('%s', (text, statement) => {
    expect(selectOnly(text)).toBe(statement)
  })

  test.each([
    'DELETE FROM a',
    'SELECT 1; DROP TABLE a',
    'WITH x AS (DELETE FROM a RETURNING *) SELECT * FROM x',
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT load_extension('x')",
    'PRAGMA writable_schema = 1',
    "ATTACH 'other.db' AS other",
    'SELECT * INTO copy FROM a; --',
    'EXPLAIN SELECT 1',
  ])('refuses %s', (text) => {
    expect(() => selectOnly(text)).toThrow('was not run')
  })
})

describe('on PostgreSQL', () => {
  test('a server that is not there is named', async () => {
    const database = postgresDatabase(`postgresql://me@127.0.0.1:${await freePort()}/shop`, testContext())
    expect(await rejection(database.tables(new AbortController().signal))).toMatchObject({
      code: 'unreachable',
      field: 'url',
    })
  })

  describe.skipIf(!hasPostgres)('with a server', () => {
    let server: Awaited<ReturnType<typeof startPostgres>>
    const { signal } = new AbortController()
    beforeAll(async () => {
      server = await startPostgres()
      const client = new pg.Client(server.url)
      await client.connect()
      await client.query('CREATE TABLE orders (id int, customer text); INSERT INTO orders VALUES (1, $$Ada$$)')
      await client.query('CREATE SEQUENCE counter')
      await client.end()
    }, 60_000)
    afterAll(() => server.stop())

    test('answers from its tables', async () => {
      const model = scriptedModel(['SELECT COUNT(*)::int AS n FROM orders', 'One.'])
      const chat = await buildNode<Chat>(sqlDatabaseChain, {
        inputs: { model, database: 'postgres', url: server.url },
      })
      expect(textOf(await collect(chat.answer({ question: 'How many?' }, testRun())))).toBe('One.')
      expect(model.requests[0]?.messages[0]?.content).toContain('"orders" ("id" integer, "customer" text)')
      expect(model.requests[1]?.messages[0]?.content).toContain('[{"n":1}]')
    })

    test('hands out no more rows than asked for, and cannot write', async () => {
      const database = postgresDatabase(server.url, testContext())
      expect(await database.query('SELECT * FROM generate_series(1, 50)', { limit: 5, signal })).toHaveLength(5)
      expect(await rejection(database.query("SELECT nextval('counter')", { limit: 5, signal }))).toMatchObject({
        message: expect.stringContaining('read-only transaction'),
      })
    })
  })
})
