import { NodeError } from '@chatwright/core'
import { afterAll, expect, test } from 'vitest'
import { createIsolate } from './isolate.ts'

const isolate = createIsolate()
afterAll(() => isolate.close())

/** The reader of SQLite files as the product runs it, on an empty database. */
const query = (sql: string, timeoutMs = 60_000): Promise<string[]> =>
  isolate.run(
    new URL('../../../../nodes/src/sql/query-sqlite.ts', import.meta.url),
    { bytes: new Uint8Array(), choice: { include: [], ignore: [] }, wanted: { rows: { sql, limit: 10 } } },
    { timeoutMs, memoryMb: 512 },
  )

test('a query is answered in a process that can be ended', async () => {
  expect(await query('SELECT 1 AS one')).toEqual(['{"one":1}'])
})

test.each([
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
  'WITH RECURSIVE n(i) AS (SELECT hex(zeroblob(1000000)) UNION ALL SELECT i || i FROM n) SELECT count(*) FROM n ORDER BY i',
])('one without an end is ended: %s', async (sql) => {
  const failure = await query(sql, 1500).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(NodeError)
})
