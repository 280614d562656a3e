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
import { readTableChoice } from './table-choice.ts'

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
  expect(await rejection(ask('x'))).toMatchObject({ message: 'The query was stopped after 15 seconds.' })
})

describe('on PostgreSQL', () => {
  test('a server that is not there is named', async () => {
    const url = `postgresql://me@127.0.0.1:${await freePort()}/shop`
    const database = postgresDatabase({ url, choice: everything }, testContext())
    const { signal } = new AbortController()
    expect(await rejection(database.describe({ sampleRows: 1, signal }))).toMatchObject({
      code: 'unreachable',
      field: 'url',
    })
  })

  describe.skipIf(!hasPostgres)('with a server', () => {
    let server: Awaited<ReturnType<typeof startPostgres>>
    let superuser: pg.Client
    let url: string
    const { signal } = new AbortController()
    beforeAll(async () => {
      server = await startPostgres()
      url = server.url.replace('chatwright@', 'reader@')
      superuser = new pg.Client(server.url)
      await superuser.connect()
      await superuser.query('CREATE TABLE orders (id int, customer text); INSERT INTO orders VALUES (1, $$Ada$$)')
      await superuser.query('CREATE ROLE reader LOGIN; GRANT SELECT ON orders TO reader')
      await superuser.query('CREATE ROLE writer LOGIN; GRANT SELECT, INSERT ON orders TO writer')
    }, 60_000)
    afterAll(async () => {
      await superuser.end()
      await server.stop()
    })

    test('answers from its tables', async () => {
      const model = scriptedModel(['SELECT COUNT(*)::int AS n FROM orders', 'One.'])
      const chat = await buildNode<Chat>(sqlDatabaseChain, { inputs: { model, database: 'postgres', url } })
      expect(textOf(await collect(chat.answer({ question: 'How many?' }, testRun())))).toBe('One.')
      expect(model.requests[0]?.messages[0]?.content).toContain(
        '"orders" ("id" integer, "customer" text)\n{"id":1,"customer":"Ada"}',
      )
      expect(model.requests[1]?.messages[0]?.content).toContain('[{"n":1}]')
    })

    test('hands out no more rows than asked for, and no longer ones than a model is shown', async () => {
      const database = postgresDatabase({ url, choice: everything }, testContext())
      expect(await database.query('SELECT * FROM generate_series(1, 500)', { limit: 120, signal })).toHaveLength(120)
      const [long, ...more] = await database.query("SELECT repeat('x', 1000000) FROM generate_series(1, 500)", {
        limit: 120,
        signal,
      })
      expect(long).toHaveLength(20_000)
      expect(more.length).toBeLessThan(50)
    })

    test('says when the user may do more than read', async () => {
      const warnings: string[] = []
      const logger = { debug: () => {}, info: () => {}, warn: (_: object, message: string) => warnings.push(message) }
      const describeAs = (address: string): Promise<unknown> =>
        postgresDatabase({ url: address, choice: everything }, testContext({ logger })).describe({
          sampleRows: 0,
          signal,
        })
      await describeAs(url)
      expect(warnings).toEqual([])
      await describeAs(server.url.replace('chatwright@', 'writer@'))
      expect(warnings).toEqual([expect.stringContaining('may change tables')])
    })

    const endless = 'SELECT count(*) FROM generate_series(1, 1000000000000)'
    const running = async (): Promise<number> => {
      const { rows } = await superuser.query<{ count: number }>(
        `SELECT count(*)::int FROM pg_stat_activity WHERE usename = 'reader' AND state = 'active'`,
      )
      return rows[0]?.count ?? 0
    }

    test('a query that does not end is ended on the server too', async () => {
      const database = postgresDatabase({ url, choice: everything, timeoutMs: 1000 }, testContext())
      expect(await rejection(database.query(endless, { limit: 1, signal }))).toMatchObject({
        code: 'timeout',
        message: 'The query was stopped after 1 seconds.',
      })
      await expect.poll(running).toBe(0)
    })

    test('a reader who leaves takes the query along', async () => {
      const leaving = new AbortController()
      const database = postgresDatabase({ url, choice: everything, timeoutMs: 600_000 }, testContext())
      const asked = rejection(database.query(endless, { limit: 1, signal: leaving.signal }))
      await expect.poll(running, { timeout: 20_000 }).toBe(1)
      leaving.abort(new Error('gone'))
      expect(await asked).toMatchObject({ message: 'gone' })
      await expect.poll(running, { timeout: 20_000 }).toBe(0)
    }, 60_000)
  })
})

const everything = readTableChoice({ include: undefined, ignore: undefined })
