import { AppError } from '@chatwright/contract'
import type { SelectQueryBuilder } from 'kysely'
import type { Schema } from './schema.ts'

export interface Page<Row> {
  items: Row[]
  nextCursor: string | null
}

interface PageOptions<Row> {
  column: string
  isNullable?: boolean
  direction: 'asc' | 'desc'
  limit: number
  cursor: string | undefined
  valueOf(row: Row): string | number | null
}

/**
 * Reads one page by key: the last page costs what the first does, and rows added meanwhile shift nothing.
 * Rows without a value in the column come last, whichever the direction.
 */
export async function pageAfter<Table extends keyof Schema, Row extends { id: string }>(
  rows: SelectQueryBuilder<Schema, Table, Row>,
  { column, isNullable = false, direction, limit, cursor, valueOf }: PageOptions<Row>,
): Promise<Page<Row>> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const beyond = direction === 'asc' ? '>' : '<'
  // The column's name is ours, never the caller's; the builder's types cannot say "any column of this query".
  const untyped = rows as unknown as SelectQueryBuilder<Record<string, Record<string, unknown>>, string, Row>
  const items = await untyped
    .$if(after !== undefined && after.value !== null, (q) =>
      q.where((e) => {
        const isAfter = e(e.refTuple(column, 'id'), beyond, e.tuple(after?.value, after?.id))
        return isNullable ? e.or([isAfter, e(column, 'is', null)]) : isAfter
      }),
    )
    .$if(after !== undefined && after.value === null, (q) =>
      q.where((e) => e.and([e(column, 'is', null), e('id', beyond, after?.id)])),
    )
    // Only where needed: an index cannot serve this order.
    .$if(isNullable, (q) =>
      q.orderBy((e) =>
        e
          .case()
          .when(e(column, 'is', null))
          .then(1)
          .else(0)
          .end(),
      ),
    )
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute()
  const page = items.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page,
    nextCursor: items.length > limit && last ? writeCursor({ value: valueOf(last), id: last.id }) : null,
  }
}

interface Cursor {
  value: string | number | null
  id: string
}

function writeCursor({ value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

function readCursor(cursor: string): Cursor {
  try {
    const [value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as [unknown, unknown]
    const isValue = value === null || typeof value === 'string' || typeof value === 'number'
    if (isValue && typeof id === 'string') return { value, id }
  } catch {
    // Fall through: whatever is not a cursor of ours gets the same answer.
  }
  throw new AppError(
    'invalid-request',
    { issues: [{ path: 'query.cursor', message: 'Not a cursor of this list' }] },
    { message: 'The cursor is not one this list gave out. Start again from the first page.' },
  )
}
