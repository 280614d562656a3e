import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withHint, type Chat, type NodeError } from '@chatwright/core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { collect, rejection } from '../../test/collect.ts'
import { scriptedModel } from '../../test/conforming-values.ts'
import { hasPostgres, startPostgres } from '../../test/postgres-server.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import sqlDatabaseChain from '../chains/sql-database-chain.ts'
import { postgresDatabase } from './postgres-database.ts'
import { readTableChoice } from './table-choice.ts'

const proof = join(tmpdir(), `chatwright-sql-proof-${process.pid}`)

describe.skipIf(!hasPostgres)('what a model writes, on PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>
  let superuser: pg.Client
  /** Another program at work as the very user the node has. */
  let colleague: pg.Client

  beforeAll(async () => {
    server = await startPostgres()
    superuser = new pg.Client(server.url)
    await superuser.connect()
    await superuser.query('CREATE ROLE reader LOGIN; CREATE ROLE writer LOGIN; CREATE ROLE filer LOGIN')
    await superuser.query('GRANT pg_read_server_files TO filer; CREATE EXTENSION dblink; CREATE EXTENSION tablefunc')
    await superuser.query('GRANT ALL ON SCHEMA public TO writer')
    colleague = new pg.Client(addressOf('writer'))
    await colleague.connect()
    await superuser.query(`CREATE SCHEMA vault; CREATE TABLE vault.keys AS SELECT 'hush-key' AS key`)
    await superuser.query('GRANT USAGE ON SCHEMA vault TO reader, writer; GRANT SELECT ON vault.keys TO reader, writer')
    await colleague.query(tables)
    await superuser.query('GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader, filer')
  }, 60_000)
  afterAll(async () => {
    await colleague.end()
    await superuser.end()
    await server.stop()
  })

  const addressOf = (user: string): string => server.url.replace('chatwright@', `${user}@`)

  /** Rows of a query, or why there are none. Nothing looks at the text first: the guard has to hold without that. */
  const told = async (sql: string, { user = 'writer', include = '', ignore = '' } = {}): Promise<string> => {
    const choice = readTableChoice({ include, ignore })
    const database = postgresDatabase({ url: addressOf(user), choice }, testContext())
    try {
      return (await database.query(sql, { limit: 50, signal: new AbortController().signal })).join(',')
    } catch (error) {
      return `Refused: ${withHint((error as NodeError).message, (error as NodeError).hint)}`
    }
  }

  /** All that must not change. */
  const state = async (): Promise<unknown> => {
    const { rows } = await superuser.query(
      `SELECT (SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE oid >= 16384) AS relations,
        (SELECT string_agg(o::text, ' ') FROM orders o) AS orders, (SELECT last_value::text || is_called FROM counter) AS counter,
        (SELECT count(*) FROM pg_largeobject_metadata) AS objects, (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory') AS locks,
        (SELECT count(*) FROM pg_stat_activity WHERE pid = $1) AS colleague`,
      [await pidOf(colleague)],
    )
    return { ...(rows[0] as object), proof: existsSync(proof) }
  }

  const acts = [
    `SELECT '--' AS a) x; COMMIT; CREATE TABLE pwned(a int); SELECT * FROM (SELECT 1 AS b`,
    `SELECT E'\\'' AS a) x; COMMIT; CREATE TABLE pwned(a int); SELECT * FROM (SELECT '1' AS b`,
    `SELECT $$'$$ AS a) x; COMMIT; CREATE TABLE pwned(a int); SELECT * FROM (SELECT '1' AS b`,
    `SELECT E'a'\n'\\'' AS a) x; COMMIT; CREATE TABLE pwned(a int); SELECT * FROM (SELECT '1' AS b`,
    `SELECT /* /* */ ' */ 1 AS a) x; COMMIT; CREATE TABLE pwned(a int); --'`,
    `SELECT 1; COMMIT; DROP TABLE orders CASCADE`,
    `SELECT 1; COMMIT; CREATE TABLE pwned(a int)`,
    `SELECT 1; COMMIT; CREATE TABLE pwned(a int); SELECT 1`,
    `COMMIT; CREATE TABLE pwned(a int)`,
    `SET TRANSACTION READ WRITE`,
    `DO $$ BEGIN CREATE TABLE pwned(a int); END $$`,
    `CREATE TABLE pwned AS SELECT 1`,
    `SELECT * INTO pwned FROM orders`,
    `WITH gone AS (DELETE FROM orders RETURNING *) SELECT * FROM gone`,
    `WITH gone AS (SELECT 1) DELETE FROM orders`,
    `SELECT * FROM orders FOR UPDATE`,
    `EXPLAIN ANALYZE DELETE FROM orders`,
    `CALL act()`,
    `SELECT set_config('transaction_read_only', 'off', false), nextval('counter')`,
    `SELECT nextval('counter')`,
    `SELECT setval('counter', 100)`,
    `SELECT lo_create(0)`,
    `SELECT lo_from_bytea(0, 'x')`,
    `SELECT pg_advisory_lock(1), pg_sleep(0)`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'writer' AND pid <> pg_backend_pid()`,
    `SELECT "pg_terminate_backend"((SELECT min(pid) FROM pg_stat_get_activity(NULL)))`,
    `SELECT PG_Terminate_Backend/* x */ (pid) FROM pg_stat_get_activity(NULL) WHERE pid <> pg_backend_pid()`,
    `SELECT pg_catalog . pg_terminate_backend(pid) FROM pg_stat_get_activity(NULL) WHERE pid <> pg_backend_pid()`,
    String.raw`SELECT U&"pg_terminate\005fbackend"(pid) FROM pg_stat_get_activity(NULL) WHERE pid <> pg_backend_pid()`,
    `SELECT pg_logical_emit_message(false, 'a', 'b')`,
    `SELECT * FROM dblink('dbname=postgres user=writer host=127.0.0.1', 'DROP TABLE orders') AS x(a text)`,
    `SELECT * FROM crosstab('SELECT 1, pg_terminate_backend(pid)::int, 1 FROM pg_stat_get_activity(NULL) WHERE pid <> pg_backend_pid()') AS x(a int, b int)`,
    `SELECT query_to_xml('SELECT pg_advisory_lock(2)', true, true, '')`,
    `SELECT o.tick FROM orders o`,
    `SELECT tick(o) FROM orders o`,
    `SELECT bump()`,
    `COPY (SELECT 1) TO PROGRAM 'touch ${proof}'`,
    `SELECT 1 AS a) x; COPY (SELECT 1) TO PROGRAM 'touch ${proof}'; SELECT * FROM (SELECT '--' AS b`,
    `SELECT pg_read_file('postgresql.conf')`,
    `SELECT lo_export(lo_import('/etc/hostname'), '${proof}')`,
  ]

  test.each(acts)('changes nothing: %s', async (sql) => {
    const before = await state()
    for (const user of ['writer', 'chatwright']) expect(await told(sql, { user })).toMatch(/^Refused/)
    expect(await state()).toEqual(before)
  })

  const reads = [
    `SELECT * FROM secrets`,
    `SELECT * FROM SECRETS`,
    `SELECT * FROM "secrets"`,
    `SELECT * FROM public.secrets`,
    `SELECT * FROM "postgres"."public"."secrets"`,
    `TABLE secrets`,
    `SELECT s FROM secrets s`,
    `SELECT (SELECT word FROM secrets) AS word`,
    `WITH s AS (SELECT * FROM secrets) SELECT * FROM s`,
    `WITH orders AS (SELECT * FROM secrets) SELECT * FROM orders`,
    `SELECT 1 AS a, 'x' AS b UNION ALL SELECT 2, word FROM secrets`,
    `SELECT o.id, s.word FROM orders o LEFT JOIN LATERAL (SELECT word FROM secrets) s ON true`,
    `SELECT * FROM orders WHERE EXISTS (SELECT FROM secrets WHERE word LIKE 'h%')`,
    `SELECT CAST((SELECT word FROM secrets) AS int)`,
    `SELECT 1/(CASE WHEN (SELECT word FROM secrets) = 'hush' THEN 0 ELSE 1 END)`,
    `SELECT * FROM open_secrets`,
    `SELECT * FROM wide_open_secrets`,
    `SELECT * FROM kept_secrets`,
    `SELECT peek()`,
    `SELECT peek_inlined()`,
    `SELECT peek_constant()`,
    `SELECT peek_loud()`,
    `SELECT * FROM child_secrets`,
    `SELECT * FROM parent_secrets`,
    `SELECT * FROM vault.keys`,
    `SELECT table_to_xml('secrets', true, true, '')`,
    `SELECT schema_to_xml('public', true, true, '')`,
    `SELECT database_to_xml(true, true, '')`,
    `SELECT query_to_xml('SELECT * FROM secrets', true, true, '')`,
    `SELECT * FROM ts_stat('SELECT to_tsvector(word) FROM secrets')`,
    `SELECT * FROM crosstab('SELECT 1, 1, word FROM secrets') AS x(a int, b text)`,
    `SELECT most_common_vals FROM pg_stats WHERE tablename = 'secrets'`,
    `SELECT stavalues1 FROM pg_statistic`,
    `SELECT column_name FROM information_schema.columns WHERE table_name = 'secrets'`,
    `SELECT relname FROM pg_class`,
    `SELECT relname FROM pg_catalog.pg_class, orders`,
    `SELECT pg_get_viewdef('open_secrets')`,
    `SELECT obj_description('secrets'::regclass)`,
    `SELECT current_setting('app.secret', true)`,
    `SELECT setting FROM pg_settings`,
    `SELECT query FROM pg_stat_get_activity(NULL)`,
    `SELECT lo_get(oid) FROM pg_largeobject_metadata`,
  ]

  test.each(reads)('keeps what is ignored from the model: %s', async (sql) => {
    const answer = await told(sql, { ignore: 'Secrets, child_secrets' })
    expect(answer).toMatch(/^Refused/)
    expect(answer.replaceAll(`= 'hush'`, '')).not.toContain('hush')
  })

  test.each(reads)('keeps what is not included from the model: %s', async (sql) => {
    const answer = await told(sql, { include: 'orders' })
    expect(answer).toMatch(/^Refused/)
    expect(answer.replaceAll(`= 'hush'`, '')).not.toContain('hush')
  })

  test.each([
    `SELECT * FROM secrets`,
    `SELECT * FROM customers, secrets`,
    `SELECT * FROM customers, (SELECT * FROM orders) o`,
    `SELECT * FROM customers, public."orders" o`,
    `SELECT table_to_xml('orders', true, true, '') FROM customers`,
  ])('a view brings its tables along, but not for others to read: %s', async (sql) => {
    const inputs = { include: 'customers' }
    expect(await told('SELECT * FROM customers', inputs)).toBe('{"customer":"Ada"}')
    expect(await told(sql, inputs)).toMatch(/^Refused/)
  })

  test('tables of another schema are read when they are included by their whole name', async () => {
    expect(await told('SELECT * FROM vault.keys', { include: 'orders, vault.keys' })).toContain('hush-key')
    expect(await told('SELECT * FROM vault.keys', { include: 'keys' })).toMatch(/^Refused/)
  })

  test.each([
    [`SELECT count(*) FROM orders`, '{"count":1}'],
    [
      `SELECT 'a;b--c' AS "x;y", E'\\'' AS e, $$it's$$ AS d -- the end; really`,
      '{"x;y":"a;b--c","e":"\'","d":"it\'s"}',
    ],
    [`WITH x(a, b) AS (VALUES (1, 2)) SELECT a + b AS sum FROM x`, '{"sum":3}'],
    [`WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 3) SELECT max(n) FROM t`, '{"max":3}'],
    [`SELECT n FROM generate_series(1, 2) AS g(n) ORDER BY n DESC`, '{"n":2},{"n":1}'],
    [
      `SELECT customer, row_number() OVER (PARTITION BY id ORDER BY customer) AS r FROM orders`,
      '{"customer":"Ada","r":1}',
    ],
    [`SELECT string_agg(upper(customer), ', ') FILTER (WHERE id > 0) AS names FROM orders`, '{"names":"ADA"}'],
    [
      `SELECT date_trunc('day', now()) <= now() AND random() < 2 AND extract(year FROM current_date) > 2000 AS ok`,
      '{"ok":true}',
    ],
    [`SELECT round(avg(id), 2) AS mean, coalesce(sum(id), 0)::bigint AS total FROM orders`, '{"mean":1.00,"total":1}'],
    [`(SELECT 1 AS a) UNION (SELECT 2) ORDER BY a`, '{"a":1},{"a":2}'],
    [
      `SELECT 9007199254740993 AS big, 'x'::bytea AS bytes, NULL AS nothing`,
      '{"big":9007199254740993,"bytes":"\\\\x78","nothing":null}',
    ],
    [`SELECT customer AS found, id AS asked FROM orders AS answer`, '{"found":"Ada","asked":1}'],
    [`SELECT * FROM customers`, '{"customer":"Ada"}'],
    [`SELECT how_many()`, '{"how_many":1}'],
    [`VALUES (1)`, '{"column1":1}'],
    [`TABLE orders`, '{"id":1,"customer":"Ada"}'],
  ])('answers %s', async (sql, rows) => {
    for (const user of ['reader', 'writer']) expect(await told(sql, { user })).toBe(rows)
  })

  test('a question whose answer ends the transaction leaves the database as it was, whatever the model repeats', async () => {
    const before = await state()
    const model = scriptedModel([acts[0] ?? '', acts[5] ?? ''])
    const chat = await buildNode<Chat>(sqlDatabaseChain, {
      inputs: { model, database: 'postgres', url: addressOf('writer') },
    })
    expect(await rejection(collect(chat.answer({ question: 'x' }, testRun())))).toMatchObject({ code: 'refused' })
    expect(await state()).toEqual(before)
  })

  test.each(['chatwright', 'filer'])('%s, who could do more than read, is told whom to use instead', async (user) => {
    expect(await told('SELECT 1', { user })).toMatch(/^Refused: The database user ".*" can do more than read tables/)
  })
})

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid ?? 0
}

const tables = `
  CREATE TABLE orders (id int PRIMARY KEY, customer text);
  INSERT INTO orders VALUES (1, 'Ada');
  CREATE SEQUENCE counter;
  CREATE VIEW customers AS SELECT customer FROM orders;
  CREATE TABLE secrets (word text);
  INSERT INTO secrets VALUES ('hush'), ('hush') , ('hush');
  DELETE FROM secrets WHERE ctid <> (SELECT min(ctid) FROM secrets);
  COMMENT ON TABLE secrets IS 'hush';
  CREATE VIEW open_secrets AS SELECT word FROM secrets;
  CREATE VIEW wide_open_secrets AS SELECT * FROM open_secrets;
  CREATE MATERIALIZED VIEW kept_secrets AS SELECT * FROM open_secrets;
  CREATE TABLE parent_secrets (word text) PARTITION BY LIST (word);
  CREATE TABLE child_secrets PARTITION OF parent_secrets DEFAULT;
  INSERT INTO parent_secrets VALUES ('hush');
  CREATE FUNCTION peek() RETURNS text STABLE LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT word FROM secrets); END $$;
  CREATE FUNCTION peek_inlined() RETURNS text STABLE LANGUAGE sql AS 'SELECT word FROM secrets';
  CREATE FUNCTION peek_constant() RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT word FROM secrets); END $$;
  CREATE FUNCTION peek_loud() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RAISE '%', (SELECT word FROM secrets); END $$;
  CREATE FUNCTION how_many() RETURNS bigint STABLE LANGUAGE sql AS 'SELECT count(*) FROM orders';
  CREATE FUNCTION tick(orders) RETURNS text LANGUAGE sql AS 'SELECT pg_advisory_lock(3)::text';
  CREATE FUNCTION bump() RETURNS text LANGUAGE sql AS 'SELECT pg_advisory_lock(4)::text';
  CREATE PROCEDURE act() LANGUAGE sql AS 'DELETE FROM orders';
  ANALYZE;`
