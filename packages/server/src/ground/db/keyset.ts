import { parseJson } from '@chatwright/core'
import { AppError } from '@chatwright/contract'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Schema } from './schema.ts'

export interface Page<Row> {
  items: Row[]
  nextCursor: string | null
}

interface PageOptions {
  /** What rows are ordered by, and then by their id. Each is among the columns read. */
  columns: readonly [string, ...string[]]
  /** Whether the first may be empty. */
  isNullable?: boolean
  direction: 'asc' | 'desc'
  limit: number
  cursor: string | undefined
}

/**
 * Reads one page by key: the last page costs what the first does, and rows added meanwhile shift nothing.
 * Rows without a value in the column come last, whichever the direction.
 */
export async function pageAfter<Table extends keyof Schema, Row extends { id: string }>(
  rows: SelectQueryBuilder<Schema, Table, Row>,
  { columns, isNullable = false, direction, limit, cursor }: PageOptions,
): Promise<Page<Row>> {
  const keys = [...columns, 'id']
  const after = cursor === undefined ? undefined : readCursor(cursor, keys.length)
  const [first] = columns
  const beyond = direction === 'asc' ? '>' : '<'
  // The columns' names are ours, never the caller's; the builder's types cannot say "any column of this query".
  const untyped = rows as unknown as SelectQueryBuilder<Record<string, Record<string, unknown>>, string, Row>
  const items = await untyped
    .$if(after !== undefined && after[0] !== null, (q) =>
      q.where((e) => {
        const isAfter = sql<boolean>`(${sql.join(keys.map((key) => sql.ref(key)))}) ${sql.raw(beyond)} (${sql.join(after ?? [])})`
        return isNullable ? e.or([isAfter, e(first, 'is', null)]) : isAfter
      }),
    )
    .$if(after !== undefined && after[0] === null, (q) =>
      q.where((e) => e.and([e(first, 'is', null), e('id', beyond, after?.at(-1))])),
    )
    // Only where needed: an index cannot serve this order.
    .$if(isNullable, (q) =>
      q.orderBy((e) =>
        e
          .case()
          .when(e(first, 'is', null))
          .then(1)
          .else(0)
          .end(),
      ),
    )
    .$call((q) => keys.reduce((ordered, key) => ordered.orderBy(key, direction), q))
    .limit(limit + 1)
    .execute()
  const page = items.slice(0, limit)
  const last = page.at(-1)
  return { items: page, nextCursor: items.length > limit && last ? writeCursor(last, keys) : null }
}

function writeCursor(row: object, keys: readonly string[]): string {
  const values = new Map(Object.entries(row))
  return Buffer.from(JSON.stringify(keys.map((key) => values.get(key)))).toString('base64url')
}

/** The values of the row that a page ended with, its id last. */
function readCursor(cursor: string, length: number): unknown[] {
  try {
    const values: unknown = parseJson(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(values) && values.length === length && values.every(isKey) && typeof values.at(-1) === 'string') {
      return values
    }
  } catch {
    // Fall through: whatever is not a cursor of ours gets the same answer.
  }
  throw new AppError(
    'invalid-request',
    { issues: [{ path: 'query.cursor', message: 'Not a cursor of this list' }] },
    { message: 'The cursor is not one this list gave out. Start again from the first page.' },
  )
}

function isKey(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'number'
}
