import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NodeError } from '@chatwright/core'
import initSqlJs from 'sql.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { testContext } from '../../test/test-context.ts'
import { sqliteDatabase } from './sqlite-database.ts'
import { readTableChoice } from './table-choice.ts'

const proof = join(tmpdir(), `chatwright-sqlite-proof-${process.pid}`)

describe('what a model writes, on SQLite', () => {
  let bytes: Uint8Array
  beforeAll(async () => {
    const { Database } = await initSqlJs()
    const database = new Database()
    database.run(`CREATE TABLE orders (id INTEGER PRIMARY KEY AUTOINCREMENT, customer TEXT);
      INSERT INTO orders (customer) VALUES ('Ada');
      CREATE TABLE secrets (id INTEGER PRIMARY KEY AUTOINCREMENT, word TEXT DEFAULT 'hush');
      CREATE INDEX words ON secrets (word);
      INSERT INTO secrets DEFAULT VALUES;
      CREATE TRIGGER telling AFTER INSERT ON orders BEGIN SELECT word FROM secrets; END;
      CREATE VIEW open_secrets AS SELECT word FROM secrets;
      CREATE VIEW wide_open_secrets AS SELECT * FROM open_secrets;
      CREATE VIEW customers AS SELECT customer FROM orders;
      CREATE VIRTUAL TABLE found USING fts3(text); INSERT INTO found VALUES ('a needle');
      ANALYZE`)
    bytes = database.export()
  })

  const databaseWith = ({ include = '', ignore = '' } = {}): ReturnType<typeof sqliteDatabase> => {
    const context = testContext()
    context.storedFiles.set('shop.db', { name: 'shop.db', mimeType: '', bytes })
    return sqliteDatabase({ path: 'shop.db', choice: readTableChoice({ include, ignore }) }, context)
  }
  const { signal } = new AbortController()

  const told = async (sql: string, lists: { include?: string; ignore?: string } = {}): Promise<string> => {
    try {
      return (await databaseWith(lists).query(sql, { limit: 50, signal })).join(',')
    } catch (error) {
      return `Refused: ${(error as NodeError).message}`
    }
  }

  const reads = [
    'SELECT * FROM secrets',
    'SELECT * FROM SECRETS',
    'SELECT * FROM "secrets"',
    'SELECT * FROM [secrets]',
    'SELECT * FROM `secrets`',
    'SELECT * FROM main.secrets',
    'SELECT (SELECT word FROM secrets)',
    'WITH s AS (SELECT * FROM secrets) SELECT * FROM s',
    'WITH orders AS (SELECT * FROM secrets) SELECT * FROM orders',
    "SELECT 'x' UNION ALL SELECT word FROM secrets",
    'SELECT * FROM open_secrets',
    'SELECT * FROM wide_open_secrets',
    'SELECT * FROM sqlite_dbpage',
    'SELECT * FROM dbstat',
    "SELECT load_extension('x')",
    "SELECT readfile('/etc/hostname')",
  ]

  test.each(reads)('keeps what is ignored from the model: %s', async (sql) => {
    expect(await told(sql, { ignore: 'Secrets' })).toMatch(/^Refused/)
  })

  test.each(reads)('keeps what is not included from the model: %s', async (sql) => {
    expect(await told(sql, { include: 'orders' })).toMatch(/^Refused/)
  })

  test.each([
    'SELECT * FROM sqlite_master',
    'SELECT * FROM sqlite_schema',
    'SELECT * FROM sqlite_sequence',
    'SELECT * FROM sqlite_stat1',
    "SELECT * FROM pragma_table_info('secrets')",
    'SELECT * FROM pragma_table_list',
    "SELECT * FROM pragma_index_list('secrets')",
  ])('nothing tells of a table that is ignored: %s', async (sql) => {
    const lists = [{ ignore: 'secrets' }, { include: 'orders' }]
    for (const list of lists) expect(await told(sql, list)).not.toMatch(/secret|hush|words/)
  })

  test('a view brings its tables along, but not for others to read', async () => {
    expect(await told('SELECT * FROM customers', { include: 'customers' })).toBe('{"customer":"Ada"}')
    expect(await told('SELECT * FROM orders', { include: 'customers' })).toMatch(/^Refused/)
    expect(await told('SELECT * FROM customers', { ignore: 'secrets' })).toBe('{"customer":"Ada"}')
    expect(await databaseWith({ include: 'customers' }).describe({ sampleRows: 2, signal })).toEqual([
      { name: '"customers"', columns: [{ name: 'customer', type: 'TEXT' }], sample: ['{"customer":"Ada"}'] },
    ])
  })

  test('a searchable table keeps working among those chosen', async () => {
    const sql = "SELECT text FROM found WHERE found MATCH 'needle'"
    for (const lists of [{}, { include: 'found' }, { ignore: 'secrets' }])
      expect(await told(sql, lists)).toBe('{"text":"a needle"}')
    expect(await told(sql, { ignore: 'found' })).toMatch(/^Refused/)
    expect(await told('SELECT * FROM found_content', { ignore: 'found' })).toMatch(/^Refused/)
  })

  test.each([
    'DROP TABLE orders',
    'DELETE FROM orders',
    'WITH gone AS (SELECT 1) DELETE FROM orders',
    `ATTACH '${proof}' AS other`,
    `VACUUM INTO '${proof}'`,
    'PRAGMA writable_schema = 1',
    `SELECT writefile('${proof}', 'x')`,
  ])('changes nothing, since it runs on a copy: %s', async (sql) => {
    const before = Buffer.from(bytes)
    await told(sql)
    expect(before.equals(bytes)).toBe(true)
    expect(existsSync(proof)).toBe(false)
    expect(await told('SELECT * FROM orders')).toBe('{"id":1,"customer":"Ada"}')
  })

  test('a value that is too long for SQLite is its error, and what is long is cut', async () => {
    expect(await told('SELECT hex(zeroblob(400000000)) AS x')).toMatch(/^Refused: SQLite reports/)
    expect(await told("SELECT replace(hex(zeroblob(20000)), '00', 'x') AS x")).toHaveLength(20_000)
  })
})
