import { describe, expect, test } from 'vitest'
import { selectOnly } from './select-only.ts'
import { tokenizeSql } from './tokenize-sql.ts'

describe.each(['PostgreSQL', 'SQLite'] as const)('selectOnly for %s', (dialect) => {
  test.each([
    ['SELECT 1;', 'SELECT 1'],
    ['SELECT 1; -- the end; really', 'SELECT 1'],
    ['SQLQuery: SELECT a FROM b', 'SELECT a FROM b'],
    ['```sql\nSELECT a FROM b;\n```', 'SELECT a FROM b'],
    ['SELECT \'drop; delete\' AS "update"', 'SELECT \'drop; delete\' AS "update"'],
    ["SELECT 'it''s; --' /* ; */ -- ;", "SELECT 'it''s; --' /* ; */ -- ;"],
    ['WITH x AS (SELECT 1) SELECT * FROM x', 'WITH x AS (SELECT 1) SELECT * FROM x'],
    ['SELECT replace(name, 1, 2), (replace(a, 1, 2)) FROM t', 'SELECT replace(name, 1, 2), (replace(a, 1, 2)) FROM t'],
    ['SELECT copy, "set", call FROM t', 'SELECT copy, "set", call FROM t'],
    ['(SELECT 1) UNION (SELECT 2)', '(SELECT 1) UNION (SELECT 2)'],
  ])('takes %s', (text, statement) => {
    expect(selectOnly(text, dialect)).toBe(statement)
  })

  test.each([
    ['DELETE FROM a', "it isn't a SELECT"],
    ['SELECT 1; DROP TABLE a', 'more than one statement'],
    ["SELECT '--'; DROP TABLE a", 'more than one statement'],
    ['WITH x AS (DELETE FROM a RETURNING *) SELECT * FROM x', 'it uses "DELETE"'],
    ['WITH x AS (SELECT 1) INSERT INTO a SELECT * FROM x', 'it uses "INSERT"'],
    ['PRAGMA writable_schema = 1', "it isn't a SELECT"],
    ["ATTACH 'other.db' AS other", "it isn't a SELECT"],
    ['EXPLAIN SELECT 1', "it isn't a SELECT"],
    ["SELECT 'never closed", 'without an end'],
    ['I cannot do that.', "it isn't a SELECT"],
    ['', "it isn't a SELECT"],
  ])('refuses %s', (text, why) => {
    expect(() => selectOnly(text, dialect)).toThrow(why)
  })
})

describe('the words of a statement', () => {
  const words = (sql: string, dialect: 'PostgreSQL' | 'SQLite'): string =>
    tokenizeSql(sql, dialect)
      .map(({ kind, value }) => (kind === 'text' ? '…' : kind === 'number' ? '0' : value))
      .join(' ')

  test.each([
    [String.raw`E'\'' a`, '… a'],
    [String.raw`e'\\' a`, '… a'],
    [String.raw`'\' a`, '… a'],
    [`$$'$$ a $b$ $$ $b$ c`, '… a … c'],
    ['a$$b', 'a$$b'],
    ['1$$x$$', '0 …'],
    ['/* /* */ a */ b', 'b'],
    ['a-- b\nc', 'a c'],
    ['1--2\r3', '0 0'],
    ['"a""b" "c;d"', 'a"b c;d'],
    ['naïve\u00a0name', 'naïve\u00a0name'],
    ['a[1]', 'a [ 0 ]'],
    ["x'00' b'1' n'a'", 'x … b … n …'],
  ])('PostgreSQL reads %s', (sql, expected) => {
    expect(words(sql, 'PostgreSQL')).toBe(expected)
  })

  test.each([
    ['[a;b] `c;d` "e"', 'a;b c;d e'],
    ['/* /* */ a', 'a'],
    [String.raw`'\' a`, '… a'],
    ["e'x'", 'e …'],
  ])('SQLite reads %s', (sql, expected) => {
    expect(words(sql, 'SQLite')).toBe(expected)
  })

  test.each([
    String.raw`U&"\0061"`,
    String.raw`E'a'` + '\n' + String.raw`'\''`,
    '$$ a',
    '/* /* */',
    '"a',
    String.raw`E'\'`,
  ])('PostgreSQL is not asked about %s', (sql) => {
    expect(() => tokenizeSql(sql, 'PostgreSQL')).toThrow('it contains')
  })
})
