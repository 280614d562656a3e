import { CompiledQuery, type Insertable, type Kysely, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** An insert whose text is made once. For the few on the way of every answer: making it anew costs more than running it. */
export function preparedInsert<Table extends keyof Schema>(
  db: Kysely<Schema>,
  table: Table,
  columns: readonly (keyof Schema[Table] & string)[],
): (transaction: Transaction<Schema>, row: Insertable<Schema[Table]>) => Promise<void> {
  const sample = Object.fromEntries(columns.map((column) => [column, '']))
  const { sql } = db
    .insertInto(table)
    .values(sample as Insertable<Schema[Table]>)
    .compile()
  return async (transaction, row) => {
    const values = row as Record<string, unknown>
    await transaction.executeQuery(
      CompiledQuery.raw(
        sql,
        columns.map((column) => values[column] ?? null),
      ),
    )
  }
}
